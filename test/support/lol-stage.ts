/** The routes of League of Legends on real stores, jobs and a real projector, with an upstream in memory. One stage for one test file. */
import { createLolAnalytics } from '#/analytics/lol/lol-analytics.ts';
import { readRanks } from '#/analytics/lol/read-ranks.ts';
import { createQuestionGate } from '#/analytics/question-gate.ts';
import { createLolAccountsAccess } from '#/http/lol/accounts-access.ts';
import { createLolHistoryAccess } from '#/http/lol/history-access.ts';
import { createLolReportsAccess } from '#/http/lol/reports-access.ts';
import { createLolTrackingAccess } from '#/http/lol/tracking-access.ts';
import { ADMIN_TOKEN, createServerUnderTest } from '#/http/server-under-test.ts';
import { createCollections } from '#/lol/collect.ts';
import { createLookups } from '#/lol/find.ts';
import {
  createLolAccountsKinds,
  createLolCollecting,
  createLolQueues,
  createTrackingKinds,
} from '#/lol/jobs.ts';
import { createHistoryNotices } from '#/lol/progress.ts';
import { createReportKinds } from '#/lol/reports.ts';
import { silentLog } from '#/runtime/clickhouse/embedded/server-under-test.ts';
import type { JobEngine } from '#/runtime/jobs/job-engine.ts';
import { createAllProjections } from '../../src/app/open-projector.ts';
import { createProjector } from '../../src/match/project/projector.ts';
import { createJobsBench, type JobsBench } from './jobs-bench.ts';
import { createRiotInMemory, type RiotInMemory, UPSTREAM_NOW } from './riot-in-memory.ts';
import { createTestClickHouse } from './test-clickhouse.ts';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

export const KEY_ID = 'key-of-the-test';
export const ZONE = 'America/Los_Angeles';
const SETTINGS = {
  queuePrefix: 'lol',
  gamesPerRun: 5,
  lookbackDays: 7,
  isScheduled: false,
  latestCron: '0 * * * *',
  ranksCron: '0 3 * * *',
  reportsCron: '0 4 * * 1',
  timeZone: ZONE,
};

export interface LolStage extends Pick<JobsBench, 'database' | 'connection' | 'ends'> {
  readonly riot: RiotInMemory;
  readonly engine: JobEngine;
  /** The time of the upstream, and of reports. */
  readonly clock: { now: number };
  readonly server: FastifyInstance;
  get(url: string): Promise<LightMyRequestResponse>;
  /** As the admin. */
  send(method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object): Promise<LightMyRequestResponse>;
  count(sql: string, values?: readonly unknown[]): Promise<number>;
  stop(): Promise<void>;
}

export async function openLolStage(): Promise<LolStage> {
  const bench = await createJobsBench();
  const { database, connection } = bench;
  const clickhouse = await createTestClickHouse(database);
  const riot = createRiotInMemory();
  const clock = { now: UPSTREAM_NOW };
  const projections = createAllProjections({ database, log: silentLog, keptPatches: 100 });
  const projecting = { database, connection, clickhouse: clickhouse.writer, log: silentLog, projections };
  const projector = createProjector({ ...projecting, pageSize: 200, collectMs: 20 });
  projector.start();

  const finding = { database, riot: riot.client, keyId: () => KEY_ID };
  const working = { ...finding, now: () => new Date(), upstreamNow: () => new Date(clock.now) };
  const analytics = createLolAnalytics({ clickhouse: clickhouse.reader, database });
  const reporting = {
    database,
    now: working.upstreamNow,
    settings: SETTINGS,
    readGames: (puuid: string) => analytics.readGames(puuid),
    readRanks: (puuid: string) => readRanks(database, puuid),
  };
  const notices = createHistoryNotices({ database, log: silentLog, everyMs: 20 });
  const collecting = { ...working, missingWaitsMs: [10, 20] };
  const engine = await bench.engine({
    queues: createLolQueues(collecting, notices),
    kinds: [
      ...createLolCollecting(collecting, notices),
      ...createLolAccountsKinds({ ...working, lookMs: 20, schedule: null }),
      ...createTrackingKinds({ ...working, settings: SETTINGS }),
      ...createReportKinds(reporting),
    ],
  });
  const common = { ...finding, jobs: engine, isPractice: true };
  const lol = {
    accounts: createLolAccountsAccess(common),
    tracking: createLolTrackingAccess({ ...common, settings: SETTINGS }),
    reports: createLolReportsAccess({ ...reporting, isPractice: true }),
    history: createLolHistoryAccess({
      finder: finding,
      lookups: createLookups({ database, jobs: engine }),
      collections: createCollections({
        ...common,
        budgetId: () => undefined,
        now: working.now,
        freshSeconds: 900,
        cooldownSeconds: 60,
      }),
      analytics,
      gate: createQuestionGate({ atOnce: 2, maxWaiting: 50, maxWaitMs: 5_000 }),
      isPractice: true,
    }),
  };
  const { server } = await createServerUnderTest({ deps: { lol } });
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  return {
    ...bench,
    riot,
    engine,
    clock,
    server,
    get: (url) => server.inject({ url }),
    send: (method, url, payload) => server.inject({ method, url, headers, ...(payload && { payload }) }),
    async count(sql, values) {
      const [row] = await database.query<{ count: number }>(`select count(*)::int as count ${sql}`, values);
      return row?.count ?? 0;
    },
    async stop() {
      riot.release();
      await server.close();
      await bench.stopEngines();
      await notices.flush();
      await projector.stop();
      await clickhouse.drop();
      await bench.drop();
    },
  };
}
