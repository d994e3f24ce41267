/** Everything that the routes of League of Legends are made of, from the stores and settings of this process. */
import { createLolAnalytics } from '#/analytics/lol/lol-analytics.ts';
import { createQuestionGate } from '#/analytics/question-gate.ts';
import { createLolHistoryAccess } from '#/http/lol/history-access.ts';
import type { LolAccess } from '#/http/lol/lol-routes.ts';
import { usesPractice } from '#/upstream/sources.ts';
import type { App } from './context.ts';
import { storeSettings } from './settings-of-parts.ts';

export function createLolAccess({
  config,
  database,
  clickhouse,
  lol,
}: Pick<App, 'config' | 'database' | 'clickhouse' | 'lol'>): LolAccess {
  const isPractice = usesPractice(config);
  return {
    history: createLolHistoryAccess({
      ...lol,
      analytics: createLolAnalytics({ clickhouse: clickhouse.reader, database }),
      // An answer takes a few statements, which the engine's readers share.
      gate: createQuestionGate({ atOnce: storeSettings(config).readers, maxWaiting: 60, maxWaitMs: 5_000 }),
      isPractice,
    }),
    ...lol,
  };
}
