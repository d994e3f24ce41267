/** Collections for the API: start one unless one runs, cancel it, describe its progress. */
import type { LolCollection } from '#/contract/lol-collection.ts';
import { findPlatform, regionOf, type Region } from '#/domain/riot/routing.ts';
import { cancelCollection } from './cancel-collection.ts';
import { openCollection, readLastCollection, readListedSecondsAgo, type Collection } from './collection.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { publishNotice } from '#/runtime/postgres/session.ts';
import { readBudgetView } from '#/upstream/permit.ts';
import { readHeldUpBy, readProgress, type Progress } from './player-match.ts';
import { countUncountedGames } from '#/match/uncounted-games.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { createCollectionLine, type FindPlace, type PlaceInLine } from './collection-line.ts';
import { expectedWaitMs } from './expected-wait.ts';
import type { FoundPlayer } from './find-player.ts';
import { playerTopic } from './history-notices.ts';
import { COLLECT_HISTORY, HISTORY_CURSOR, SOURCE } from './lol-kinds.ts';

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
