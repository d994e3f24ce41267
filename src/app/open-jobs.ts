/** The work of this process: the job engine with every kind, and the queues of rows, as one thing that starts, stops and is counted. */
import { createLolAnalytics } from '#/analytics/lol/lol-analytics.ts';
import { readRanks } from '#/analytics/lol/read-ranks.ts';
import type { JobEnd } from '#/contract/status.ts';
import type { HistoryNotices } from '#/lol/progress.ts';
import { createRowQueues, type RowQueues } from '#/match/queue.ts';
import { limitConcurrency } from '#/runtime/jobs/define-job.ts';
import { createJobEngine, type JobEngine } from '#/runtime/jobs/job-engine.ts';
import { singleFlight } from '#/runtime/single-flight.ts';
import { findUnrankedPlayers } from '#/tft/ranks.ts';
import type { Base, Stores } from './context.ts';
import type { FootballWork } from './open-football.ts';
import type { Upstreams } from './open-upstreams.ts';
import { createJobKinds, createQueues, type JobKindDependencies } from './registry.ts';
import { accountSettings, crawlSettings, jobSettings, trackingSettings } from './settings-of-parts.ts';

export function openJobs(
  { config, roles, log }: Base,
  { database, postgresConnection, clickhouse }: Stores,
  { riot, football: footballClient, staticData, practice }: Upstreams,
  { notices, football }: { readonly notices: HistoryNotices; readonly football: FootballWork },
  onEnd: (end: Pick<JobEnd, 'kind' | 'outcome' | 'durationMs'>) => void,
): JobEngine {
  const analytics = createLolAnalytics({ clickhouse: clickhouse.reader, database });
  const { logDays, atOnce } = jobSettings(config);
  const deps: JobKindDependencies = {
    database,
    riot,
    clients: { riot, football: footballClient },
    staticData,
    now: () => new Date(),
    jobLogDays: logDays,
    tft: {
      ...crawlSettings(config),
      upstreamNow: practice?.now,
      findUnranked: (platforms, limit) => findUnrankedPlayers(clickhouse.reader, platforms, limit),
    },
    football,
    lol: {
      upstreamNow: practice?.now,
      notices,
      tracking: trackingSettings(config),
      accounts: accountSettings(config),
      readGames: (puuid) => analytics.readGames(puuid),
      readRanks: (puuid) => readRanks(database, puuid),
    },
  };
  const works = roles.includes('worker');
  const kinds = limitConcurrency(createJobKinds(deps), atOnce);
  const engine = createJobEngine({
    connection: postgresConnection,
    log,
    kinds,
    roles: { work: works, schedule: roles.includes('scheduler') },
    onEnd,
  });
  const rows = createRowQueues({ database, queues: createQueues(deps, log), log, atOnce, onEnd });
  return joinQueues(engine, rows, works);
}

/** Counting reads all rows that wait; a page that asks every second must not keep PostgreSQL busy with it. */
const COUNTS_MS = 1_000;

function joinQueues(engine: JobEngine, rows: RowQueues, works: boolean): JobEngine {
  const readCounts = singleFlight(() => rows.counts(), { maxAgeMs: COUNTS_MS });
  return {
    ...engine,
    start() {
      engine.start();
      if (works) rows.start();
    },
    queues: async () => (await Promise.all([engine.queues(), readCounts()])).flat(),
    async stop(options) {
      await Promise.all([engine.stop(options), rows.stop(options)]);
    },
  };
}
