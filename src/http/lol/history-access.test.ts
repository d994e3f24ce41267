/** Requests that share one analysis of a history. */
import { expect, test } from 'vitest';
import { createQuestionGate } from '#/analytics/question-gate.ts';
import type { LolHistoryAnswer } from '#/analytics/lol/lol-analytics.ts';
import { analyseHistory } from '#/domain/lol/history/analyse-history.ts';
import { DEFAULT_OPTIONS } from '#/domain/lol/history/history-options.ts';
import { createLolHistoryAccess, type LolHistoryAccessDeps } from './history-access.ts';
import { createLolAccessUnderTest } from './lol-access-under-test.ts';

test('a request joins a running analysis only if no match was stored or counted since it started', async () => {
  const runs: PromiseWithResolvers<LolHistoryAnswer>[] = [];
  const { history } = createLolAccessUnderTest();
  const access = createLolHistoryAccess({
    ...history,
    finder: {} as LolHistoryAccessDeps['finder'],
    gate: createQuestionGate({ atOnce: 10, maxWaiting: 10, maxWaitMs: 5_000 }),
    analytics: {
      readGames: async () => [],
      analyse() {
        const run = Promise.withResolvers<LolHistoryAnswer>();
        runs.push(run);
        return run.promise;
      },
    },
  });
  const ask = (done: number, uncounted: number) =>
    access.analyse(
      {
        puuid: 'p',
        collection: { progress: { total: 12, done, unfetchable: 0, wanted: 12 - done }, uncounted },
      },
      DEFAULT_OPTIONS,
    );
  const answer = (words: string): LolHistoryAnswer => ({
    analysis: { ...analyseHistory([], DEFAULT_OPTIONS, { ranks: [] }), mates: [] },
    words,
  });

  const asked = [ask(11, 1), ask(11, 1), ask(12, 1), ask(12, 0)];
  await Promise.resolve();
  expect(runs).toHaveLength(3);
  runs.forEach((run, place) => run.resolve(answer(String(place))));
  expect((await Promise.all(asked)).map(({ words }) => words)).toEqual(['0', '0', '1', '2']);
});
