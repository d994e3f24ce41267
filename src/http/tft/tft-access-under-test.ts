/** What the routes are given in tests that are about something else: nobody has played yet. Tests of answers bring a real explorer. */
import { createAnswerCache } from '#/analytics/answer-cache.ts';
import { createQuestionGate } from '#/analytics/question-gate.ts';
import type { TftExploration, TftExplorer } from '#/analytics/tft/tft-explorer.ts';
import { printQuestion } from '#/domain/tft/explore/question-text.ts';
import type { Question } from '#/domain/tft/explore/question.ts';
import { createTftNames } from '#/domain/tft/static-names.ts';
import type { SealedAnswer } from './sealed-answer.ts';
import type { TftAccess } from './tft-access.ts';

export function createTftAccessUnderTest(choices: Partial<TftAccess> = {}): TftAccess {
  return {
    explorer: createEmptyExplorer(),
    cache: createAnswerCache<SealedAnswer>({
      maxBytes: 1e7,
      maxEntries: 1_000,
      ttlMs: 60_000,
      now: Date.now,
    }),
    gate: createQuestionGate({ atOnce: 3, maxWaiting: 10, maxWaitMs: 1_000 }),
    names: async () => createTftNames([], {}),
    codes: async () => [],
    readMatch: async () => ({ type: 'unknown' }),
    icons: { get: async () => undefined },
    ...choices,
  };
}

export function createEmptyExplorer(choices: Partial<TftExplorer> = {}): TftExplorer {
  return {
    explore: async (question) => emptyExploration(question),
    games: async () => ({ words: 'All games', games: [], total: 0 }),
    options: async () => ({ patches: [], platforms: [], queues: [], tiers: [], isPractice: true }),
    known: async () => ({
      patches: [],
      hasUnit: () => true,
      hasItem: () => true,
      hasTrait: () => true,
      nearest: () => [],
    }),
    dataVersion: async () => '1.1.0',
    ...choices,
  };
}

export function emptyExploration(question: Question): TftExploration {
  const estimate = { value: 4.5, low: 1, high: 8 };
  return {
    question,
    text: printQuestion(question),
    words: 'All games',
    counted: 'boards',
    baseline: {
      n: 0,
      counts: [0, 0, 0, 0, 0, 0, 0, 0],
      share: 1,
      average: estimate,
      top4: { value: 0.5, low: 0, high: 1 },
      win: { value: 0.125, low: 0, high: 1 },
      difference: { value: 0, low: -1, high: 1 },
      shrunk: 4.5,
      isLowSample: true,
    },
    comparedBaseline: null,
    rows: [],
    rowCount: 0,
    hiddenRowCount: 0,
    isCut: false,
    freshness: {
      newestGameAt: null,
      lagSeconds: 0,
      gamesBehind: 0,
      dataVersion: '1.1.0',
      incomplete: null,
    },
    ranks: { strict: 0, day: 0, older: 0, unknown: 0 },
    completeness: { wanted: 0, stored: 0, gone: 0, quarantined: 0, from: null, to: null },
    wider: null,
    isPractice: true,
  };
}
