/** The work in the background: what waits, what runs, what failed. */
import '../features/jobs/mantine.css';

import { getRouteApi, Link } from '@tanstack/react-router';

import { PageHeader } from '../components/page-header.tsx';
import { JobsBoard } from '../features/jobs/jobs-board.tsx';
import { changedSearch } from '../lib/changed-search.ts';

const route = getRouteApi('/status/jobs');

export function JobsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title="Jobs">
        The work in the background, by kind: queues, rates, ages, and what was given up. The rest of the
        system is on the <Link to="/status">status page</Link>.
      </PageHeader>
      <JobsBoard
        search={search}
        onSearch={(wanted) =>
          void navigate({
            to: '/status/jobs',
            search: (latest: typeof search) => changedSearch({ latest, shown: search, wanted }),
            replace: true,
            resetScroll: false,
          })
        }
      />
    </>
  );
}
