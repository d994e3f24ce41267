/**
 * Sends the jobs that wanted matches (`games/send-wanted.ts`) and players to list lack. A player has at most one job, so sending again is
 * a no-op. All jobs can be recreated from the tables.
 */
import { Type } from 'typebox';
import { findPlatform, regionOf, REGIONS } from '#/domain/riot/routing.ts';
import { findPlayersToList } from '#/match/player.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { adoptStrays, sendDueBatches } from '#/match/send-wanted.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { fetchKind, listKind, MATCHES, SOURCE, type TftCrawlOptions } from './crawl-options.ts';

/** Limit per run; the rest follows in later runs. */
const MOST = 20_000;

type Options = Pick<TftCrawlOptions, 'database' | 'keyId' | 'platforms'>;

export function createRefetchWanted(options: Options): JobKind<object> {
  const wanted = { database: options.database, kept: MATCHES, kindFor: fetchKind };
  return defineJob({
    kind: 'tft/refetch-wanted',
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 3, firstDelaySeconds: 10, maxDelaySeconds: 60 },
    concurrency: 1,
    schedule: { cron: '*/2 * * * *', timeZone: 'UTC', missed: 'skip', payload: {} },
    async handle(_payload, { jobs, signal, log }) {
      const strays = await adoptStrays(wanted, jobs, signal);
      const batches = await sendDueBatches(wanted, jobs);
      const players = await sendPlayersToList(options, jobs);
      if (strays + batches + players === 0) return skip('every wanted match has a job');
      log.warn({ strays, batches, players }, 'jobs sent again for wanted matches and players');
      return done();
    },
  });
}

async function sendPlayersToList({ database, keyId, platforms }: Options, jobs: JobSender): Promise<number> {
  const key = keyId();
  if (key === undefined) return 0;
  const players = await findPlayersToList(database, { source: SOURCE, keyId: key }, platforms, MOST);
  let sent = 0;
  for (const region of REGIONS) {
    const some = players.filter((player) => {
      const platform = findPlatform(player.platform);
      return platform !== undefined && regionOf(platform) === region;
    });
    if (some.length === 0) continue;
    sent += await jobs.sendMany(
      listKind(region),
      some.map(({ puuid }) => ({ puuid })),
    );
  }
  return sent;
}
