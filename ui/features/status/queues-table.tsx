/** How much work waits, runs and was given up, per kind of job. */
import type { QueueRow } from '#/contract/status.ts';

import { DataTable, type Columns } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { JobOutcome } from '../../components/job-outcome.tsx';
import { Section } from '../../components/section.tsx';
import { formatCount } from '../../lib/format.ts';

const COLUMNS: Columns<QueueRow> = [
  { header: 'Kind', cell: (row) => row.kind },
  { header: 'Waiting', cell: (row) => formatCount(row.waiting), align: 'end' },
  { header: 'Delayed', cell: (row) => formatCount(row.delayed), align: 'end' },
  { header: 'Active', cell: (row) => formatCount(row.active), align: 'end' },
  {
    header: 'Dead-lettered',
    cell: (row) =>
      row.deadLettered > 0 ? (
        <JobOutcome outcome="dead-lettered" text={formatCount(row.deadLettered)} />
      ) : (
        '0'
      ),
    align: 'end',
  },
];

export function QueuesTable({ queues }: { readonly queues: readonly QueueRow[] }) {
  return (
    <Section title="Queues">
      {queues.length === 0 ? (
        <EmptyState>No queues are known right now.</EmptyState>
      ) : (
        <DataTable label="Queues" columns={COLUMNS} rows={queues} rowKey={(row) => row.kind} />
      )}
    </Section>
  );
}
