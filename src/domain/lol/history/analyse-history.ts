/**
 * A history as the player page shows it: every breakdown with its intervals, curves, sessions, records, and what can be said in sentences.
 * Pure, and the same for the same games and options. What was left out is counted, so that nothing is missing silently.
 */
import { describeAllWins, winShare, type WinCounts } from '../../statistics/win-cells.ts';
import { averagesOf, earlyGame } from './averages.ts';
import { breakDown, type Breakdowns } from './breakdowns.ts';
import { countInto, describeCells, type Cell } from './cell-list.ts';
import { countChampions, describeChampions } from './champions.ts';
import { seekFindings } from './findings.ts';
import { readInContext, type GameInContext } from './game-context.ts';
import type { HistoryOptions } from './history-options.ts';
import { dayText } from './local-clock.ts';
import { describeMates } from './mates.ts';
import { printHistoryOptions } from './options-text.ts';
import type { PlayedGame, RankPoint } from './played-game.ts';
import { toQuestions } from './questions.ts';
import { rankCurves } from './rank-curve.ts';
import { recordsOf } from './records.ts';
import { rollingWinRate } from './rolling.ts';
import { describeSessions, toSessions } from './sessions.ts';

const TENTHS = 10;

export function analyseHistory(
  games: readonly PlayedGame[],
  options: HistoryOptions,
  { ranks }: { readonly ranks: readonly RankPoint[] },
) {
  const all = readInContext(games, options);
  const counted = all.filter(({ verdict }) => verdict.isCounted);
  const played = counted.map(({ game }) => game);
  const baseline: WinCounts = { n: counted.length, wins: played.filter(({ isWin }) => isWin).length };
  const share = winShare(baseline);
  const breakdowns = breakDown(counted, baseline);
  const champions = countChampions(counted, share);
  const sessions = toSessions(counted);
  const questions = toQuestions({ ...breakdowns, champions, tenths: tenthsOf(counted, share) });
  return {
    options: copyOptions(options),
    text: printHistoryOptions(options),
    counts: countAll(games.length, all, played),
    baseline: { key: 'all', label: 'All counted games', ...describeAllWins(baseline) },
    averages: averagesOf(played),
    early: earlyGame(played),
    ...describeAll(breakdowns, baseline),
    champions: describeChampions(champions, baseline),
    days: calendarOf(counted),
    rolling: rollingWinRate(played),
    sessions: describeSessions(sessions),
    ranks: rankCurves(ranks),
    records: recordsOf(counted, sessions),
    mates: describeMates(counted, baseline),
    ...seekFindings(questions, baseline),
  };
}

export type HistoryAnalysis = ReturnType<typeof analyseHistory>;

function describeAll(breakdowns: Breakdowns, baseline: WinCounts): Record<keyof Breakdowns, Cell[]> {
  const { hours, weekdays, heatMap, months, sessionPositions, dayVolumes, streaks } = breakdowns;
  const { sessionStreaks, breaks, roles, queues, durations, sides, patches } = breakdowns;
  return {
    hours: describeCells(hours, baseline),
    weekdays: describeCells(weekdays, baseline),
    heatMap: describeCells(heatMap, baseline),
    months: describeCells(months, baseline),
    sessionPositions: describeCells(sessionPositions, baseline),
    dayVolumes: describeCells(dayVolumes, baseline),
    streaks: describeCells(streaks, baseline),
    sessionStreaks: describeCells(sessionStreaks, baseline),
    breaks: describeCells(breaks, baseline),
    roles: describeCells(roles, baseline),
    queues: describeCells(queues, baseline),
    durations: describeCells(durations, baseline),
    sides: describeCells(sides, baseline),
    patches: describeCells(patches, baseline),
  };
}

/** Every stored game is in exactly one of the first five. */
function countAll(stored: number, all: readonly GameInContext[], played: readonly PlayedGame[]) {
  const because = (reason: GameInContext['verdict']['reason']): number =>
    all.filter(({ verdict }) => verdict.reason === reason).length;
  const [first, last] = [played[0], played.at(-1)];
  return {
    stored,
    counted: played.length,
    remakes: because('remake'),
    unplayed: stored - all.length,
    againstBots: because('bots'),
    outsideFilter: because('filter'),
    withTimeline: played.filter(({ timeline }) => timeline !== null).length,
    seconds: played.reduce((sum, { seconds }) => sum + seconds, 0),
    firstAt: first === undefined ? null : new Date(first.startedAt).toISOString(),
    lastAt: last === undefined ? null : new Date(last.startedAt).toISOString(),
  };
}

function calendarOf(games: readonly GameInContext[]) {
  const days = Map.groupBy(games, ({ wall }) => wall.day);
  return [...days]
    .toSorted(([a], [b]) => a - b)
    .map(([day, played]) => ({
      date: dayText(day),
      n: played.length,
      wins: played.filter(({ game }) => game.isWin).length,
      seconds: played.reduce((sum, { game }) => sum + game.seconds, 0),
    }));
}

function tenthsOf(games: readonly GameInContext[], share: number) {
  const names = Array.from({ length: TENTHS }, (_, tenth) => ({ key: String(tenth), label: '' }));
  let index = 0;
  return countInto(
    names,
    games,
    () => Math.floor((index++ * TENTHS) / games.length),
    () => share,
  );
}

function copyOptions({ queues, roles, champions, ...rest }: HistoryOptions) {
  return { ...rest, queues: [...queues], roles: [...roles], champions: [...champions] };
}
