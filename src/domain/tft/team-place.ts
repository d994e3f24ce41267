/**
 * The place of a pair in Double Up, 1 to 4. Partners stand on neighbouring places of the eight, so the pair's place follows from
 * either's. Where the body does not say who played with whom (set 18) it follows from the places alone, and is marked as derived.
 */
import type { TftGame } from './game.ts';

const DOUBLE_UP_QUEUES: ReadonlySet<number> = new Set([1_150, 1_160]);
const PLACES = 8;

export interface TeamPlace {
  readonly place: number;
  /** Nobody said who the partner was. */
  readonly isDerived: boolean;
}

function isDoubleUp({ queue }: Pick<TftGame, 'queue'>): boolean {
  return DOUBLE_UP_QUEUES.has(queue);
}

/** One for each board; null for all of them when the game is not played in pairs, or has not eight places. */
export function teamPlaces(game: TftGame): (TeamPlace | null)[] {
  const { boards } = game;
  const places = new Set(boards.map(({ placement }) => placement));
  const isWhole = places.size === PLACES && [...places].every((place) => place >= 1 && place <= PLACES);
  if (!isDoubleUp(game) || boards.length !== PLACES || !isWhole) return boards.map(() => null);
  const groups = [...new Set(boards.map(({ partnerGroup }) => partnerGroup))];
  const membersOf = (group: number | null) => boards.filter(({ partnerGroup }) => partnerGroup === group);
  const areNamed = !groups.includes(null) && groups.every((group) => membersOf(group).length === 2);
  if (!areNamed) return boards.map(({ placement }) => ({ place: Math.ceil(placement / 2), isDerived: true }));
  const bestOf = (group: number | null): number =>
    Math.min(...membersOf(group).map(({ placement }) => placement));
  const ranked = groups.toSorted((left, right) => bestOf(left) - bestOf(right));
  return boards.map(({ partnerGroup }) => ({ place: ranked.indexOf(partnerGroup) + 1, isDerived: false }));
}
