/** One linked account: whose, how its sync stands, and what can be done about it. */
import type { LolAccount } from '#/contract/lol-accounts.ts';

import { TimeAgo } from '../../../components/time-ago.tsx';
import { useTimeText } from '../../../lib/clock-hook.ts';
import { formatCount } from '../../../lib/format.ts';
import { platformName } from '../search/platform-names.ts';
import { PlayerLink } from '../search/player-link.tsx';
import { printRiotId } from '../search/riot-id.ts';
import { AccountActions } from './account-actions.tsx';
import classes from './account-card.module.css';
import { retryWords, syncSentence } from './describe-sync.ts';
import type { OnRemoved } from './removal-notice.tsx';
import { SyncProgress } from './sync-progress.tsx';
import { SyncStateLabel } from './sync-state-label.tsx';

interface AccountCardProps {
  readonly account: LolAccount;
  readonly onRemoved: OnRemoved;
}

export function AccountCard({ account, onRemoved }: AccountCardProps) {
  const name = printRiotId(account);
  return (
    <li className={classes.card} data-state={account.state} aria-label={name}>
      <div className={classes.head}>
        <h2 className={classes.name}>
          <PlayerLink player={account} />
        </h2>
        <SyncStateLabel state={account.state} />
      </div>
      <p className={classes.quiet}>
        {platformName(account.platform)}, linked <TimeAgo at={account.linkedAt} />
      </p>
      <SyncProgress progress={account.progress} name={name} isMoving={account.state === 'syncing'} />
      <p className={classes.sentence}>{syncSentence(account)}</p>
      <Times account={account} />
      {account.failure ? <Failure failure={account.failure} state={account.state} /> : null}
      <AccountActions account={account} onRemoved={onRemoved} />
    </li>
  );
}

function Times({ account: { state, startedAt, completedAt, isStale } }: Pick<AccountCardProps, 'account'>) {
  return (
    <p className={classes.quiet}>
      {state === 'syncing' && startedAt !== null ? (
        <>
          Running for <TimeAgo at={startedAt} span />.{' '}
        </>
      ) : null}
      {completedAt === null ? (
        'Never completed.'
      ) : (
        <>
          Last completed <TimeAgo at={completedAt} />
          {isStale ? ', which is long enough for a new one when somebody looks' : ''}.
        </>
      )}
    </p>
  );
}

interface FailureProps {
  readonly failure: NonNullable<LolAccount['failure']>;
  readonly state: LolAccount['state'];
}

/** Stays in sight until a sync is completed; when the next try is only matters while none runs. */
function Failure({ failure: { reason, at, failures, retryAt }, state }: FailureProps) {
  const retry = useTimeText((now) => retryWords(retryAt, now));
  return (
    <div className={classes.failure}>
      <p>
        <strong>{reason}</strong>
      </p>
      <p>
        Failed <TimeAgo at={at} />
        {failures > 1 ? `, ${formatCount(failures)} times in a row` : ''}. {state === 'failed' ? retry : null}
      </p>
    </div>
  );
}
