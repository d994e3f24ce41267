/** What stands in place of a history that could not be had: nobody of that name, a wrong option, an upstream that is away. Each says what to do. */
import { Link } from '@tanstack/react-router';

import { ProblemAlert } from '../../../components/problem-alert.tsx';
import { ApiProblem } from '../../../lib/api-problem.ts';
import { useTimeText } from '../../../lib/clock-hook.ts';
import { PlayerSearch } from '../search/player-search.tsx';
import { printRiotId } from '../search/riot-id.ts';
import { isWaitedFor, WAIT_MS } from './following.ts';
import type { AskedPlayer } from './history-query.ts';
import classes from './history-problem.module.css';

interface HistoryProblemProps {
  readonly player: AskedPlayer;
  readonly error: Error;
  /** When it was told, in ms. */
  readonly at: number;
  readonly onRetry: () => Promise<void>;
}

export function HistoryProblem({ player, error, at, onRetry }: HistoryProblemProps) {
  if (!(error instanceof ApiProblem)) return <ProblemAlert error={error} onRetry={onRetry} />;
  if (error.status === 404) return <Nobody player={player} />;
  if (error.status === 400) {
    const faults = error.faults.map(({ where, expected }) => ({
      where: where.replace('query/', ''),
      expected,
    }));
    return <RefusedOptions faults={faults} />;
  }
  return (
    <div className={classes.stack}>
      <ProblemAlert error={error} onRetry={onRetry} />
      {isWaitedFor(error) ? <AskedAgain at={at + (error.retryAfterMs ?? WAIT_MS)} /> : null}
      <p>
        <Link to="/status">What runs, and what the upstream says</Link>
      </p>
    </div>
  );
}

function AskedAgain({ at }: { readonly at: number }) {
  const seconds = useTimeText((now) => String(Math.max(0, Math.ceil((at - now) / 1_000))));
  return <p className={classes.quiet}>It is asked again by itself in {seconds} s.</p>;
}

function Nobody({ player }: { readonly player: AskedPlayer }) {
  const riotId = printRiotId(player);
  return (
    <div className={classes.stack}>
      <div className={classes.nobody}>
        <h2>Nobody has the Riot ID {riotId}</h2>
        <p>
          It is the name and the tag that the client shows, with the # between them; the tag is often, but not
          always, the region. Whoever was renamed is found by the new name.
        </p>
      </div>
      <PlayerSearch key={riotId} typed={riotId} platform={player.platform ?? ''} />
    </div>
  );
}

interface RefusedOptionsProps {
  readonly faults: readonly { readonly where: string; readonly value?: string; readonly expected: string }[];
}

export function RefusedOptions({ faults }: RefusedOptionsProps) {
  return (
    <div role="alert" className={classes.refused}>
      <h2>This history cannot be looked at in this way</h2>
      <ul className={classes.faults}>
        {faults.map(({ where, value, expected }) => (
          <li key={where + expected}>
            <code>{where}</code>
            {value === undefined ? '' : ` is “${value}”`}: expected {expected}
          </li>
        ))}
      </ul>
      <Link to="." search={{}}>
        Start over without options
      </Link>
    </div>
  );
}
