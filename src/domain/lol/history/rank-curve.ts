/** Ranks over time, one curve for each ladder, on one scale; with the moments at which somebody went up or down a division. */
import { ladderPoints, ladderWords } from '../../tft/ladder-points.ts';
import type { RankPoint } from './played-game.ts';
import { ladderName } from './queue-names.ts';

const DIVISION_POINTS = 100;

export function rankCurves(ranks: readonly RankPoint[]) {
  const ladders = Map.groupBy(
    ranks.toSorted((a, b) => a.at - b.at),
    ({ queue }) => queue,
  );
  return [...ladders]
    .map(([queue, points]) => ({ queue, label: ladderName(queue), points: describePoints(points) }))
    .toSorted((a, b) => b.points.length - a.points.length || (a.queue < b.queue ? -1 : 1));
}

function describePoints(points: readonly RankPoint[]) {
  return points.map((point, index) => {
    const { at, tier, division, leaguePoints, wins, losses } = point;
    const onLadder = ladderPoints(point);
    const before = points[index - 1];
    return {
      at: new Date(at).toISOString(),
      tier,
      division,
      leaguePoints,
      ladderPoints: onLadder,
      label: rankWords(point, onLadder),
      change: before === undefined ? null : changeBetween(ladderPoints(before), onLadder),
      wins,
      losses,
    };
  });
}

/** Grandmaster and Challenger are places, which the one scale does not know. */
function rankWords({ tier, division, leaguePoints }: RankPoint, points: number | null): string {
  const name = tier.charAt(0) + tier.slice(1).toLowerCase();
  if (points === null) return `${name} ${division} ${leaguePoints} LP`;
  return points < 0 ? ladderWords(points) : `${name} ${leaguePoints} LP`;
}

function changeBetween(before: number | null, now: number | null): 'promotion' | 'demotion' | null {
  if (before === null || now === null) return null;
  const [from, to] = [divisionOf(before), divisionOf(now)];
  if (from === to) return null;
  return to > from ? 'promotion' : 'demotion';
}

/** From Master on there are none. */
function divisionOf(points: number): number {
  return Math.min(0, Math.floor(points / DIVISION_POINTS));
}
