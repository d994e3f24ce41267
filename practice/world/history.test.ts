import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMatchNumber, toMatchNumber } from './circle-day.ts';
import type { PracticeWorld } from './create-world.ts';
import { PLATFORM_REGIONS, type Platform, type PlayedGame } from './world.ts';
import {
  DAY_MS,
  KINDS,
  NOON,
  TEST_PLAYERS,
  beginWorld,
  busyPlayer,
  endOf,
  gameOf,
  gamesOf,
  kindOfGame,
  numbersOf,
  playerAt,
  playerIndex,
} from './world-for-tests.ts';

const question = fc.record({ index: playerIndex, kind: kindOfGame, start: fc.integer({ min: 0, max: 80 }) });

// Room for every day that the tests look at, so that none is worked out twice.
const world = beginWorld(NOON, { circleDaysKept: 20_000 });

test('worlds of one seed give the same answers in whatever order they are asked, with small caches too', () => {
  fc.assert(
    fc.property(fc.array(question, { minLength: 3, maxLength: 6 }), (questions) => {
      const answers = (of: PracticeWorld, asked: typeof questions) =>
        asked.map(({ index, kind, start }) => {
          const player = playerAt(world, index);
          const ids = of.history({ kind, player, start, count: 3 });
          const games = ids.map((id) => gameOf(of, kind, player, id));
          return { ids, games, rank: of.rankOf(kind, player), player: of.player(index) };
        });
      const forward = answers(beginWorld(NOON, { circleDaysKept: 3 }), questions);
      const backward = answers(beginWorld(NOON, { circleDaysKept: 500 }), questions.toReversed());
      expect(forward).toEqual(backward.toReversed());
    }),
    { numRuns: 2 },
  );
});

test('no player is in two games at once, and each game has its seats and patch', () => {
  fc.assert(
    fc.property(playerIndex, (index) => {
      const games = KINDS.flatMap((kind) => gamesOf(world, kind, playerAt(world, index), 40));
      games.sort((one, other) => one.startsAt - other.startsAt);
      for (const [place, game] of games.entries()) {
        expect(games[place + 1]?.startsAt ?? Infinity).toBeGreaterThanOrEqual(endOf(game) + 60_000);
        expect(game.seats).toHaveLength(game.kind === 'tft' ? 8 : 10);
        expect(game.seats.filter(({ player }) => player === null).length).toBeLessThanOrEqual(2);
        expect(game.patch).toEqual(world.patchAt(game.startsAt));
      }
    }),
    { numRuns: 12 },
  );
});

test.each(KINDS)('a %s game is there from the moment it is over, and not before', (kind) => {
  const player = busyPlayer(world, kind);
  for (const game of gamesOf(world, kind, player, 7).slice(0, 2)) {
    const overAt = Math.ceil(endOf(game));
    const ask = (at: number): boolean[] => {
      const then = beginWorld(at);
      const listed = then.history({ kind, player, start: 0, count: 5 });
      return [then.game(kind, game.platform, game.number) !== undefined, listed.includes(game.number)];
    };
    expect([ask(overAt - 1), ask(overAt)]).toEqual([
      [false, false],
      [true, true],
    ]);
  }
});

test('a game is known under its own kind and platform only, and unknown numbers are nothing', () => {
  const player = busyPlayer(world, 'tft');
  const [number = 0] = numbersOf(world, 'tft', player);
  const tomorrow = toMatchNumber({ day: 1e3, circle: 0, index: 0 });

  expect(world.game('lol', player.platform, number)).toBeUndefined();
  for (const platform of Object.keys(PLATFORM_REGIONS) as Platform[])
    expect(world.game('tft', platform, number) === undefined).toBe(platform !== player.platform);
  for (const wrong of [0, -1, 1.5, 7_999_999_999, tomorrow, number + 0.5])
    expect(world.game('tft', 'na1', wrong)).toBeUndefined();
});

test('every game of a circle’s day is in the history of each of its players, and in no other kind', () => {
  const circles = new Set<number>();
  for (let index = 0; index < TEST_PLAYERS && circles.size < 2; index += 37) {
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
  expect(circles.size).toBe(2);
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

test.each(KINDS)('bounds of time and a queue choose among the %s games and change nothing else', (kind) => {
  const player = busyPlayer(world, kind);
  const [fromMs, toMs] = [NOON - 40 * DAY_MS, NOON - 10 * DAY_MS];
  const all = gamesOf(world, kind, player, 40);
  const chosen = (isWanted: (game: PlayedGame) => boolean): number[] =>
    all.filter(isWanted).map((game) => game.number);
  const isRanked = ({ queue }: PlayedGame): boolean => [1100, 420, 440].includes(queue);
  const ask = (more: object): number[] => numbersOf(world, kind, player, { fromMs, ...more });

  expect(ask({ toMs })).toEqual(chosen((game) => game.startsAt <= toMs));
  expect(ask({ ranked: true })).toEqual(chosen(isRanked));
  expect(ask({ ranked: false })).toEqual(chosen((game) => !isRanked(game)));
  for (const queue of new Set(all.map((game) => game.queue)))
    expect(ask({ queue })).toEqual(chosen((game) => game.queue === queue));
});

test('a history reaches back two years, and of LoL it holds the last thousand games', () => {
  const late = beginWorld(Date.UTC(2027, 10, 1));
  const histories = { tft: [] as number[], lol: [] as number[] };
  for (const kind of KINDS)
    for (let index = 0; index < 5; index++) {
      const player = playerAt(world, index);
      const numbers = numbersOf(late, kind, player);
      if (numbers.length > histories[kind].length) histories[kind] = numbers;
      for (const oldest of numbers.slice(-1))
        expect(gameOf(late, kind, player, oldest).startsAt).toBeGreaterThanOrEqual(late.now() - 730 * DAY_MS);
    }
  expect(histories.lol.length).toBe(1000);
  expect(histories.tft.length).toBeGreaterThan(2000);
});
