/** The matches of the day, one panel for each competition. */
import type { FootballFixture } from '#/contract/football.ts';

import { Section } from '../../../components/section.tsx';
import { formatCount } from '../../../lib/format.ts';
import { groupByCompetition, type CompetitionGroup } from './competition-groups.ts';
import classes from './match-day.module.css';
import { FixtureRow } from './fixture-row.tsx';

interface CompetitionListProps {
  readonly fixtures: readonly FootballFixture[];
  readonly zone: string;
}

export function CompetitionList({ fixtures, zone }: CompetitionListProps) {
  return groupByCompetition(fixtures).map((group) => (
    <Section key={group.id} title={titleOf(group)} aside={asideOf(group)}>
      <ul className={classes.fixtures}>
        {group.fixtures.map((fixture) => (
          <FixtureRow key={fixture.id} fixture={fixture} zone={zone} />
        ))}
      </ul>
    </Section>
  ));
}

function titleOf({ country, name }: CompetitionGroup): string {
  return country === '' ? name : `${country}: ${name}`;
}

function asideOf({ live, fixtures }: CompetitionGroup): string {
  const all = `${formatCount(fixtures.length)} ${fixtures.length === 1 ? 'match' : 'matches'}`;
  return live === 0 ? all : `${formatCount(live)} in play, ${all}`;
}
