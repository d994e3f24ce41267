/**
 * Which matches are in whose history, how much of a history is stored, and who is notified. Progress is derived from the states of the
 * matches when it is asked for: it cannot get stuck, and a restart changes nothing in it.
 */
import type { BudgetView } from '#/domain/limiter/budget.ts';
import { PLATFORMS, type Region, regionOf } from '#/domain/riot/routing.ts';
import type { Source } from '#/match/rows.ts';
import type { Database, Queryable } from '#/runtime/postgres/database.ts';
import { publishNotice } from '#/runtime/postgres/session.ts';
import { endFinishedCollections } from './collection-rows.ts';
import { SOURCE } from './kinds.ts';
import type { Logger } from 'pino';

/** `collection`: the only one that requested them; if it is cancelled, they are not wanted any more. Null: something else requested them too. */
export async function addToHistory(
  db: Queryable,
  source: Source,
  { puuid, ids, collection }: { puuid: string; ids: readonly string[]; collection: string | null },
): Promise<void> {
  await db.query(
    `insert into gamekeeper.player_match as p (source, puuid, match_id, collection)
     select $1, $2, n.id, $4 from unnest($3::text[]) as n (id) order by n.id
     on conflict (source, puuid, match_id) do update set collection = excluded.collection
     where p.collection is not null and p.collection is distinct from excluded.collection`,
    [source, puuid, ids, collection],
  );
}

export interface Progress {
  readonly total: number;
  /** Stored, and its timeline settled where that is asked for too. */
  readonly done: number;
  /** Listed, but missing upstream or unreadable. */
  readonly unfetchable: number;
  /** `total` is the sum of the three. */
  readonly wanted: number;
}

export interface ProgressOptions {
  /**
   * A stored match whose timeline is not requested yet does not count as done then: otherwise the number would drop when a sync requests
   * the timelines of matches that are stored already.
   */
  readonly withTimelines: boolean;
  /** Only matches that were first listed for this player from then on (by PostgreSQL's clock). */
  readonly since?: Date | undefined;
}

const NOTHING: Progress = { total: 0, done: 0, unfetchable: 0, wanted: 0 };

export async function readProgress(
  db: Queryable,
  source: Source,
  puuid: string,
  options: ProgressOptions,
): Promise<Progress> {
  return (await readProgressOfMany(db, source, [puuid], options)).get(puuid) ?? NOTHING;
}

/** The result has every requested player. */
export async function readProgressOfMany(
  db: Queryable,
  source: Source,
  puuids: readonly string[],
  { withTimelines, since }: ProgressOptions,
): Promise<Map<string, Progress>> {
  // One statement, so that all numbers are of the same moment.
  const rows = await db.query<Progress & { puuid: string }>(
    `select g.puuid, count(*)::int as total,
            count(*) filter (where not is_wanted and is_stored)::int as done,
            count(*) filter (where not is_wanted and not is_stored)::int as unfetchable,
            count(*) filter (where is_wanted)::int as wanted
     from (
       select p.puuid, m.state = 'stored' as is_stored,
              m.state = 'wanted' or ($3 and m.state = 'stored' and coalesce(t.state, 'wanted') = 'wanted') as is_wanted
       from gamekeeper.player_match p
       join gamekeeper.match m on m.source = p.source and m.id = p.match_id
       left join gamekeeper.timeline t on $3 and t.source = p.source and t.id = p.match_id
       where p.source = $1 and p.puuid = any($2) and ($4::timestamptz is null or p.listed_at >= $4)
     ) as g group by g.puuid`,
    [source, puuids, withTimelines, since ?? null],
  );
  const found = new Map(rows.map(({ puuid, ...progress }) => [puuid, progress]));
  return new Map(puuids.map((puuid) => [puuid, found.get(puuid) ?? NOTHING]));
}

/** Players with one of these matches in their history. */
async function findPlayersOfGames(db: Queryable, source: Source, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ puuid: string }>(
    'select distinct puuid from gamekeeper.player_match where source = $1 and match_id = any($2)',
    [source, ids],
  );
  return rows.map((row) => row.puuid);
}

/** If no wanted match can be fetched now: the newest reason. */
export async function readHeldUpBy(db: Queryable, source: Source, puuid: string): Promise<string | null> {
  const [row] = await db.query<{ reason: string | null }>(
    `select case when bool_and(m.next_at > now()) then (array_agg(m.reason order by m.changed_at desc))[1] end as reason
     from gamekeeper.player_match p
     join gamekeeper.match m on m.source = p.source and m.id = p.match_id
     where p.source = $1 and p.puuid = $2 and m.state = 'wanted'`,
    [source, puuid],
  );
  return row?.reason ?? null;
}

/** Matches of a history that are not fetched yet. */
export async function findWantedGames(db: Queryable, source: Source, puuid: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select m.id from gamekeeper.player_match p
     join gamekeeper.match m on m.source = p.source and m.id = p.match_id
     where p.source = $1 and p.puuid = $2 and m.state = 'wanted'`,
    [source, puuid],
  );
  return rows.map((row) => row.id);
}

export interface HistoryNotices {
  changed(puuids: readonly string[]): void;
  /** Players with one of these matches in their history. */
  settled(gameIds: readonly string[]): void;
  /** Resolves after all earlier changes have been published. */
  flush(): Promise<void>;
}

export interface HistoryNoticesOptions {
  readonly database: Database;
  readonly log: Pick<Logger, 'debug'>;
  readonly everyMs?: number | undefined;
  /** Further topics that a change of these players concerns. */
  readonly moreTopics?: ((puuids: readonly string[]) => Promise<readonly string[]>) | undefined;
}

const EVERY_MS = 500;

/**
 * Publishes changes of players' histories to live subscribers and ends collections without wanted matches. At most two NOTIFY a second in
 * total, because NOTIFY takes a lock that all commits share. Notices lost with a killed process do no harm: pages read the rows, and
 * `refetch-wanted` ends open collections.
 */
export function createHistoryNotices(options: HistoryNoticesOptions): HistoryNotices {
  const { database, log, everyMs = EVERY_MS } = options;
  let puuids = new Set<string>();
  let games = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let publishing: Promise<void> = Promise.resolve();

  async function publish(): Promise<void> {
    const players = puuids;
    const ids = [...games];
    puuids = new Set();
    games = new Set();
    try {
      if (ids.length > 0)
        for (const puuid of await findPlayersOfGames(database, SOURCE, ids)) players.add(puuid);
      if (players.size === 0) return;
      const changed = [...players];
      await endFinishedCollections(database, SOURCE, changed);
      const more = (await options.moreTopics?.(changed)) ?? [];
      for (const topic of [...changed.map(playerTopic), ...more]) await publishNotice(database, { topic });
    } catch (error) {
      log.debug({ err: error }, 'history notices not published');
    }
  }
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      publishing = publishing.then(publish);
    }, everyMs).unref();
  };
  return {
    changed(players) {
      for (const puuid of players) puuids.add(puuid);
      soon();
    },
    settled(gameIds) {
      for (const id of gameIds) games.add(id);
      soon();
    },
    async flush() {
      clearTimeout(timer);
      timer = undefined;
      publishing = publishing.then(publish);
      await publishing;
    },
  };
}

export function playerTopic(puuid: string): `lol-player/${string}` {
  return `lol-player/${puuid}`;
}

export interface PlaceInLine {
  /** 1: first in line. */
  readonly place: number;
  /** A match wanted by several collections counts for each, so the estimate is not too early. */
  readonly gamesBefore: number;
}

export type FindPlace = (id: string, region: Region) => Promise<PlaceInLine>;

/**
 * The position of a collection in its region's queue, and the wanted matches before it. First come, first served, per host. One query
 * serves all requests within `heldMs`.
 */
export function createCollectionLine(database: Queryable, heldMs: number): FindPlace {
  let held: { readonly line: Promise<readonly WaitingCollection[]>; readonly until: number } | undefined;
  const readLine = (): Promise<readonly WaitingCollection[]> => {
    if (held !== undefined && performance.now() < held.until) return held.line;
    held = { line: readCollectionLine(database, SOURCE), until: performance.now() + heldMs };
    return held.line;
  };
  return async (id, region) => {
    const hosted = new Set<string>(PLATFORMS.filter((platform) => regionOf(platform) === region));
    const before = (await readLine()).filter(
      (other) => hosted.has(other.platform) && BigInt(other.id) < BigInt(id),
    );
    return {
      place: before.length + 1,
      gamesBefore: before.reduce((sum, { wanted }) => sum + wanted, 0),
    };
  };
}

interface WaitingCollection {
  readonly id: string;
  readonly platform: string;
  /** As far as its list is known. */
  readonly wanted: number;
}

/** Reads every match of every open collection; the result is shared. */
async function readCollectionLine(db: Queryable, source: Source): Promise<WaitingCollection[]> {
  return db.query<WaitingCollection>(
    `select c.id::text, c.platform, count(m.id)::int as wanted
     from gamekeeper.collection c
     left join gamekeeper.player_match p on p.source = c.source and p.puuid = c.puuid
     left join gamekeeper.match m on m.source = p.source and m.id = p.match_id and m.state = 'wanted'
     where c.source = $1 and c.ended_at is null
     group by c.id, c.platform order by c.id`,
    [source],
  );
}

/**
 * Estimates the time for a number of calls under the key's limits without other traffic: each window permits its free room, then its full
 * size each time it opens again. The slowest window decides. Undefined while no limit is known. `methods`: the methods of the calls.
 */
export function expectedWaitMs(
  budget: BudgetView,
  calls: number,
  methods: readonly string[],
): number | undefined {
  const scopes = budget.filter(({ method }) => method === null || methods.includes(method));
  const windows = scopes.flatMap((scope) => scope.windows);
  if (windows.length === 0) return undefined;
  const blocked = Math.max(...scopes.map(({ blockedForMs }) => blockedForMs));
  const waits = windows.map(({ limit, spanMs, used, closesInMs }) => {
    const beyond = calls - Math.max(0, limit - used);
    if (beyond <= 0) return 0;
    const isOpen = closesInMs > 0;
    return (isOpen ? closesInMs : spanMs) + (Math.ceil(beyond / limit) - 1) * spanMs;
  });
  return blocked + Math.max(...waits);
}
