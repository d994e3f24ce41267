/** The newest job ends, all or only those that did not simply succeed; which of both is in the address. */
import type { JobEnd } from '#/contract/status.ts';

import { Choice } from '../../components/choice.tsx';
import { DataTable, type Columns } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { JobOutcome } from '../../components/job-outcome.tsx';
import { Section } from '../../components/section.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { formatDuration } from '../../lib/format.ts';
import type { JobFilter } from './status-search.ts';

const COLUMNS: Columns<JobEnd> = [
  { header: 'Kind', cell: (end) => end.kind },
  { header: 'Run', cell: (end) => end.runName ?? end.key, card: 'wide' },
  { header: 'Outcome', cell: (end) => <JobOutcome outcome={end.outcome} />, card: 'aside' },
  { header: 'Attempts', cell: (end) => end.attempts, align: 'end' },
  { header: 'Took', cell: (end) => formatDuration(end.durationMs), align: 'end' },
  { header: 'Ended', cell: (end) => <TimeAgo at={end.endedAt} />, align: 'end' },
  { header: 'Reason', cell: (end) => end.reason, card: 'wide' },
];

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'trouble', label: 'Trouble only' },
] as const satisfies readonly { value: JobFilter; label: string }[];

interface RecentJobsProps {
  readonly ends: readonly JobEnd[];
  readonly filter: JobFilter;
  readonly onFilter: (filter: JobFilter) => void;
}

export function RecentJobs({ ends, filter, onFilter }: RecentJobsProps) {
  const shown = withKeys(filter === 'all' ? ends : ends.filter(isTrouble));
  return (
    <Section
      title="Recent jobs"
      aside={<Choice label="Which jobs to show" value={filter} onChange={onFilter} options={FILTERS} />}
    >
      {shown.length === 0 ? (
        <EmptyState>
          {ends.length === 0 ? 'No job has ended yet.' : 'None of the recent jobs had trouble.'}
        </EmptyState>
      ) : (
        <DataTable label="Recent jobs" columns={COLUMNS} rows={shown} rowKey={(end) => end.rowKey} />
      )}
    </Section>
  );
}

function isTrouble({ outcome }: JobEnd): boolean {
  return outcome === 'retried' || outcome === 'dead-lettered';
}

/** Job ends carry no id, and a batch may end within one millisecond: equals are told apart by counting them. */
function withKeys(ends: readonly JobEnd[]): readonly (JobEnd & { readonly rowKey: string })[] {
  const seen = new Map<string, number>();
  return ends.map((end) => {
    const base = `${end.endedAt} ${end.kind} ${end.key ?? ''}`;
    const times = (seen.get(base) ?? 0) + 1;
    seen.set(base, times);
    return { ...end, rowKey: `${base} ${times}` };
  });
}
