/** One match day: what is played, how far it is, and how well its goals are covered by clips. It follows the live feed. */
import type { FootballDay } from '#/contract/football.ts';

import { ProblemAlert } from '../../../components/problem-alert.tsx';
import { Loading, PanelSkeleton } from '../../../components/skeletons.tsx';
import { CoveragePanel } from '../coverage-panel.tsx';
import { CompetitionList } from './competition-list.tsx';
import { countShown, isShown } from './competition-groups.ts';
import type { FootballSearch } from './day-address.ts';
import { DayNotices } from './day-notices.tsx';
import { DayPicker, StillInPlay } from './day-picker.tsx';
import type { useMatchDay } from './day-query.ts';
import classes from './match-day.module.css';
import { NoMatches } from './no-matches.tsx';

interface MatchDayProps extends ReturnType<typeof useMatchDay> {
  readonly search: FootballSearch;
  readonly onSearch: (search: FootballSearch) => void;
}

export function MatchDay({ asked, query, search, onSearch }: MatchDayProps) {
  const { data, error, refetch, isPlaceholderData } = query;
  return (
    <div className={classes.page}>
      <DayPicker
        asked={asked}
        search={search}
        onSearch={onSearch}
        counts={data && !isPlaceholderData ? countShown(data.fixtures) : undefined}
      />
      <StillInPlay asked={asked} search={search} />
      {data && error ? (
        <p role="alert" className={classes.fault}>
          Not as new as it could be: {error.message}
        </p>
      ) : null}
      {data ? (
        <div className={classes.page} data-old={isPlaceholderData} aria-busy={isPlaceholderData}>
          <Shown day={data} search={search} />
        </div>
      ) : null}
      {!data && error ? <ProblemAlert error={error} onRetry={async () => void (await refetch())} /> : null}
      {!data && !error ? (
        <Loading what="the matches">
          <PanelSkeleton lines={2} />
          <PanelSkeleton lines={6} />
          <PanelSkeleton lines={16} />
        </Loading>
      ) : null}
    </div>
  );
}

function Shown({ day, search }: { readonly day: FootballDay; readonly search: FootballSearch }) {
  const fixtures = day.fixtures.filter((fixture) => isShown(fixture, search.show));
  return (
    <>
      <DayNotices day={day} />
      {day.fixtures.length === 0 ? null : <CoveragePanel coverage={day.coverage} />}
      {fixtures.length === 0 ? (
        <NoMatches day={day} search={search} />
      ) : (
        <CompetitionList fixtures={fixtures} zone={day.timeZone} />
      )}
    </>
  );
}
