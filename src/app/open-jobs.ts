/** The job engine with every kind of work, for the roles of this process. */
import { createLolAnalytics } from '#/analytics/lol/lol-analytics.ts';
import { readRanks } from '#/analytics/lol/read-ranks.ts';
import type { JobEnd } from '#/contract/status.ts';
import { limitConcurrency } from '#/runtime/jobs/define-job.ts';
import { createJobEngine, type JobEngine } from '#/runtime/jobs/job-engine.ts';
import type { HistoryNotices } from '#/lol/history-notices.ts';
import { createJobKinds } from './registry.ts';
import { findUnrankedPlayers } from '#/tft/unranked-players.ts';
import type { Base, Stores } from './context.ts';
import type { FootballWork } from './open-football.ts';
import type { Upstreams } from './open-upstreams.ts';
import { accountSettings, crawlSettings, jobSettings, trackingSettings } from './settings-of-parts.ts';

export function openJobs(
  { config, roles, log }: Base,
  { database, postgresConnection, clickhouse }: Stores,
  { riot, football: footballClient, staticData, practice }: Upstreams,
  { notices, football }: { readonly notices: HistoryNotices; readonly football: FootballWork },
  onEnd: (end: JobEnd) => void,
): JobEngine {
  const analytics = createLolAnalytics({ clickhouse: clickhouse.reader, database });
  const { logDays, atOnce } = jobSettings(config);
  return createJobEngine({
    connection: postgresConnection,
    log,
    kinds: limitConcurrency(
      createJobKinds({
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
      }),
      atOnce,
    ),
    roles: { work: roles.includes('worker'), schedule: roles.includes('scheduler') },
    onEnd,
  });
}
