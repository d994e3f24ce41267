/** Linked accounts of League of Legends and their syncs. */
import '../features/lol/mantine.css';

import { PageHeader } from '../components/page-header.tsx';
import { Accounts } from '../features/lol/accounts/accounts.tsx';
import { AreaTabs } from '../features/lol/area-tabs.tsx';

export function LolAccountsPage() {
  return (
    <>
      <AreaTabs />
      <PageHeader title="Accounts">
        Linked Riot accounts: the whole history of each with its timelines, fetched once and kept in sync.
        What you see is happening now.
      </PageHeader>
      <Accounts />
    </>
  );
}
