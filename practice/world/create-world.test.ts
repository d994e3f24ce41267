import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PracticeWorld } from './create-world.ts';
import { toMatchNumber } from './match-number.ts';
import { PLATFORM_REGIONS, type GameKind, type PlayedGame, type Platform } from './world.ts';
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

test('two worlds of one seed give the same answers, in whatever order they are asked', () => {
  const question = fc.record({
    index: playerIndex,
    kind: kindOfGame,
    start: fc.integer({ min: 0, max: 80 }),
  });
  const answer = (
    of: PracticeWorld,
    { index, kind, start }: { index: number; kind: GameKind; start: number },
  ): unknown => {
    const player = playerAt(world, index);
    const ids = of.history({ kind, player, start, count: 3 });
    return {
      ids,
      games: ids.map((id) => gameOf(of, kind, player, id)),
      rank: of.rankOf(kind, player),
      player: of.player(index),
    };
  };

  fc.assert(
    fc.property(fc.array(question, { minLength: 3, maxLength: 8 }), (questions) => {
      const forward = beginWorld(NOON, { circleDaysKept: 3 });
      const backward = beginWorld(NOON, { circleDaysKept: 500 });
      const answers = questions.map((each) => answer(forward, each));
      const reversed = questions.toReversed().map((each) => answer(backward, each));
      expect(answers).toEqual(reversed.toReversed());
    }),
    { numRuns: 4 },
  );
});

test('a world that was moved to a time is the world that begins there', () => {
  const moved = beginWorld(NOON - 3 * DAY_MS);
  for (const kind of KINDS) moved.ladder(kind, 'euw1', 'GOLD');
  moved.clock.advance(3 * DAY_MS);

  for (const kind of KINDS) {
    const player = busyPlayer(world, kind);
    expect(moved.ladder(kind, 'euw1', 'GOLD')).toEqual(world.ladder(kind, 'euw1', 'GOLD'));
    expect(gamesOf(moved, kind, player, 5)).toEqual(gamesOf(world, kind, player, 5));
  }
});

test('no player is in two games at once', () => {
  fc.assert(
    fc.property(playerIndex, (index) => {
      const games = KINDS.flatMap((kind) => gamesOf(world, kind, playerAt(world, index), 40));
      games.sort((one, other) => one.startsAt - other.startsAt);
      for (const [place, game] of games.entries()) {
        const nextAt = games[place + 1]?.startsAt ?? Infinity;
        expect(nextAt).toBeGreaterThanOrEqual(endOf(game) + 60_000);
      }
    }),
    { numRuns: 30 },
  );
});

test.each(KINDS)('a %s game is there from the moment it is over, and not before', (kind) => {
  const player = busyPlayer(world, kind);
  for (const game of gamesOf(world, kind, player, 7).slice(0, 10)) {
    const overAt = Math.ceil(endOf(game));
    const ask = (at: number): { isFound: boolean; isListed: boolean } => {
      const then = beginWorld(at);
      return {
        isFound: then.game(kind, game.platform, game.number) !== undefined,
        isListed: then.history({ kind, player, start: 0, count: 5 }).includes(game.number),
      };
    };
    expect(ask(overAt - 1)).toEqual({ isFound: false, isListed: false });
    expect(ask(overAt)).toEqual({ isFound: true, isListed: true });
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
    for (const kind of KINDS) expect(world.game(kind, 'na1', wrong)).toBeUndefined();
});

test('now and then a bot fills a seat, in ranked games too, and never more than two of a lobby', () => {
  const games = new Map<number, PlayedGame>();
  for (let index = 0; index < TEST_PLAYERS; index += 5)
    for (const kind of KINDS)
      for (const game of gamesOf(world, kind, playerAt(world, index), 6)) games.set(game.number, game);
  const botsIn = (game: PlayedGame): number => game.seats.filter((seat) => seat.player === null).length;
  const withBots = [...games.values()].filter((game) => botsIn(game) > 0);

  for (const queue of [1100, 420]) expect(withBots.some((game) => game.queue === queue)).toBe(true);
  expect(withBots.length / games.size).toBeLessThan(0.1);
  expect(Math.max(...withBots.map(botsIn))).toBe(2);
});
