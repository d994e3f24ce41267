/** The hidden truth about players, for the side door: in pages (`?from=`, `?count=`) or one alone (`players/17`), by number. */
import type { PracticeWorld } from '../world/create-world.ts';

const MAX_PLAYERS = 1000;

/** Undefined: there is no such truth. */
export function answerTruth(world: PracticeWorld, path: readonly string[], query: URLSearchParams): unknown {
  const [what, which] = path;
  if (what !== 'players' || path.length > 2) return undefined;
  if (which !== undefined) return tellPlayer(world, Number(which));
  const count = Math.min(numberIn(query, 'count', 100), MAX_PLAYERS);
  const from = numberIn(query, 'from', 0);
  const numbers = Array.from({ length: count }, (_, step) => from + step);
  return { total: world.playerCount(), players: numbers.flatMap((index) => tellPlayer(world, index) ?? []) };
}

function numberIn(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name);
  if (text === null) return otherwise;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Error(`${name} is ${JSON.stringify(text)}; expected a whole number from 0 on`);
}

function tellPlayer(world: PracticeWorld, index: number): object | undefined {
  const player = world.player(index);
  const truth = world.truthOf(index);
  return player === undefined || truth === undefined ? undefined : { ...player, ...truth };
}
