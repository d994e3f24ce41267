import { describe, expect, test } from 'vitest';
import { inventRank } from './fixtures/invented-games.ts';
import { ladderChanges } from './ladder-change.ts';
import { weekOf } from './week.ts';

const week = weekOf(Date.UTC(2026, 10, 12), 'UTC');
const only = (...ranks: ReturnType<typeof inventRank>[]) => {
  const [change, ...others] = ladderChanges(ranks, week);
  expect(others).toEqual([]);
  return change;
};

describe('league points of a week', () => {
  test('count from the newest rank at its beginning to the newest before its end', () => {
    const change = only(
      inventRank('2026-11-01T00:00:00Z', 'GOLD', 'III', 10),
      inventRank('2026-11-09T00:00:00Z', 'GOLD', 'II', 60),
      inventRank('2026-11-11T00:00:00Z', 'GOLD', 'II', 90),
      inventRank('2026-11-15T23:59:00Z', 'GOLD', 'I', 15),
      inventRank('2026-11-16T00:00:00Z', 'PLATINUM', 'IV', 0),
    );
    expect(change).toMatchObject({ queue: 'RANKED_SOLO_5x5', isFromWithin: false, change: 55 });
    expect(change?.from.leaguePoints).toBe(60);
    expect(change?.to).toMatchObject({ division: 'I', leaguePoints: 15 });
    expect(change?.moves).toEqual([
      { at: Date.parse('2026-11-15T23:59:00Z'), kind: 'promotion', from: 'GOLD II', to: 'GOLD I' },
    ]);
  });

  test('count from the first rank that was seen where none is known before, and say so', () => {
    const change = only(
      inventRank('2026-11-12T00:00:00Z', 'IRON', 'I', 20),
      inventRank('2026-11-10T00:00:00Z', 'BRONZE', 'IV', 5),
    );
    expect(change).toMatchObject({ isFromWithin: true, change: -85 });
    expect(change?.moves.map(({ kind }) => kind)).toEqual(['demotion']);
  });

  test('are nothing where no rank was seen by then', () => {
    expect(ladderChanges([inventRank('2026-11-16T00:00:00Z', 'GOLD', 'I', 1)], week)).toEqual([]);
    expect(ladderChanges([], week)).toEqual([]);
  });

  test('stay unknown on a ladder that is not known', () => {
    const change = only(
      inventRank('2026-11-08T00:00:00Z', 'WOOD', 'I', 1),
      inventRank('2026-11-12T00:00:00Z', 'GOLD', 'I', 1),
    );
    expect(change).toMatchObject({ change: null, moves: [] });
  });

  test('of several queues stand apart, solo first', () => {
    const solo = inventRank('2026-11-10T00:00:00Z', 'GOLD', 'I', 1);
    const changes = ladderChanges([{ ...solo, queue: 'RANKED_FLEX_SR' }, solo], week);
    expect(changes.map(({ queue }) => queue)).toEqual(['RANKED_SOLO_5x5', 'RANKED_FLEX_SR']);
  });
});

test('among the apex tiers the tier decides between up and down, not the points', () => {
  const change = only(
    inventRank('2026-11-08T00:00:00Z', 'DIAMOND', 'I', 90),
    inventRank('2026-11-10T00:00:00Z', 'MASTER', 'I', 20),
    inventRank('2026-11-11T00:00:00Z', 'GRANDMASTER', 'I', 10),
    inventRank('2026-11-12T00:00:00Z', 'GRANDMASTER', 'I', 400),
    inventRank('2026-11-13T00:00:00Z', 'MASTER', 'I', 410),
  );
  expect(change?.moves.map(({ kind, from, to }) => [kind, from, to])).toEqual([
    ['promotion', 'DIAMOND I', 'MASTER'],
    ['promotion', 'MASTER', 'GRANDMASTER'],
    ['demotion', 'GRANDMASTER', 'MASTER'],
  ]);
});
