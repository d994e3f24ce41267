/**
 * How far somebody moved on the ladders within a week. The rank at its beginning is the newest one at or before it; where none is known,
 * the first one that was seen within the week stands in, and that is said.
 */
import { ladderPoints } from '../../tft/ladder-points.ts';
import type { RankPoint } from '../history/played-game.ts';
import type { Week } from './week.ts';

export interface LadderChange {
  readonly queue: string;
  readonly from: RankPoint;
  readonly to: RankPoint;
  readonly isFromWithin: boolean;
  /** Null: of a rank that is on no ladder that we know. */
  readonly change: number | null;
  readonly moves: readonly LadderMove[];
}

interface LadderMove {
  readonly at: number;
  readonly kind: 'promotion' | 'demotion';
  readonly from: string;
  readonly to: string;
}

export function ladderChanges(ranks: readonly RankPoint[], week: Week): readonly LadderChange[] {
  return [...Map.groupBy(ranks, ({ queue }) => queue)]
    .flatMap(([queue, points]) => changeOf(queue, points, week) ?? [])
    .toSorted((left, right) => right.queue.localeCompare(left.queue, 'en'));
}

function changeOf(
  queue: string,
  points: readonly RankPoint[],
  { startsAt, endsAt }: Week,
): LadderChange | null {
  const known = points.filter(({ at }) => at < endsAt).toSorted((left, right) => left.at - right.at);
  const within = known.filter(({ at }) => at > startsAt);
  const before = known.findLast(({ at }) => at <= startsAt);
  const [from, to] = [before ?? within[0], known.at(-1)];
  if (from === undefined || to === undefined) return null;
  const [first, last] = [ladderPoints(from), ladderPoints(to)];
  return {
    queue,
    from,
    to,
    isFromWithin: before === undefined,
    change: first === null || last === null ? null : last - first,
    moves: movesOf([from, ...within.filter((point) => point !== from)]),
  };
}

/** Between divisions and tiers; above Master there are no divisions. */
function movesOf(points: readonly RankPoint[]): readonly LadderMove[] {
  const moves: LadderMove[] = [];
  let from: RankPoint | undefined;
  for (const to of points) {
    if (from !== undefined) moves.push(...moveBetween(from, to));
    from = to;
  }
  return moves;
}

function moveBetween(from: RankPoint, to: RankPoint): readonly LadderMove[] {
  const [old, now] = [stepName(from), stepName(to)];
  const [before, after] = [ladderPoints(from), ladderPoints(to)];
  if (old === now || before === null || after === null) return [];
  return [{ at: to.at, kind: isUp(from, to, before, after) ? 'promotion' : 'demotion', from: old, to: now }];
}

const APEX = ['MASTER', 'GRANDMASTER', 'CHALLENGER'];

/** Among the apex tiers points do not tell: a Grandmaster with fewer points is still above a Master. */
function isUp(from: RankPoint, to: RankPoint, before: number, after: number): boolean {
  const [old, now] = [APEX.indexOf(from.tier.toUpperCase()), APEX.indexOf(to.tier.toUpperCase())];
  return old >= 0 && now >= 0 ? now > old : after > before;
}

function stepName({ tier, division }: RankPoint): string {
  const name = tier.toUpperCase();
  return APEX.includes(name) ? name : `${name} ${division.toUpperCase()}`;
}
