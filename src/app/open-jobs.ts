/** The job engine with every kind of work, for the roles of this process. */
import type { JobEnd } from '#/contract/status.ts';
import { createJobEngine, type JobEngine } from '#/jobs/job-engine.ts';
import { createJobKinds } from '#/jobs/registry.ts';
import type { Ground } from './ground.ts';
import type { Stores } from './open-stores.ts';
import type { Upstreams } from './open-upstreams.ts';

export function openJobs(
  { config, roles, log }: Ground,
  { database, postgresConnection }: Stores,
  { riot, staticData, practice }: Upstreams,
  onEnd: (end: JobEnd) => void,
): JobEngine {
  return createJobEngine({
    connection: postgresConnection,
    log,
    kinds: createJobKinds({
      database,
      riot: riot.client,
      staticData,
      now: () => new Date(),
      jobLogDays: config.JOB_LOG_DAYS,
      tft: {
        platforms: config.RIOT_PLATFORMS,
        cooldownMinutes: config.TFT_CRAWL_COOLDOWN_MINUTES,
        historyDays: config.TFT_HISTORY_DAYS,
        mostPlayers: config.TFT_PLAYERS_PER_PLATFORM,
        upstreamNow: practice?.now,
      },
    }),
    roles: { work: roles.includes('worker'), schedule: roles.includes('scheduler') },
    onEnd,
  });
}
