/**
 * Reads the match list of a player whose history was requested and enqueues every match in it with high priority. From then on the
 * collection is only the states of its matches: the process may end at any moment, and the job that settles the last match ends it.
 *
 * The first time the whole list is read; later only what is newer than the cursor, with slack, because a match is listed by its start and
 * appears after its end. The ids of a page and their jobs commit together; the cursor moves after the last page. Each collection also
 * stores the player's rank, so a history that is requested now and then has a rank curve.
 */
import { Type } from 'typebox';
import { findPlatform } from '#/domain/riot/routing.ts';
import {
  endFinishedCollections,
  failCollection,
  holdCollection,
  holdOpenCollection,
  noteHeldUp,
  noteListed,
  readCollection,
  type Collection,
} from './collection.ts';
import { moveCursor, readCursor } from '#/runtime/postgres/cursor.ts';
import type { Transaction } from '#/runtime/postgres/database.ts';
import { findWantedGames } from './player-match.ts';
import { defineJob, type JobContext, type JobKind } from '#/runtime/jobs/define-job.ts';
import { describeFailure, postponeOrThrow, type CallFailure } from '#/upstream/retry.ts';
import { PERSON } from '#/match/priority.ts';
import { done, skip, type JobOutcome } from '#/runtime/jobs/job-outcome.ts';
import type { LolCollectOptions } from './collect-options.ts';
import type { HistoryNotices } from './history-notices.ts';
import { readGameIds } from './list-games.ts';
import { COLLECT_HISTORY, HISTORY_CURSOR, SOURCE } from './lol-kinds.ts';
import { keepRanksOfPlayer } from './player-ranks.ts';
import { wantGames, type GamesWish } from './want-games.ts';

const SLACK_MS = 6 * 3_600_000;
const RETRIES = 5;

export function createCollectHistory(
  options: LolCollectOptions,
  notices: HistoryNotices,
): JobKind<{ collection: string }> {
  return defineJob({
    kind: COLLECT_HISTORY,
    payload: Type.Object({ collection: Type.String({ pattern: '^\\d{1,18}$' }) }),
    key: ({ collection }) => collection,
    onePerKey: true,
    retry: { limit: RETRIES, firstDelaySeconds: 5, maxDelaySeconds: 60 },
    timeoutSeconds: 3_600,
    concurrency: 20,
    async handle({ collection: id }, context) {
      const collection = await readCollection(options.database, id);
      if (collection === undefined || collection.endedAt !== null) return skip('the collection has ended');
      if (collection.listedAt !== null) return skip('match list is up to date');
      try {
        return await listHistory(options, collection, context);
      } catch (error) {
        if (context.attempt > RETRIES && !context.signal.aborted)
          await failCollection(options.database, id, reasonOf(error));
        throw error;
      } finally {
        notices.changed([collection.puuid]);
      }
    },
  });
}

async function listHistory(
  options: LolCollectOptions,
  collection: Collection,
  context: JobContext,
): Promise<JobOutcome> {
  const { database, riot, now, upstreamNow = now } = options;
  const { id, puuid } = collection;
  const platform = findPlatform(collection.platform);
  if (platform === undefined || collection.keyId !== options.keyId()) {
    await failCollection(database, id, 'The player was found with another API key. Ask for them again.');
    return skip('player id belongs to another API key');
  }
  const cursor = { source: SOURCE, kind: HISTORY_CURSOR, name: puuid };
  const readUntil = await readCursor(database, cursor);
  const listedAt = upstreamNow();
  const since = readUntil && new Date(readUntil.getTime() - SLACK_MS);
  const calling = { lane: 'person', signal: context.signal } as const;
  // Page by page, so that the newest matches arrive while the rest of the list is read.
  let before = 0;
  const wantPage = async (page: readonly string[]): Promise<void> => {
    await database.transaction((tx) => want(tx, collection, { ids: page, listedAt, before }));
    before += page.length;
  };
  try {
    const wanted = { puuid, platform, since };
    const { failure } = await readGameIds(riot, wanted, calling, wantPage);
    if (failure !== null) return await answerFailure(options, collection, failure);
    await database.transaction(async (tx) => {
      // Other wanted matches of the player get the person's priority too.
      const ids = await findWantedGames(tx, SOURCE, puuid);
      await want(tx, collection, { ids, listedAt, before });
      await moveCursor(tx, cursor, listedAt);
      await noteListed(tx, id);
      await endFinishedCollections(tx, SOURCE, [puuid]);
    });
    await keepRank(options, collection, context);
    return done();
  } catch (error) {
    if (error instanceof Cancelled) return skip('the collection was cancelled');
    throw error;
  }
}

class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

async function want(
  tx: Transaction,
  { id, puuid }: Collection,
  wish: Pick<GamesWish, 'ids' | 'listedAt' | 'before'>,
): Promise<void> {
  if ((await holdOpenCollection(tx, id)) === undefined) throw new Cancelled();
  await wantGames(tx, { ...wish, puuid, withTimelines: false, priority: PERSON, collection: id });
}

/** Last, and optional: no request waits for a rank. */
async function keepRank(
  options: LolCollectOptions,
  { id, puuid, platform }: Collection,
  { signal, log }: JobContext,
): Promise<void> {
  const hold = (tx: Transaction) => holdCollection(tx, id);
  const failure = await keepRanksOfPlayer(options, { puuid, platform, hold }, { lane: 'person', signal });
  if (failure !== null) log.info({ collection: id, reason: describeFailure(failure) }, 'rank not available');
}

async function answerFailure(
  { database, now, random = Math.random }: LolCollectOptions,
  { id }: Collection,
  failure: CallFailure,
): Promise<JobOutcome> {
  const what = 'the list of games';
  if (failure.outcome === 'rejected' || failure.outcome === 'notFound') {
    await failCollection(database, id, describeFailure(failure));
    return skip(`${what}: ${describeFailure(failure)}`);
  }
  await noteHeldUp(database, id, describeFailure(failure));
  return postponeOrThrow(failure, what, now(), random());
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
