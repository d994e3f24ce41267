/** The newest ends of jobs. */
import type { JobEnd } from '#/contract/status.ts';

import { DataTable, type Columns } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { JobOutcome } from '../../components/job-outcome.tsx';
import { Section } from '../../components/section.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { formatDuration } from '../../lib/format.ts';
import { keyedList } from '../../lib/keyed-list.ts';

type Row = JobEnd & { readonly rowKey: string };

const COLUMNS: Columns<Row> = [
  { header: 'Kind', cell: ({ kind }) => kind },
  { header: 'Run', cell: ({ runName, key }) => runName ?? key, card: 'wide' },
  { header: 'Outcome', cell: ({ outcome }) => <JobOutcome outcome={outcome} />, card: 'aside' },
  { header: 'Attempts', cell: ({ attempts }) => attempts, align: 'end' },
  { header: 'Took', cell: ({ durationMs }) => formatDuration(durationMs), align: 'end' },
  { header: 'Ended', cell: ({ endedAt }) => <TimeAgo at={endedAt} />, align: 'end' },
  { header: 'Reason', cell: ({ reason }) => reason, card: 'wide' },
];

interface LogTableProps {
  readonly log: readonly JobEnd[];
  readonly isNarrowed: boolean;
}

export function LogTable({ log, isNarrowed }: LogTableProps) {
  // Ends carry no id, and a batch may end within one millisecond.
  const keys = keyedList(log.map(({ endedAt, kind, key }) => `${endedAt} ${kind} ${key ?? ''}`));
  const rows = log.map((end, index): Row => ({ ...end, rowKey: keys[index]?.key ?? String(index) }));
  return (
    <Section title="Log">
      {rows.length === 0 ? (
        <EmptyState>{isNarrowed ? 'Nothing in the log fits.' : 'No job has ended yet.'}</EmptyState>
      ) : (
        <DataTable label="Log of jobs" columns={COLUMNS} rows={rows} rowKey={({ rowKey }) => rowKey} />
      )}
    </Section>
  );
}
