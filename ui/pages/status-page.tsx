/** The whole system, live. */
import { getRouteApi, Link } from '@tanstack/react-router';

import { PageHeader } from '../components/page-header.tsx';
import { ProblemAlert } from '../components/problem-alert.tsx';
import { useAdmin } from '../features/admin/admin-context.ts';
import { StaleFrame } from '../features/status/stale-frame.tsx';
import { StatusBoard } from '../features/status/status-board.tsx';
import { useStatus } from '../features/status/status-query.ts';
import type { JobFilter } from '../features/status/status-search.ts';
import { StatusSkeleton } from '../features/status/status-skeleton.tsx';

const route = getRouteApi('/status');

export function StatusPage() {
  const { token } = useAdmin();
  return (
    <>
      <PageHeader title="Status">
        <Link to="/status/jobs">The work in the background</Link> has a page of its own
        {token === null ? null : (
          <>
            , and so have <Link to="/status/operations">operations</Link>
          </>
        )}
        .
      </PageHeader>
      <StatusContent />
    </>
  );
}

function StatusContent() {
  const { status, error, retry } = useStatus();
  const { jobs = 'all' } = route.useSearch();
  const navigate = route.useNavigate();
  const showJobs = (filter: JobFilter) =>
    void navigate({
      to: '/status',
      search: { jobs: filter === 'all' ? undefined : filter },
      replace: true,
      resetScroll: false,
    });

  if (status) {
    return (
      <StaleFrame asOf={status.now}>
        <StatusBoard status={status} jobFilter={jobs} onJobFilter={showJobs} />
      </StaleFrame>
    );
  }
  if (error) return <ProblemAlert error={error} onRetry={retry} />;
  return <StatusSkeleton />;
}
