/**
 * Fetches wanted matches, and timelines where a game has them. The wanted rows are the queue (`queue.ts`): rows are claimed by priority,
 * a call waits for its permit in the lane of its row, and each body is written when it arrives (`store.ts`). No transaction is open during
 * a call. What differs between the games is data: the calls, what a body means, and the lanes.
 *
 * A timeline is asked for before its match, so that the rows of the match are made once. A timeline that is wanted when its match is
 * settled already is fetched alone, and its match is published again.
 */
import type { Lane } from '#/domain/limiter/limiter.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import type { Outcome } from '#/upstream/outcome.ts';
import { type BodyOutcome, type BodyRules, toBodyOutcome } from './body.ts';
import { type Claim, type ClaimedRow, claimRows, type Room, type RowFilter } from './claims.ts';
import { laneOf } from './priority.ts';
import type { QueueItem, RowQueue } from './queue.ts';
import type { Source } from './rows.ts';
import { type BodyWriter, createBodyWriter } from './store.ts';
import { readStoredDays } from './stored.ts';

interface Fetched {
  readonly found: BodyOutcome;
  readonly isMissing: boolean;
}

export type FetchBody = (
  wanted: { readonly id: string; readonly attempts: number },
  calling: { readonly lane: Lane; readonly signal: AbortSignal },
) => Promise<Fetched>;

export function createFetchBody<Body>(
  call: (args: { readonly matchId: string }, calling: Parameters<FetchBody>[1]) => Promise<Outcome<Body>>,
  rules: BodyRules<Body>,
  random: () => number = Math.random,
): FetchBody {
  return async (wanted, calling) => {
    const answer = await call({ matchId: wanted.id }, calling);
    return {
      found: toBodyOutcome(answer, wanted, random(), rules),
      isMissing: answer.outcome === 'notFound',
    };
  };
}

/** Which matches are too old for a timeline. */
export interface TimelineAge {
  note(id: string, endedAt: Date): void;
  /** No call is needed. */
  hasNoTimeline(id: string): boolean;
  /** Near the limit: worth one call, and a 404 is final at once. */
  mayHaveNoTimeline(id: string): boolean;
}

interface FetchLane {
  readonly kind: string;
  readonly slots: number;
  readonly lookMs?: number;
  /** Priorities of its rows, both included. */
  readonly priorities: readonly [least: number, most: number];
}

export interface FetchOptions {
  readonly database: Database;
  readonly source: Source;
  readonly fetchMatch: FetchBody;
  readonly timelines?: { readonly fetch: FetchBody; readonly age: TimelineAge };
  readonly lanes: readonly FetchLane[];
  /** Called with the ids after each commit. It must not throw. */
  readonly onWritten?: (ids: readonly string[]) => void;
}

/** A match, its timeline, or both. */
interface FetchItem extends QueueItem {
  readonly match: ClaimedRow | undefined;
  readonly timeline: ClaimedRow | undefined;
}

export function createFetchQueues(options: FetchOptions): readonly RowQueue<FetchItem>[] {
  const { database, source, onWritten } = options;
  const writer = createBodyWriter({ database, source, ...(onWritten && { onWritten }) });
  return options.lanes.map(({ kind, slots, lookMs, priorities }) => {
    const where = { sql: 'm.priority between $1 and $2', values: priorities };
    const matches: RowFilter = { table: 'match', source, where };
    const timelines: RowFilter = { table: 'timeline', source, where };
    return {
      kind,
      slots,
      ...(lookMs !== undefined && { lookMs }),
      filters: options.timelines === undefined ? [matches] : [matches, timelines],
      async claim(claim) {
        const claimed = await claimRows(database, matches, claim);
        if (options.timelines === undefined) return toItems(claimed, []);
        const items = toItems(claimed, await claimTimelines(database, timelines, claim, claimed));
        await noteAges(options, items);
        return items;
      },
      run: (item, signal) => fetchItem(options, writer, item, signal),
    };
  });
}

/** Timelines of the claimed matches; in the room that is left, timelines of matches that are settled. */
async function claimTimelines(
  database: Database,
  timelines: RowFilter,
  claim: Claim,
  matches: readonly ClaimedRow[],
): Promise<ClaimedRow[]> {
  const together =
    matches.length === 0
      ? []
      : await claimRows(
          database,
          { ...timelines, where: { sql: 'm.id = any($1)', values: [matches.map(({ key }) => key)] } },
          claim,
        );
  const rooms: Room[] = claim.rooms.map(({ region, rows }) => ({
    region,
    rows: rows - matches.filter((match) => match.region === region).length,
  }));
  if (rooms.every(({ rows }) => rows === 0)) return together;
  const isAlone = `not exists (select from gamekeeper.match w
    where w.source = m.source and w.id = m.id and w.state = 'wanted')`;
  const { sql = 'true', values = [] } = timelines.where ?? {};
  const where = { sql: `${sql} and ${isAlone}`, values };
  return [...together, ...(await claimRows(database, { ...timelines, where }, { ...claim, rooms }))];
}

function toItems(matches: readonly ClaimedRow[], timelines: readonly ClaimedRow[]): FetchItem[] {
  const items = new Map<string, FetchItem>();
  for (const match of matches) {
    const { key, region, lostClaims } = match;
    items.set(key, { key, region, lostClaims, match, timeline: undefined });
  }
  for (const timeline of timelines) {
    const { key, region, lostClaims } = timeline;
    const match = items.get(key)?.match;
    items.set(key, {
      key,
      region,
      lostClaims: Math.max(lostClaims, match?.lostClaims ?? 0),
      match,
      timeline,
    });
  }
  return [...items.values()];
}

/** The age of stored matches is known: timelines that cannot exist are not requested. */
async function noteAges(
  { database, source, timelines }: FetchOptions,
  items: readonly FetchItem[],
): Promise<void> {
  const ids = items.flatMap(({ key, match }) => (match === undefined ? [key] : []));
  if (ids.length === 0) return;
  for (const { id, overBy } of await readStoredDays(database, source, ids)) timelines?.age.note(id, overBy);
}

async function fetchItem(
  { fetchMatch, timelines }: FetchOptions,
  writer: BodyWriter,
  { key: id, match, timeline }: FetchItem,
  signal: AbortSignal,
): Promise<void> {
  const fetch = (fetchBody: FetchBody, { attempts, priority }: ClaimedRow): Promise<Fetched> =>
    fetchBody({ id, attempts }, { lane: laneOf(priority), signal });
  let withoutTimeline: Fetched | undefined;
  if (timelines !== undefined && timeline !== undefined) {
    const fetched = timelines.age.hasNoTimeline(id)
      ? { found: tooOld(id), isMissing: true }
      : await fetch(timelines.fetch, timeline);
    if (fetched.found.body === null) withoutTimeline = fetched;
    else await writer.write(fetched.found, timeline.claimedBy);
  }
  if (match !== undefined) {
    const { found } = await fetch(fetchMatch, match);
    const { endedAt } = found.settlement;
    if (endedAt !== null) timelines?.age.note(id, endedAt);
    await writer.write(found, match.claimedBy);
  }
  if (timelines === undefined || timeline === undefined || withoutTimeline === undefined) return;
  // The match itself may explain the missing timeline.
  const { age } = timelines;
  const isTooOld = age.hasNoTimeline(id) || (withoutTimeline.isMissing && age.mayHaveNoTimeline(id));
  await writer.write(isTooOld ? tooOld(id) : withoutTimeline.found, timeline.claimedBy);
}

function tooOld(id: string): BodyOutcome {
  const reason = 'timelines are kept for a year, and the match is older';
  const settlement = { id, state: 'gone', attempts: 0, retryAfterMs: null, reason, endedAt: null } as const;
  return { kind: 'timeline', settlement, body: null, seen: [] };
}
