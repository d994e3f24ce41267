/** Each kind of work: what waits and runs, how fast it goes, how often it fails. */
import type { JobKindRow } from '#/contract/jobs.ts';

import { DataTable, type Columns } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { JobOutcome } from '../../components/job-outcome.tsx';
import { Section } from '../../components/section.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { formatCount, formatDuration } from '../../lib/format.ts';
import { ageWords, periodWords, rateWords, shareWords } from './job-words.ts';
import type { Period } from './jobs-search.ts';
import classes from './jobs.module.css';

const COLUMNS: Columns<JobKindRow> = [
  { header: 'Kind', cell: (row) => <Kind row={row} /> },
  { header: 'Waiting', cell: (row) => <Waiting row={row} />, align: 'end' },
  { header: 'Active', cell: (row) => <Active row={row} />, align: 'end' },
  {
    header: 'Failed',
    cell: ({ failed }) =>
      failed > 0 ? <JobOutcome outcome="dead-lettered" text={formatCount(failed)} /> : '0',
    align: 'end',
  },
  { header: 'Runs a minute', cell: ({ perMinute }) => rateWords(perMinute), align: 'end' },
  { header: 'Retried', cell: (row) => <Share share={row.retryRate} of={runsOf(row)} />, align: 'end' },
  { header: 'Given up', cell: (row) => <Share share={row.failureRate} of={endsOf(row)} />, align: 'end' },
  { header: 'Took', cell: (row) => <Took row={row} />, align: 'end', card: 'wide' },
  {
    header: 'Last',
    cell: ({ lastEndedAt }) => (lastEndedAt === null ? '–' : <TimeAgo at={lastEndedAt} />),
    align: 'end',
  },
];

interface KindsTableProps {
  readonly kinds: readonly JobKindRow[];
  readonly period: Period;
}

export function KindsTable({ kinds, period }: KindsTableProps) {
  return (
    <Section title="Kinds of work" aside={`rates over the last ${periodWords(period)}`}>
      {kinds.length === 0 ? (
        <EmptyState>There is no such kind of work in this Gamekeeper.</EmptyState>
      ) : (
        <div className={classes.scroll} tabIndex={-1}>
          <DataTable label="Kinds of work" columns={COLUMNS} rows={kinds} rowKey={({ kind }) => kind} />
        </div>
      )}
    </Section>
  );
}

function Kind({ row: { kind, schedule } }: { readonly row: JobKindRow }) {
  return (
    <>
      {kind}
      {schedule === null ? null : (
        <span className={classes.under}>
          by itself: <code title={`Time zone ${schedule.timeZone}`}>{schedule.cron}</code>
        </span>
      )}
    </>
  );
}

function Waiting({ row: { waiting, delayed, oldestWaitingSeconds } }: { readonly row: JobKindRow }) {
  return (
    <>
      {formatCount(waiting)}
      {oldestWaitingSeconds === null ? null : (
        <span className={classes.under}>for {ageWords(oldestWaitingSeconds)}</span>
      )}
      {delayed === 0 ? null : <span className={classes.under}>{formatCount(delayed)} for later</span>}
    </>
  );
}

function Active({ row: { active, oldestActiveSeconds } }: { readonly row: JobKindRow }) {
  return (
    <>
      {formatCount(active)}
      {oldestActiveSeconds === null ? null : (
        <span className={classes.under}>for {ageWords(oldestActiveSeconds)}</span>
      )}
    </>
  );
}

function Share({ share, of }: { readonly share: number | null; readonly of: number }) {
  return (
    <>
      {shareWords(share)}
      {of === 0 ? null : <span className={classes.under}>of {formatCount(of)}</span>}
    </>
  );
}

function Took({ row: { medianMs, p95Ms } }: { readonly row: JobKindRow }) {
  return (
    <>
      {medianMs === null ? '–' : formatDuration(medianMs)}
      {p95Ms === null ? null : <span className={classes.under}>95 % within {formatDuration(p95Ms)}</span>}
    </>
  );
}

function endsOf({ ended: { done, skipped, deadLettered } }: JobKindRow): number {
  return done + skipped + deadLettered;
}

function runsOf(row: JobKindRow): number {
  return endsOf(row) + row.ended.postponed + row.ended.retried;
}
