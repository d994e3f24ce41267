/** Tracked players and groups of League of Legends. */
import '../features/lol/mantine.css';

import { PageHeader } from '../components/page-header.tsx';
import { AreaTabs } from '../features/lol/area-tabs.tsx';
import { Tracking } from '../features/lol/tracking/tracking.tsx';

export function LolTrackedPage() {
  return (
    <>
      <AreaTabs />
      <PageHeader title="Tracked players">
        Players who are followed without being asked for: newest games, ranks and a weekly report, alone and
        in groups.
      </PageHeader>
      <Tracking />
    </>
  );
}
