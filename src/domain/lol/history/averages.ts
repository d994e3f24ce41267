/** What a player does in a game on average, and where they stand after ten and fifteen minutes. */
import { studentQuantile, type Estimate } from '#/domain/statistics/intervals.ts';
import type { GameTimeline, MinuteMark, PlayedGame } from './played-game.ts';

/** Below, Student's t is not known well enough, and says nothing anyway. */
const LEAST_FOR_INTERVAL = 5;
const MINUTE = 60;

/** Rates are over the whole time and not means of rates: a short game does not count as much as a long one. All 0 without games. */
export function averagesOf(games: readonly PlayedGame[]) {
  const total = (field: (game: PlayedGame) => number): number =>
    games.reduce((sum, game) => sum + field(game), 0);
  const n = Math.max(1, games.length);
  const seconds = total((game) => game.seconds);
  const perMinute = (field: (game: PlayedGame) => number): number =>
    (total(field) * MINUTE) / Math.max(1, seconds);
  const [kills, deaths, assists] = [
    total((game) => game.kills),
    total((game) => game.deaths),
    total((game) => game.assists),
  ];
  return {
    kills: kills / n,
    deaths: deaths / n,
    assists: assists / n,
    kda: (kills + assists) / Math.max(1, deaths),
    minionsPerMinute: perMinute((game) => game.minions),
    goldPerMinute: perMinute((game) => game.gold),
    damagePerMinute: perMinute((game) => game.damage),
    visionPerMinute: perMinute((game) => game.vision),
    seconds: seconds / n,
  };
}

export function earlyGame(games: readonly PlayedGame[]) {
  const timelines = games.flatMap(({ timeline }) => timeline ?? []);
  const medianOf = (field: (timeline: GameTimeline) => number | null): number | null =>
    median(timelines.flatMap((timeline) => field(timeline) ?? []));
  return {
    at10: describeMarks(timelines.flatMap(({ at10 }) => at10 ?? [])),
    at15: describeMarks(timelines.flatMap(({ at15 }) => at15 ?? [])),
    firstDeath: medianOf(({ firstDeath }) => firstDeath),
    firstKill: medianOf(({ firstKill }) => firstKill),
    firstItem: medianOf(({ firstItem }) => firstItem),
  };
}

/** Null of nothing; between the two in the middle of an even number. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (Number(sorted[Math.floor(middle)]) + Number(sorted[Math.ceil(middle)])) / 2;
}

function describeMarks(marks: readonly MinuteMark[]) {
  if (marks.length === 0) return null;
  const differences = marks.flatMap(({ goldDifference }) => goldDifference ?? []);
  return {
    n: marks.length,
    gold: mean(marks.map(({ gold }) => gold)),
    minions: mean(marks.map(({ minions }) => minions)),
    xp: mean(marks.map(({ xp }) => xp)),
    nDifference: differences.length,
    goldDifference: meanWithInterval(differences),
    minionsDifference: meanWithInterval(marks.flatMap(({ minionsDifference }) => minionsDifference ?? [])),
    xpDifference: meanWithInterval(marks.flatMap(({ xpDifference }) => xpDifference ?? [])),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Student's 95 % interval of a mean. */
function meanWithInterval(values: readonly number[]): Estimate | null {
  const n = values.length;
  if (n < LEAST_FOR_INTERVAL) return null;
  const value = mean(values);
  const variance = values.reduce((sum, one) => sum + (one - value) ** 2, 0) / (n - 1);
  const halfWidth = studentQuantile(n - 1) * Math.sqrt(variance / n);
  return { value, low: value - halfWidth, high: value + halfWidth };
}
