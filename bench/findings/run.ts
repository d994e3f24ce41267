/**
 * How often the analysis of a history finds an effect that is really there, by the size of the effect and the number of games, and
 * how often it makes one up. Players of the practice world, with results drawn again from their hidden truth. `--players 120`.
 */
import { FORM_WEIGHT } from '../../practice/lol/truth.ts';
import { analyseHistory } from '../../src/domain/lol/history/analyse-history.ts';
import { DEFAULT_OPTIONS } from '../../src/domain/lol/history/history-options.ts';
import { practiceHistories, type PracticeHistory } from '../../test/support/practice-histories.ts';
import type { BenchmarkResult, Figures } from '../benchmark.ts';
import { readOptions } from '../harness/options.ts';

const GAMES = [200, 500, 1_000];
/** Of the planted size, which is 20 to 45 percentage points for hours and weekdays. */
const LOUDNESS = [0.1, 0.2, 0.3, 0.5, 1];
const DRAWS = 3;
const QUESTIONS = { hour: 'hour', weekday: 'weekday', tilt: 'session-streak' } as const;
type Effect = keyof typeof QUESTIONS;
const EFFECTS = Object.keys(QUESTIONS) as Effect[];

export async function run(): Promise<BenchmarkResult> {
  const histories = chooseHistories(readOptions({ players: 120 }).players);
  const rows = GAMES.flatMap((games) =>
    LOUDNESS.map((loudness) => [`${games} games, ${100 * loudness} %`, power(histories, games, loudness)]),
  );
  return {
    ours: madeUp(histories),
    peers: {},
    floor: {},
    steps: Object.fromEntries(rows) as Record<string, Figures>,
  };
}

/** With as many games as the largest number that is asked for. */
function chooseHistories(count: number): PracticeHistory[] {
  const setting = { seed: 21, players: 20_000, now: Date.UTC(2026, 10, 1, 12), leastGames: 1_000 };
  const chosen: PracticeHistory[] = [];
  for (const history of practiceHistories(setting)) if (chosen.push(history) === count) break;
  return chosen;
}

/** Shares of players with the effect in whom it is found, and its mean size in percentage points of winning. */
function power(histories: readonly PracticeHistory[], games: number, loudness: number): Figures {
  return Object.fromEntries(
    EFFECTS.flatMap((effect) => {
      const planted = histories.filter(({ truth }) => truth.effects[effect] !== null);
      const found = planted.flatMap((history) =>
        drawSeeds(history).map((seed) => findings(history, games, loudness, seed).has(QUESTIONS[effect])),
      );
      const sizes = planted.map((history) => pointsOf(history, effect) * loudness);
      return [
        [`${effect} points`, round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length, 1)],
        [`${effect} found`, round(found.filter(Boolean).length / found.length, 3)],
      ];
    }),
  );
}

/** Share of players without any effect in whom one is found, by the number of games. The blue side really wins more often. */
function madeUp(histories: readonly PracticeHistory[]): Figures {
  return Object.fromEntries(
    GAMES.map((games) => {
      const wrong = histories.flatMap((history) =>
        drawSeeds(history).map((seed) => {
          const questions = findings(history, games, 0, seed);
          return [...questions].some((question) => question !== 'side');
        }),
      );
      return [`made up with ${games} games`, round(wrong.filter(Boolean).length / wrong.length, 3)];
    }),
  );
}

function findings(history: PracticeHistory, games: number, loudness: number, seed: number): Set<string> {
  const played = history.drawAgain(loudness, seed).slice(-games);
  const options = { ...DEFAULT_OPTIONS, zone: history.truth.timeZone, gapMinutes: 45 };
  const analysis = analyseHistory(
    played.map(({ game }) => game),
    options,
    { ranks: [] },
  );
  return new Set(analysis.findings.map(({ question }) => question));
}

function drawSeeds({ truth }: PracticeHistory): number[] {
  return Array.from({ length: DRAWS }, (_, draw) => 1_000 * truth.index + draw);
}

/** Near even chances, a point of form is worth a quarter of its log-odds. For tilt: after one loss. */
function pointsOf({ truth: { effects } }: PracticeHistory, effect: Effect): number {
  const size = effect === 'tilt' ? effects.tilt?.perLoss : effects[effect]?.size;
  return (100 * Math.abs(size ?? 0) * FORM_WEIGHT) / 4;
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
