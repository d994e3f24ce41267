/** A small world on a stepped clock, and the few ways in which tests of the world ask it; all through its public functions. */
import fc from 'fast-check';
import { createWorldClock, type WorldClock } from '../world-clock.ts';
import { createWorld, type PracticeWorld, type WorldSetting } from './create-world.ts';
import { TEST_RULES } from './rules-for-tests.ts';
import type { GameKind, HistoryQuery, PlayedGame, Player } from './world.ts';

export const KINDS = ['tft', 'lol'] as const;
export const DAY_MS = 86_400_000;
export const TEST_PLAYERS = 800;
export const NOON = Date.UTC(2026, 5, 10, 12);

/** What properties of the world are tried with. */
export const playerIndex = fc.integer({ min: 0, max: TEST_PLAYERS - 1 });
export const kindOfGame = fc.constantFrom<GameKind>(...KINDS);

export interface TestWorld extends PracticeWorld {
  readonly clock: WorldClock;
}

export function beginWorld(startAt: number, setting: Partial<WorldSetting> = {}): TestWorld {
  const clock = createWorldClock({ mode: 'stepped', startAt });
  const world = createWorld({ seed: 5, clock, rules: TEST_RULES, playerCount: TEST_PLAYERS, ...setting });
  return { ...world, clock };
}

export function playerAt(world: PracticeWorld, index: number): Player {
  const player = world.player(index);
  if (player === undefined) throw new Error(`the test's world has no player ${index}`);
  return player;
}

export function numbersOf(
  world: PracticeWorld,
  kind: GameKind,
  player: Player,
  more: Partial<HistoryQuery> = {},
): number[] {
  return world.history({ kind, player, start: 0, count: 10_000, ...more });
}

export function gameOf(world: PracticeWorld, kind: GameKind, player: Player, number: number): PlayedGame {
  const game = world.game(kind, player.platform, number);
  if (game === undefined) throw new Error(`${number} is in a ${kind} history, but there is no such game`);
  return game;
}

/** Newest first. */
export function gamesOf(world: PracticeWorld, kind: GameKind, player: Player, days: number): PlayedGame[] {
  const fromMs = world.now() - days * DAY_MS;
  return numbersOf(world, kind, player, { fromMs }).map((number) => gameOf(world, kind, player, number));
}

export function endOf(game: PlayedGame): number {
  return game.startsAt + game.lengthSeconds * 1000;
}

/** A player who has played a lot on the last seven days. */
export function busyPlayer(world: PracticeWorld, kind: GameKind): Player {
  const fromMs = world.now() - 7 * DAY_MS;
  for (let index = 0; index < world.playerCount(); index++) {
    const player = playerAt(world, index);
    if (numbersOf(world, kind, player, { fromMs }).length > 25) return player;
  }
  throw new Error(`no player of the test's world plays much ${kind}`);
}
