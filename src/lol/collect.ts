/**
 * Collections of whole histories, as the API starts, cancels and describes them, and the job that reads the match list of one.
 *
 * The job enqueues every match of the list with high priority. From then on the collection is only the states of its matches: the process
 * may end at any moment. The first time the whole list is read; later only what is newer than the cursor, with slack, because a match is
 * listed by its start and appears after its end. The ids of a page commit together; the cursor moves after the last page. Each
 * collection also stores the player's rank, so a history that is requested now and then has a rank curve.
 */
import type { LolCollection } from '#/contract/lol-collection.ts';
import { findPlatform, type Region, regionOf } from '#/domain/riot/routing.ts';
import { PERSON } from '#/match/priority.ts';
import { countUncountedGames } from '#/match/stored.ts';
import { defineJob, type JobContext, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, type JobOutcome, skip } from '#/runtime/jobs/job-outcome.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { moveCursor, readCursor } from '#/runtime/postgres/cursor.ts';
import type { Database, Transaction } from '#/runtime/postgres/database.ts';
import { publishNotice } from '#/runtime/postgres/session.ts';
import { readBudgetView } from '#/upstream/permit.ts';
import { type CallFailure, describeFailure, postponeOrThrow } from '#/upstream/retry.ts';
import type { RiotClient } from '#/upstream/riot.ts';
import {
  cancelCollection,
  type Collection,
  endFinishedCollections,
  failCollection,
  holdCollection,
  holdOpenCollection,
  noteHeldUp,
  noteListed,
  openCollection,
  readCollection,
  readLastCollection,
  readListedSecondsAgo,
} from './collection-rows.ts';
import type { FindPlayerDeps, FoundPlayer } from './find.ts';
import { COLLECT_HISTORY, HISTORY_CURSOR, SOURCE } from './kinds.ts';
import { type GamesWish, readGameIds, wantGames } from './list.ts';
import {
  createCollectionLine,
  expectedWaitMs,
  type FindPlace,
  findWantedGames,
  type HistoryNotices,
  type PlaceInLine,
  playerTopic,
  type Progress,
  readHeldUpBy,
  readProgress,
} from './progress.ts';
import { keepRanksOfPlayer } from './ranks.ts';
import { Type } from 'typebox';

export interface LolCollectOptions {
  readonly database: Database;
  readonly riot: Pick<RiotClient, 'lolMatchIds' | 'lolMatch' | 'lolTimeline' | 'lolLeagueOfPlayer'> &
    FindPlayerDeps['riot'];
  /** Id of the current API key, which puuids belong to; undefined without a key. */
  readonly keyId: () => string | undefined;
  readonly accountRegion?: FindPlayerDeps['accountRegion'];
  readonly now: () => Date;
  /** The upstream's time, which differs in a practice world that runs faster. Default: `now`. */
  readonly upstreamNow?: (() => Date) | undefined;
  readonly random?: (() => number) | undefined;
  /** Delays between attempts for a missing match; after the last one it is gone. Default: 5, 20 and 60 s. */
  readonly missingWaitsMs?: readonly number[] | undefined;
}

export interface CollectionsDeps {
  readonly database: Database;
  readonly jobs: JobSender;
  /** Id of the key's budget in the limiter; undefined without a key. */
  readonly budgetId: () => string | undefined;
  readonly now: () => Date;
  /** A history listed within this time is fresh. */
  readonly freshSeconds: number;
  /** Cooldown between two requests for a refresh. */
  readonly cooldownSeconds: number;
  /** How long one read of the queue is reused. Default: 1 s. */
  readonly lineHeldMs?: number | undefined;
}

export interface Collections {
  /** False if one runs already. */
  begin(player: Pick<FoundPlayer, 'puuid' | 'keyId' | 'platform'>): Promise<boolean>;
  /** False if none runs. */
  cancel(puuid: string): Promise<boolean>;
  describe(puuid: string): Promise<LolCollection>;
  /** Its progress, and whether a request now should start a collection. */
  look(puuid: string): Promise<{ readonly collection: LolCollection; readonly isDue: boolean }>;
}

const METHOD = 'match-v5.match';
const LINE_HELD_MS = 1_000;

export function createCollections(deps: CollectionsDeps): Collections {
  const { database, jobs } = deps;
  const findPlace = createCollectionLine(database, deps.lineHeldMs ?? LINE_HELD_MS);
  return {
    begin: (player) =>
      database.transaction(async (tx) => {
        const id = await openCollection(tx, SOURCE, player);
        if (id === undefined) return false;
        await jobs.send(COLLECT_HISTORY, { collection: id }, { tx });
        await publishNotice(tx, { topic: playerTopic(player.puuid) });
        return true;
      }),
    cancel: (puuid) =>
      database.transaction(async (tx) => {
        const isCancelled = await cancelCollection(tx, SOURCE, { puuid, cursorKind: HISTORY_CURSOR });
        if (isCancelled) await publishNotice(tx, { topic: playerTopic(puuid) });
        return isCancelled;
      }),
    look: (puuid) => look(deps, findPlace, puuid),
    describe: async (puuid) => (await look(deps, findPlace, puuid)).collection,
  };
}

async function look(
  deps: CollectionsDeps,
  findPlace: FindPlace,
  puuid: string,
): Promise<{ collection: LolCollection; isDue: boolean }> {
  const { database, freshSeconds, cooldownSeconds } = deps;
  const [last, progress, listedAgo, uncounted] = await Promise.all([
    readLastCollection(database, SOURCE, puuid),
    readProgress(database, SOURCE, puuid, { withTimelines: false }),
    readListedSecondsAgo(database, SOURCE, puuid),
    countUncountedGames(database, SOURCE, { puuid, projection: SOURCE }),
  ]);
  const isOpen = last !== undefined && last.endedAt === null;
  // The collection ends shortly after its last match; the states of the matches are authoritative.
  const isDone = isOpen && last.listedAt !== null && progress.wanted === 0;
  const isRunning = isOpen && !isDone;
  const isRecent = listedAgo !== null && listedAgo < freshSeconds;
  const waiting = isRunning || progress.wanted > 0;
  const region = last && regionFor(last);
  const line = isRunning && region !== undefined ? await findPlace(last.id, region) : null;
  const refreshAfterSeconds =
    last === undefined ? 0 : Math.ceil(Math.max(0, cooldownSeconds - last.ageSeconds));
  // A cancelled collection is not restarted by the next page load.
  const isSettled = last?.state === 'cancelled' && last.ageSeconds < freshSeconds;
  const isDue = !isRunning && refreshAfterSeconds === 0 && !isSettled && (!isRecent || progress.wanted > 0);
  const collection: LolCollection = {
    state: isDone ? 'done' : (last?.state ?? 'none'),
    isRunning,
    isFresh: isRecent && !waiting && uncounted === 0,
    requestedAt: toText(last?.requestedAt),
    listedAt: toText(last?.listedAt),
    endedAt: toText(last?.endedAt),
    reason: last?.reason ?? (waiting ? await readHeldUpBy(database, SOURCE, puuid) : null),
    progress,
    uncounted,
    expectedEnd: waiting && last !== undefined ? await readExpectedEnd(deps, last, progress, line) : null,
    placeInLine: line?.place ?? null,
    refreshAfterSeconds,
  };
  return { collection, isDue };
}

function regionFor({ platform }: Collection): Region | undefined {
  const known = findPlatform(platform);
  return known && regionOf(known);
}

/** Null while the list or the limits are unknown. */
async function readExpectedEnd(
  { database, budgetId, now }: CollectionsDeps,
  collection: Collection,
  { wanted }: Progress,
  line: PlaceInLine | null,
): Promise<string | null> {
  const keyId = budgetId();
  const host = regionFor(collection);
  if (keyId === undefined || host === undefined || wanted === 0) return null;
  const budget = await readBudgetView(database, { keyId, host });
  const waitMs = budget && expectedWaitMs(budget, (line?.gamesBefore ?? 0) + wanted, [METHOD]);
  return waitMs === undefined ? null : new Date(now().getTime() + waitMs).toISOString();
}

function toText(time: Date | null | undefined): string | null {
  return time?.toISOString() ?? null;
}

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
    if (failure !== null) return await deferCollection(options, collection, failure);
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

async function deferCollection(
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
