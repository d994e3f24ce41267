/**
 * Lists the matches of players. A player with `listing_since` waits for this; the rows of `player` are the queue (`match/queue.ts`).
 *
 * Unknown ids and the cursor commit together: the cursor never passes an id that is not in `match`, and an interrupted or repeated run
 * leaves nothing half done. The list starts some hours before the cursor: a match is listed by its start and appears after its end, up
 * to an hour later and sometimes more. The overlap is free, because a list is one call of any length.
 */
import { findPlatform, type Region, regionOf, REGIONS } from '#/domain/riot/routing.ts';
import { type ClaimedRow, claimRows } from '#/match/claims.ts';
import { deferListing, endListing, findPlayer, markOfAnotherKey } from '#/match/people.ts';
import { BACKFILL, LIVE } from '#/match/priority.ts';
import type { RowQueue } from '#/match/queue.ts';
import { cleanIds, countDue, enqueueMatches } from '#/match/rows.ts';
import { moveCursor, readCursor } from '#/runtime/postgres/cursor.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import type { CallOptions } from '#/upstream/call.ts';
import { type CallFailure, describeFailure, nextStep } from '#/upstream/retry.ts';
import { MATCHES, SOURCE, type TftCrawlOptions } from './crawl.ts';
import type { Logger } from 'pino';

const SLACK_MS = 6 * 3_600_000;
const DAY_MS = 86_400_000;
/** Failures in a row that may be caused by the player; then the list is given up until a ladder names the player again. */
const ATTEMPTS = 6;
const FIRST_RETRY_MS = 10_000;
const LAST_RETRY_MS = 60_000;
const SLOTS = 8;
/** The upstream's maximum. */
const PAGE = 200;
/** More than any player plays. Guards against a server that repeats a page. */
const MOST_PAGES = 50;

export function createListQueue(options: TftCrawlOptions, log: Pick<Logger, 'warn'>): RowQueue<ClaimedRow> {
  const { database } = options;
  const hasRoom = createListingGate(database);
  return {
    kind: 'tft/list-matches',
    slots: SLOTS,
    filters: [{ table: 'player', source: SOURCE }],
    room: async (region, free) => ((await hasRoom(region)) ? free : 0),
    async claim(claim) {
      const keyId = options.keyId();
      if (keyId === undefined) return [];
      const where = { sql: 'm.key_id = $1', values: [keyId] };
      return claimRows(database, { table: 'player', source: SOURCE, where }, claim);
    },
    async run({ key: puuid, attempts }, signal) {
      const failure = await listPlayer(options, puuid, signal);
      if (failure !== null) await deferOrGiveUp(options, { puuid, attempts }, failure, log);
    },
  };
}

/** Null: the list was read. */
async function listPlayer(
  { database, riot, now, upstreamNow = now, historyDays }: TftCrawlOptions,
  puuid: string,
  signal: AbortSignal,
): Promise<CallFailure | null> {
  const player = await findPlayer(database, SOURCE, puuid);
  const platform = player === undefined ? undefined : findPlatform(player.platform);
  if (platform === undefined) {
    await endListing(database, SOURCE, puuid, { isListed: false });
    return null;
  }
  const cursor = { source: SOURCE, kind: 'matches', name: puuid };
  const readUntil = await readCursor(database, cursor);
  const askedAt = upstreamNow();
  const since = new Date(
    Math.max(askedAt.getTime() - historyDays * DAY_MS, (readUntil?.getTime() ?? 0) - SLACK_MS),
  );
  const list = { puuid, region: regionOf(platform), since };
  const { ids, failure } = await readMatchList(riot, list, { lane: 'live', signal });
  const priority = readUntil === undefined ? BACKFILL : LIVE;
  const listed = cleanIds(ids).map((id) => ({ id, priority }));
  await database.transaction(async (tx) => {
    if (failure === null) {
      await moveCursor(tx, cursor, askedAt);
      await endListing(tx, SOURCE, puuid, { isListed: true });
    }
    await enqueueMatches(tx, MATCHES, listed, askedAt);
  });
  return failure;
}

/**
 * Returns the ids of all matches of a player since a time, newest first, page by page until a page is not full. A page without new ids
 * is no reason to stop: its ids may be known from the lists of other players, while older ones are still missing. Only the cursor says
 * how far this list was read.
 */
export async function readMatchList(
  riot: Pick<TftCrawlOptions['riot'], 'tftMatchIds'>,
  { puuid, region, since }: { puuid: string; region: Region; since: Date },
  options: CallOptions,
): Promise<{ readonly ids: readonly string[]; readonly failure: CallFailure | null }> {
  const startTime = Math.max(0, Math.floor(since.getTime() / 1_000));
  const ids = new Set<string>();
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await riot.tftMatchIds(
      { region, puuid, startTime, start: page * PAGE, count: PAGE },
      options,
    );
    if (answer.outcome !== 'ok') return { ids: [...ids], failure: answer };
    const before = ids.size;
    for (const id of answer.body) ids.add(id);
    if (answer.body.length < PAGE || ids.size === before) break;
  }
  return { ids: [...ids], failure: null };
}

async function deferOrGiveUp(
  { database, random = Math.random }: TftCrawlOptions,
  { puuid, attempts }: { readonly puuid: string; readonly attempts: number },
  failure: CallFailure,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  if (failure.outcome === 'rejected' && failure.reason === 'foreignPuuid') {
    await markOfAnotherKey(database, SOURCE, puuid);
    log.warn({ puuid, reason: failure.message }, 'player id belongs to another API key');
    return;
  }
  const step = nextStep(failure, 1, random());
  if (step.step === 'retry' && !step.spendsAttempt) {
    await deferListing(database, SOURCE, puuid, { attempts, afterMs: step.afterMs });
  } else if (attempts + 1 < ATTEMPTS) {
    const afterMs = Math.min(FIRST_RETRY_MS * 2 ** attempts, LAST_RETRY_MS);
    await deferListing(database, SOURCE, puuid, { attempts: attempts + 1, afterMs });
  } else {
    // Otherwise this player would block the platform's next cycle.
    await endListing(database, SOURCE, puuid, { isListed: false });
    log.warn({ puuid, reason: describeFailure(failure) }, 'match list given up');
  }
}

const FULL_BACKLOG = 500;
const LOOK_MS = 1_000;

/**
 * Delays listing while many matches of the region wait to be fetched. One list brings dozens of matches, so with a small budget lists
 * would use the calls that the matches need. The limit is a backlog that keeps even the largest known budget busy for some seconds.
 */
function createListingGate(database: Database): (region: Region) => Promise<boolean> {
  const looks = new Map<Region, { readonly at: number; readonly due: Promise<number> }>(
    REGIONS.map((region) => [region, { at: -Infinity, due: Promise.resolve(0) }]),
  );
  return async (region) => {
    let look = looks.get(region);
    if (look === undefined || performance.now() - look.at >= LOOK_MS) {
      look = { at: performance.now(), due: countDue(database, MATCHES, region, FULL_BACKLOG) };
      looks.set(region, look);
    }
    return (await look.due) < FULL_BACKLOG;
  };
}
