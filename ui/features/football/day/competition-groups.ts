/** The matches of a day by competition. Competitions with a match in play come first, and in each the matches in play, then by kick-off. */
import type { FootballFixture } from '#/contract/football.ts';

import { isInPlay } from '../match-clock.ts';
import type { Shown } from './day-address.ts';

export interface CompetitionGroup {
  readonly id: number;
  readonly name: string;
  readonly country: string;
  /** In play now. */
  readonly live: number;
  readonly fixtures: readonly FootballFixture[];
}

export function groupByCompetition(fixtures: readonly FootballFixture[]): CompetitionGroup[] {
  const byId = Map.groupBy(fixtures, ({ competition }) => competition.id);
  return [...byId.entries()]
    .flatMap(([id, played]) => {
      const [first] = played;
      if (first === undefined) return [];
      const { name, country } = first.competition;
      const live = played.filter((fixture) => isInPlay(fixture)).length;
      return [{ id, name, country, live, fixtures: played.toSorted(compareFixtures) }];
    })
    .toSorted(
      (one, other) =>
        Number(other.live > 0) - Number(one.live > 0) ||
        compareText(one.country, other.country) ||
        compareText(one.name, other.name) ||
        one.id - other.id,
    );
}

export function isShown(fixture: FootballFixture, show: Shown | undefined): boolean {
  if (show === 'live') return isInPlay(fixture);
  if (show === 'goals') return fixture.goals.stable + fixture.goals.detected > 0;
  return show === undefined || fixture.clips > 0;
}

/** How many matches each choice would leave. */
export function countShown(fixtures: readonly FootballFixture[]): Readonly<Record<Shown | 'all', number>> {
  const count = (show: Shown) => fixtures.filter((fixture) => isShown(fixture, show)).length;
  return { all: fixtures.length, live: count('live'), goals: count('goals'), clips: count('clips') };
}

function compareFixtures(one: FootballFixture, other: FootballFixture): number {
  return (
    Number(isInPlay(other)) - Number(isInPlay(one)) ||
    compareText(one.kickoffAt, other.kickoffAt) ||
    one.id - other.id
  );
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
