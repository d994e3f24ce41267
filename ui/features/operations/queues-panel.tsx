/** The queues in which something happens, shortest form: the whole of it is on the job page. */
import { Link } from '@tanstack/react-router';

import type { JobKindRow } from '#/contract/jobs.ts';

import { DataTable, type Columns } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { JobOutcome } from '../../components/job-outcome.tsx';
import { formatCount, formatSpan } from '../../lib/format.ts';
import { unitText } from './history/unit-text.ts';
import { useQueues } from './operations-query.ts';
import { ReadPanel } from './read-panel.tsx';

const COLUMNS: Columns<JobKindRow> = [
  {
    header: 'Kind',
    cell: ({ kind }) => (
      <Link to="/status/jobs" search={{ kind }}>
        {kind}
      </Link>
    ),
  },
  { header: 'Waiting', cell: ({ waiting }) => formatCount(waiting), align: 'end' },
  {
    header: 'Oldest',
    cell: ({ oldestWaitingSeconds: seconds }) => (seconds === null ? '–' : formatSpan(seconds * 1_000)),
    align: 'end',
  },
  { header: 'For later', cell: ({ delayed }) => formatCount(delayed), align: 'end' },
  { header: 'Active', cell: ({ active }) => formatCount(active), align: 'end' },
  {
    header: 'Given up',
    cell: ({ failed }) =>
      failed > 0 ? <JobOutcome outcome="dead-lettered" text={formatCount(failed)} /> : '0',
    align: 'end',
  },
  { header: 'Runs', cell: ({ perMinute }) => unitText(perMinute, 'per-minute'), align: 'end' },
];

export function QueuesPanel() {
  const { data, error, refetch } = useQueues();
  const read = { data, error, retry: async () => void (await refetch()) };
  return (
    <ReadPanel
      title="Queues"
      what="the queues"
      read={read}
      aside={<Link to="/status/jobs">All kinds of work, and the log</Link>}
    >
      {({ kinds }) => <Queues kinds={kinds} />}
    </ReadPanel>
  );
}

function Queues({ kinds }: { readonly kinds: readonly JobKindRow[] }) {
  const busy = kinds.filter(isBusy);
  const resting = kinds.length - busy.length;
  return (
    <>
      {busy.length === 0 ? null : (
        <DataTable label="Queues" columns={COLUMNS} rows={busy} rowKey={({ kind }) => kind} />
      )}
      {resting === 0 ? null : (
        <EmptyState>
          {busy.length === 0 ? 'All' : formatCount(resting)} {resting === 1 ? 'kind' : 'kinds'} of work
          {busy.length === 0 ? '' : ' more'} {resting === 1 ? 'was' : 'were'} at rest for a quarter of an
          hour.
        </EmptyState>
      )}
    </>
  );
}

function isBusy({ waiting, delayed, active, failed, perMinute }: JobKindRow): boolean {
  return waiting + delayed + active + failed > 0 || perMinute > 0;
}
