/** The matches of one day, with the goals that were seen and the clips that were found. */
import '../features/football/mantine.css';

import { getRouteApi } from '@tanstack/react-router';

import { PageHeader } from '../components/page-header.tsx';
import { dayWords } from '../features/football/day/day-address.ts';
import { useMatchDay } from '../features/football/day/day-query.ts';
import { MatchDay } from '../features/football/day/match-day.tsx';
import { changedSearch } from '../lib/changed-search.ts';

const route = getRouteApi('/football');

export function FootballPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { asked, query } = useMatchDay(search);
  return (
    <>
      <PageHeader title="Football" tabTitle={`Football, ${asked.day}`}>
        The matches of {dayWords(asked.day)}
        {asked.day === asked.today ? ', today' : ''}, by the clock of {asked.zone}: goals as they are seen,
        confirmed and corrected, and the clips that were found for them.
      </PageHeader>
      <MatchDay
        asked={asked}
        query={query}
        search={search}
        onSearch={(wanted) =>
          void navigate({
            to: '/football',
            search: (latest: typeof search) => changedSearch({ latest, shown: search, wanted }),
            resetScroll: false,
          })
        }
      />
    </>
  );
}
