/** All linked accounts, as they are now. */
import { useState } from 'react';

import type { LolAccount, LolAccountRemoved } from '#/contract/lol-accounts.ts';

import { EmptyState } from '../../../components/empty-state.tsx';
import { ProblemAlert } from '../../../components/problem-alert.tsx';
import { Section } from '../../../components/section.tsx';
import { Loading, PanelSkeleton } from '../../../components/skeletons.tsx';
import { NeedsAdmin } from '../../admin/needs-admin.tsx';
import { AccountCard } from './account-card.tsx';
import classes from './accounts.module.css';
import { useAccounts } from './accounts-query.ts';
import { LinkForm } from './link-form.tsx';
import { RemovalNotice, type OnRemoved } from './removal-notice.tsx';
import { useVisitStale } from './visit-stale-hook.ts';

export function Accounts() {
  const { accounts, error, retry } = useAccounts();
  const [removal, setRemoval] = useState<{ name: string; removed: LolAccountRemoved } | null>(null);
  return (
    <div className={classes.page}>
      <Section title="Link an account" aside={<NeedsAdmin what="Linking, syncing and unlinking" />}>
        <div className={classes.body}>
          <LinkForm />
        </div>
      </Section>
      {removal ? <RemovalNotice {...removal} /> : null}
      {accounts ? (
        <AccountList accounts={accounts} onRemoved={(name, removed) => setRemoval({ name, removed })} />
      ) : null}
      {accounts === undefined && error ? <ProblemAlert error={error} onRetry={retry} /> : null}
      {accounts === undefined && !error ? (
        <Loading what="the accounts">
          <PanelSkeleton lines={4} />
        </Loading>
      ) : null}
    </div>
  );
}

interface AccountListProps {
  readonly accounts: readonly LolAccount[];
  readonly onRemoved: OnRemoved;
}

function AccountList({ accounts, onRemoved }: AccountListProps) {
  useVisitStale(accounts);
  if (accounts.length === 0) {
    return (
      <EmptyState>
        No account is linked. Link one above by its Riot ID: its whole history with timelines is fetched while
        you watch, and kept in sync from then on.
      </EmptyState>
    );
  }
  return (
    <ul className={classes.cards} aria-label="Linked accounts">
      {accounts.map((account) => (
        <AccountCard key={account.id} account={account} onRemoved={onRemoved} />
      ))}
    </ul>
  );
}
