import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMatchNumber, toMatchNumber } from './match-number.ts';
import type { PlayedGame } from './world.ts';
import {
  beginWorld,
  busyPlayer,
  DAY_MS,
  endOf,
  gameOf,
  gamesOf,
  kindOfGame,
  KINDS,
  NOON,
  numbersOf,
  playerAt,
  playerIndex,
  TEST_PLAYERS,
} from './world-for-tests.ts';

// Room for every day that the tests look at, so that none is worked out twice.
const world = beginWorld(NOON, { circleDaysKept: 20_000 });

test('every game of a history has the player in it, is of the kind asked for and is over', () => {
  fc.assert(
    fc.property(playerIndex, kindOfGame, (index, kind) => {
      const player = playerAt(world, index);
      for (const game of gamesOf(world, kind, player, 40)) {
        expect(game.kind).toBe(kind);
        expect(game.seats.filter((seat) => seat.player?.index === index)).toHaveLength(1);
        expect(game.seats).toHaveLength(kind === 'tft' ? 8 : 10);
        expect(endOf(game)).toBeLessThanOrEqual(world.now());
        expect(game.patch).toEqual(world.patchAt(game.startsAt));
      }
    }),
    { numRuns: 40 },
  );
});

test('every game of a circle’s day is in the history of each of its players, and in no other kind', () => {
  const circles = new Set<number>();
  for (let index = 0; index < TEST_PLAYERS && circles.size < 4; index += 37) {
    const player = playerAt(world, index);
    const [number] = numbersOf(world, 'tft', player);
    const where = number === undefined ? undefined : parseMatchNumber(number);
    if (where === undefined || circles.has(where.circle)) continue;
    circles.add(where.circle);
    let found = 0;
    for (let game = 0; game < 256; game++) {
      const each = toMatchNumber({ ...where, day: where.day - 3, index: game });
      const [tft, lol] = KINDS.map((kind) => world.game(kind, player.platform, each));
      expect(tft === undefined || lol === undefined).toBe(true);
      const played = tft ?? lol;
      if (played === undefined) continue;
      found++;
      const time = { fromMs: played.startsAt, toMs: played.startsAt };
      for (const player of played.seats.flatMap((seat) => seat.player ?? []))
        expect(numbersOf(world, played.kind, player, time)).toEqual([each]);
    }
    expect(found).toBeGreaterThan(5);
  }
  expect(circles.size).toBe(4);
});

test('a history is in order of time, and its pages follow each other without gaps', () => {
  fc.assert(
    fc.property(playerIndex, kindOfGame, fc.integer({ min: 1, max: 90 }), (index, kind, count) => {
      const player = playerAt(world, index);
      const fromMs = NOON - 90 * DAY_MS;
      const all = numbersOf(world, kind, player, { fromMs });
      const paged: number[] = [];
      for (let start = 0; start < all.length; start += count)
        paged.push(...world.history({ kind, player, start, count, fromMs }));
      expect(paged).toEqual(all);
      expect(world.history({ kind, player, start: all.length, count, fromMs })).toEqual([]);
      const starts = gamesOf(world, kind, player, 20).map((game) => game.startsAt);
      expect(starts).toEqual(starts.toSorted((one, other) => other - one));
    }),
    { numRuns: 10 },
  );
});

test('bounds of time and a queue choose among the games and change nothing else', () => {
  for (const kind of KINDS) {
    const player = busyPlayer(world, kind);
    const all = gamesOf(world, kind, player, 60);
    const [fromMs, toMs] = [NOON - 40 * DAY_MS, NOON - 10 * DAY_MS];
    const ask = (more: object): number[] =>
      world.history({ kind, player, start: 0, count: 10_000, fromMs, ...more });
    const expected = (isWanted: (game: PlayedGame) => boolean): number[] =>
      all.filter((game) => game.startsAt >= fromMs && isWanted(game)).map((game) => game.number);
    const rankedQueues = kind === 'tft' ? [1100] : [420, 440];

    expect(ask({ toMs })).toEqual(expected((game) => game.startsAt <= toMs));
    expect(expected((game) => game.startsAt <= toMs).length).toBeGreaterThan(10);
    expect(ask({ ranked: true })).toEqual(expected((game) => rankedQueues.includes(game.queue)));
    expect(ask({ ranked: false })).toEqual(expected((game) => !rankedQueues.includes(game.queue)));
    for (const queue of new Set(all.map((game) => game.queue)))
      expect(ask({ queue })).toEqual(expected((game) => game.queue === queue));
  }
});

test('a history reaches back two years and never before the epoch; of LoL it holds the last thousand games', () => {
  const late = beginWorld(Date.UTC(2027, 10, 1));
  const longest = { tft: 0, lol: 0 };
  for (let index = 0; index < 8; index++) {
    for (const kind of KINDS) {
      const player = playerAt(world, index);
      const numbers = numbersOf(late, kind, player);
      const oldest = numbers.at(-1);
      const oldestAt = oldest === undefined ? late.now() : gameOf(late, kind, player, oldest).startsAt;
      expect(oldestAt).toBeGreaterThanOrEqual(late.now() - 730 * DAY_MS);
      longest[kind] = Math.max(longest[kind], numbers.length);
    }
  }
  expect(longest.lol).toBe(1000);
  expect(longest.tft).toBeGreaterThan(2000);

  const epoch = Date.UTC(2026, 5, 1, 7);
  const young = beginWorld(NOON, { epoch });
  let oldest = Infinity;
  for (let index = 0; index < 200; index++)
    for (const game of gamesOf(young, 'tft', playerAt(world, index), 30))
      oldest = Math.min(oldest, game.startsAt);
  expect(oldest).toBeGreaterThanOrEqual(epoch);
  expect(oldest).toBeLessThan(epoch + 2 * DAY_MS);
});
