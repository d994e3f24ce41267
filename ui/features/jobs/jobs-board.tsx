/** Everything that the job page shows once it is known. */
import type { JobsOverview } from '#/contract/jobs.ts';

import { ProblemAlert } from '../../components/problem-alert.tsx';
import { Loading, PanelSkeleton } from '../../components/skeletons.tsx';
import { Stat, StatStrip } from '../../components/stat.tsx';
import { formatCount } from '../../lib/format.ts';
import { FailedJobs } from './failed-jobs.tsx';
import { ageWords, periodWords, rateWords, shareWords } from './job-words.ts';
import { JobsFilters } from './jobs-filters.tsx';
import { useJobs } from './jobs-query.ts';
import { USUAL_PERIOD, type JobsSearch, type Period } from './jobs-search.ts';
import classes from './jobs.module.css';
import { KindsTable } from './kinds-table.tsx';
import { LogTable } from './log-table.tsx';

interface JobsBoardProps {
  readonly search: JobsSearch;
  readonly onSearch: (search: JobsSearch) => void;
}

export function JobsBoard({ search, onSearch }: JobsBoardProps) {
  const { data, error, refetch, isPlaceholderData } = useJobs(search);
  const period = search.minutes ?? USUAL_PERIOD;
  return (
    <div className={classes.board}>
      <JobsFilters search={search} onSearch={onSearch} />
      {data ? (
        <div className={classes.board} data-old={isPlaceholderData}>
          <Totals jobs={data} period={period} />
          <FailedJobs kind={search.kind} />
          <KindsTable kinds={data.kinds} period={period} />
          <LogTable log={data.log} isNarrowed={search.kind !== undefined || search.outcome !== undefined} />
        </div>
      ) : null}
      {!data && error ? <ProblemAlert error={error} onRetry={async () => void (await refetch())} /> : null}
      {!data && !error ? (
        <Loading what="the jobs">
          <PanelSkeleton lines={2} />
          <PanelSkeleton lines={8} />
        </Loading>
      ) : null}
    </div>
  );
}

function Totals({
  jobs: { totals, kinds },
  period,
}: {
  readonly jobs: JobsOverview;
  readonly period: Period;
}) {
  const sum = (read: (ended: JobsOverview['kinds'][number]['ended']) => number) =>
    kinds.reduce((all, { ended }) => all + read(ended), 0);
  const ends = sum(({ done, skipped, deadLettered }) => done + skipped + deadLettered);
  const retried = sum((ended) => ended.retried);
  const runs = ends + retried + sum((ended) => ended.postponed);
  return (
    <StatStrip>
      <Stat
        label="Active"
        value={formatCount(totals.active)}
        note={`of ${formatCount(kinds.length)} kinds`}
      />
      <Stat
        label="Waiting"
        value={formatCount(totals.waiting)}
        note={
          totals.oldestWaitingSeconds === null
            ? 'nothing has to wait'
            : `the oldest for ${ageWords(totals.oldestWaitingSeconds)}`
        }
      />
      <Stat label="For later" value={formatCount(totals.delayed)} note="wait for their time" />
      <Stat
        label="Runs a minute"
        value={rateWords(totals.perMinute)}
        note={`over the last ${periodWords(period)}`}
      />
      <Stat
        label="Retried"
        value={shareWords(runs === 0 ? null : retried / runs)}
        note={runs === 0 ? 'no runs' : `${formatCount(retried)} of ${formatCount(runs)} runs`}
      />
      <Stat
        label="Given up"
        value={formatCount(totals.failed)}
        note={totals.failed > 0 ? 'need a look' : 'none'}
        isTrouble={totals.failed > 0}
      />
    </StatStrip>
  );
}
