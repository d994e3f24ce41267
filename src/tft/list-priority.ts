/** Order of listing: players with a new match first, then recent and frequent players. Players never seen are in the middle. */
export interface Activity {
  /** The rank changed since the last ladder, so there is an unlisted match. */
  readonly hasMoved: boolean;
  readonly lastGameAt: Date | null;
  readonly gamesSeen: number;
}

const HOUR_MS = 3_600_000;
const MOST_HOURS = 720;
const MOST_GAMES = 240;
const MOVED = 1_000;

export function listPriority({ hasMoved, lastGameAt, gamesSeen }: Activity, now: Date): number {
  const hours = lastGameAt === null ? MOST_HOURS / 2 : (now.getTime() - lastGameAt.getTime()) / HOUR_MS;
  const recency = MOST_HOURS - Math.min(Math.max(hours, 0), MOST_HOURS);
  return Math.round((hasMoved ? MOVED : 0) + recency + Math.min(gamesSeen, MOST_GAMES));
}
