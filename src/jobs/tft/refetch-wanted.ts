/**
 * Makes sure that what is wanted has a job: batches with games that are due, players whose games are to be listed, and games that
 * are in no batch at all. A batch and a player can have one job only, so sending again what has one is a no-op, and nobody needs
 * to know which jobs there are. Everything could be sent anew from the tables alone.
 */
import { Type } from 'typebox';
import { findPlatform, placeOfMatch, regionOf, REGIONS, type Region } from '#/domain/riot/routing.ts';
import { assignBatches, findDueBatches, findStrays } from '#/stores/postgres/match-batch.ts';
import { findPlayersToList } from '#/stores/postgres/player.ts';
import { defineJob, type JobKind } from '../define-job.ts';
import { done, skip } from '../job-outcome.ts';
import type { JobSender } from '../send-jobs.ts';
import { fetchKind, listKind, SOURCE, type TftCrawlOptions } from './crawl-options.ts';
import { BACKFILL, packIntoBatches, sendBatches } from './want-matches.ts';

/** Of each, in one run; the rest has its turn when these are done. */
const MOST = 20_000;
const STRAYS_AT_ONCE = 1_000;

type Options = Pick<TftCrawlOptions, 'database' | 'keyId' | 'platforms'>;

export function createRefetchWanted(options: Options): JobKind<object> {
  return defineJob({
    kind: 'tft/refetch-wanted',
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 3, firstDelaySeconds: 10, maxDelaySeconds: 60 },
    concurrency: 1,
    schedule: { cron: '*/2 * * * *', timeZone: 'UTC', missed: 'skip', payload: {} },
    async handle(_payload, { jobs, signal, log }) {
      const strays = await adoptStrays(options, jobs, signal);
      const batches = await sendDueBatches(options, jobs);
      const players = await sendPlayersToList(options, jobs);
      if (strays + batches + players === 0) return skip('everything that is wanted has its job');
      log.warn({ strays, batches, players }, 'work without a job was found and sent again');
      return done();
    },
  });
}

async function adoptStrays({ database }: Options, jobs: JobSender, signal: AbortSignal): Promise<number> {
  let adopted = 0;
  for (;;) {
    signal.throwIfAborted();
    const strays = await findStrays(database, SOURCE, STRAYS_AT_ONCE);
    const { matches, regionOfBatch } = packIntoBatches(strays);
    const askable = matches.filter(({ batch }) => batch !== null);
    if (askable.length === 0) return adopted;
    await database.transaction(async (tx) => {
      const batches = await assignBatches(tx, SOURCE, askable);
      await sendBatches(tx, jobs, batches, regionOfBatch, BACKFILL);
    });
    adopted += askable.length;
  }
}

async function sendDueBatches({ database }: Options, jobs: JobSender): Promise<number> {
  const due = await findDueBatches(database, SOURCE, MOST);
  return sendByRegion(
    due,
    ({ platform }) => placeOfMatch(`${platform.toUpperCase()}_1`)?.region,
    (region, batches) =>
      jobs.sendMany(
        fetchKind(region),
        batches.map(({ batch }) => ({ batch })),
      ),
  );
}

async function sendPlayersToList({ database, keyId, platforms }: Options, jobs: JobSender): Promise<number> {
  const key = keyId();
  if (key === undefined) return 0;
  const players = await findPlayersToList(database, { source: SOURCE, keyId: key }, platforms, MOST);
  return sendByRegion(
    players,
    (player) => {
      const platform = findPlatform(player.platform);
      return platform && regionOf(platform);
    },
    (region, some) =>
      jobs.sendMany(
        listKind(region),
        some.map(({ puuid }) => ({ puuid })),
      ),
  );
}

async function sendByRegion<Item>(
  items: readonly Item[],
  regionFor: (item: Item) => Region | undefined,
  send: (region: Region, some: readonly Item[]) => Promise<number>,
): Promise<number> {
  let sent = 0;
  for (const region of REGIONS) {
    const some = items.filter((item) => regionFor(item) === region);
    if (some.length > 0) sent += await send(region, some);
  }
  return sent;
}
