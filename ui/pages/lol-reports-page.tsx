/** Weekly reports of tracked players and groups. */
import '../features/lol/mantine.css';

import { getRouteApi } from '@tanstack/react-router';

import { PageHeader } from '../components/page-header.tsx';
import { AreaTabs } from '../features/lol/area-tabs.tsx';
import { Reports } from '../features/lol/reports/reports.tsx';
import { changedSearch } from '../lib/changed-search.ts';

const route = getRouteApi('/players/reports');

export function LolReportsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <AreaTabs />
      <PageHeader title="Reports">
        Every week a report of each tracked player and of each group, from Monday to Sunday in their own time
        zone.
      </PageHeader>
      <Reports
        search={search}
        onSearch={(wanted) =>
          void navigate({
            to: '/players/reports',
            search: (latest: typeof search) => changedSearch({ latest, shown: search, wanted }),
            replace: true,
            resetScroll: false,
          })
        }
        onMade={({ id }) => void navigate({ to: '/players/reports/week/$id', params: { id } })}
      />
    </>
  );
}
