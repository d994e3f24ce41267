/** Where no match is shown: because the day has none, or because the choice leaves none. Each says what to do. */
import { Link } from '@tanstack/react-router';

import type { FootballDay } from '#/contract/football.ts';

import { Section } from '../../../components/section.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { dayWords, type FootballSearch } from './day-address.ts';
import { FetchDay } from './fetch-day.tsx';
import classes from './match-day.module.css';

interface NoMatchesProps {
  readonly day: FootballDay;
  readonly search: FootballSearch;
}

export function NoMatches({ day, search }: NoMatchesProps) {
  if (day.fixtures.length > 0) {
    return (
      <Section title="No match is left by this choice">
        <EmptyState>
          The day has matches, but none like that.{' '}
          <Link to="/football" search={{ ...search, show: undefined }} resetScroll={false}>
            Show all of them
          </Link>
        </EmptyState>
      </Section>
    );
  }
  return (
    <Section title={`No match is known of ${dayWords(day.day)}`}>
      <EmptyState>
        {day.isOn
          ? 'Either none of the competitions that are followed plays, or the day was not read yet: days are read in advance, twice a day.'
          : 'Nothing was collected for it, and nothing is being collected.'}
      </EmptyState>
      {day.isOn ? (
        <div className={classes.fetch}>
          <FetchDay day={day.day} />
        </div>
      ) : null}
    </Section>
  );
}
