import { expect, test } from 'vitest';

import type { FootballFixture } from '#/contract/football.ts';

import { makeFixture } from '../football-for-tests.ts';
import { countShown, groupByCompetition, isShown } from './competition-groups.ts';
import { countWords } from './count-words.ts';

const league = (id: number, country: string, name: string): FootballFixture['competition'] => ({
  id,
  country,
  name,
  season: 2026,
  round: 'Round 1',
});
const over = { status: 'FT', statusGroup: 'finished', minute: 90 } as const;
const upcoming = { status: 'NS', statusGroup: 'upcoming', minute: null, score: null } as const;

test('competitions in play come first, then by country and name', () => {
  const groups = groupByCompetition([
    makeFixture({ id: 1, ...over, competition: league(1, 'Aland', 'Cup') }),
    makeFixture({ id: 2, ...over, competition: league(2, 'Aland', 'Ace League') }),
    makeFixture({ id: 3, competition: league(3, 'Zedland', 'Top') }),
    makeFixture({ id: 4, ...over, competition: league(3, 'Zedland', 'Top') }),
    makeFixture({ id: 5, status: 'HT', statusGroup: 'break', competition: league(4, 'Midland', 'Top') }),
  ]);

  expect(groups.map(({ country, name, live }) => [country, name, live])).toEqual([
    ['Midland', 'Top', 1],
    ['Zedland', 'Top', 1],
    ['Aland', 'Ace League', 0],
    ['Aland', 'Cup', 0],
  ]);
});

test('two competitions of one name stay two', () => {
  const groups = groupByCompetition([
    makeFixture({ id: 1, competition: league(8, 'Norland', 'Premier') }),
    makeFixture({ id: 2, competition: league(7, 'Norland', 'Premier') }),
  ]);
  expect(groups.map(({ id }) => id)).toEqual([7, 8]);
});

test('in a competition the matches in play come first, then by kick-off', () => {
  const [group] = groupByCompetition([
    makeFixture({ id: 1, ...over, kickoffAt: '2026-11-15T12:00:00.000Z' }),
    makeFixture({ id: 2, ...upcoming, kickoffAt: '2026-11-15T20:00:00.000Z' }),
    makeFixture({ id: 3, kickoffAt: '2026-11-15T19:00:00.000Z' }),
    makeFixture({ id: 4, ...over, kickoffAt: '2026-11-15T11:00:00.000Z' }),
  ]);
  expect(group?.fixtures.map(({ id }) => id)).toEqual([3, 4, 1, 2]);
});

test('a choice leaves what it says, and is counted', () => {
  const none = { stable: 0, detected: 0, removed: 0 };
  const fixtures = [
    makeFixture({ id: 1, goals: none, clips: 0 }),
    makeFixture({ id: 2, ...over, goals: { ...none, removed: 1 }, clips: 0 }),
    makeFixture({ id: 3, ...over, goals: { ...none, detected: 1 }, clips: 0 }),
    makeFixture({ id: 4, ...over, goals: { ...none, stable: 2 }, clips: 5 }),
  ];
  const left = (show: 'live' | 'goals' | 'clips' | undefined) =>
    fixtures.filter((fixture) => isShown(fixture, show)).map(({ id }) => id);

  expect(left(undefined)).toEqual([1, 2, 3, 4]);
  expect(left('live')).toEqual([1]);
  expect(left('goals')).toEqual([3, 4]);
  expect(left('clips')).toEqual([4]);
  expect(countShown(fixtures)).toEqual({ all: 4, live: 1, goals: 2, clips: 1 });
});

test('counts leave out what there is none of', () => {
  const none = { stable: 0, detected: 0, removed: 0 };
  expect(countWords({ goals: none, clips: 0 })).toBe('');
  expect(countWords({ goals: { ...none, stable: 1 }, clips: 1 })).toBe('1 goal · 1 clip');
  expect(countWords({ goals: { stable: 3, detected: 1, removed: 2 }, clips: 5 })).toBe(
    '3 goals · 1 being checked · 2 taken back · 5 clips',
  );
});
