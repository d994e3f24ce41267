/**
 * Requests for whole histories, at most one open per player. The row says that a history is requested and how the request ended; its
 * progress is derived from the states of its matches (`progress.ts`), so it cannot get stuck.
 */
import { IS_FREE, type Source } from '#/match/rows.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';

type CollectionState = 'listing' | 'fetching' | 'done' | 'failed' | 'cancelled';

export interface Collection {
  readonly id: string;
  readonly puuid: string;
  readonly keyId: string;
  readonly platform: string;
  readonly state: CollectionState;
  readonly requestedAt: Date;
  readonly listedAt: Date | null;
  readonly endedAt: Date | null;
  readonly reason: string | null;
  /** Since the request, by PostgreSQL's clock. */
  readonly ageSeconds: number;
  /** Since its list was complete; null: it never was. */
  readonly listedSecondsAgo: number | null;
}

const COLLECTION_COLUMNS = `id::text, puuid, key_id as "keyId", platform, state, requested_at as "requestedAt",
  listed_at as "listedAt", ended_at as "endedAt", reason,
  extract(epoch from now() - requested_at)::float8 as "ageSeconds",
  extract(epoch from now() - listed_at)::float8 as "listedSecondsAgo"`;

/** Undefined if one is open. */
export async function openCollection(
  db: Queryable,
  source: Source,
  { puuid, keyId, platform }: Pick<Collection, 'puuid' | 'keyId' | 'platform'>,
): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    `insert into gamekeeper.collection (source, puuid, key_id, platform) values ($1, $2, $3, $4)
     on conflict (source, puuid) where ended_at is null do nothing returning id::text`,
    [source, puuid, keyId, platform],
  );
  return row?.id;
}

export async function readCollection(db: Queryable, id: string): Promise<Collection | undefined> {
  const [row] = await db.query<Collection>(
    `select ${COLLECTION_COLUMNS} from gamekeeper.collection where id = $1::bigint`,
    [id],
  );
  return row;
}

/** Locks it until the transaction ends, so that it is not cancelled. Undefined if it has ended. */
export async function holdOpenCollection(tx: Queryable, id: string): Promise<Collection | undefined> {
  const [row] = await tx.query<Collection>(
    `select ${COLLECTION_COLUMNS} from gamekeeper.collection where id = $1::bigint and ended_at is null for update`,
    [id],
  );
  return row;
}

/** Whether it exists, open or not. Locks it, so that the player is not forgotten before the transaction ends. */
export async function holdCollection(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.query('select 1 from gamekeeper.collection where id = $1::bigint for share', [id]);
  return rows.length > 0;
}

/** The open one, otherwise the last. */
export async function readLastCollection(
  db: Queryable,
  source: Source,
  puuid: string,
): Promise<Collection | undefined> {
  const [row] = await db.query<Collection>(
    `select ${COLLECTION_COLUMNS} from gamekeeper.collection where source = $1 and puuid = $2
     order by ended_at is null desc, requested_at desc limit 1`,
    [source, puuid],
  );
  return row;
}

/** Since the last complete list, also of earlier collections. */
export async function readListedSecondsAgo(
  db: Queryable,
  source: Source,
  puuid: string,
): Promise<number | null> {
  const [row] = await db.query<{ seconds: number | null }>(
    `select extract(epoch from now() - max(listed_at))::float8 as seconds
     from gamekeeper.collection where source = $1 and puuid = $2 and state in ('fetching', 'done')`,
    [source, puuid],
  );
  return row?.seconds ?? null;
}

export async function noteListed(db: Queryable, id: string): Promise<void> {
  await db.query(
    `update gamekeeper.collection set state = 'fetching', listed_at = now(), reason = null
     where id = $1::bigint and ended_at is null`,
    [id],
  );
}

/** It continues later; `reason` says what delays it. */
export async function noteHeldUp(db: Queryable, id: string, reason: string): Promise<void> {
  await db.query('update gamekeeper.collection set reason = $2 where id = $1::bigint and ended_at is null', [
    id,
    reason,
  ]);
}

export async function failCollection(db: Queryable, id: string, reason: string): Promise<void> {
  await db.query(
    `update gamekeeper.collection set state = 'failed', reason = $2, ended_at = now()
     where id = $1::bigint and ended_at is null`,
    [id, reason],
  );
}

/** Ends those with a complete list and without wanted matches. Without `puuids`: of all players. Returns the players of those that ended. */
export async function endFinishedCollections(
  db: Queryable,
  source: Source,
  puuids?: readonly string[],
): Promise<string[]> {
  const rows = await db.query<{ puuid: string }>(
    `update gamekeeper.collection c set state = 'done', ended_at = now(), reason = null
     where c.source = $1 and c.ended_at is null and c.listed_at is not null and ($2::text[] is null or c.puuid = any($2))
       and not exists (
         select from gamekeeper.player_match p
         join gamekeeper.match m on m.source = p.source and m.id = p.match_id
         where p.source = c.source and p.puuid = c.puuid and m.state = 'wanted')
     returning c.puuid`,
    [source, puuids ?? null],
  );
  return rows.map((row) => row.puuid);
}

/** Open for a minute without a complete list. Most of them have a job. */
export async function findUnlistedCollections(db: Queryable, source: Source): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id::text from gamekeeper.collection
     where source = $1 and ended_at is null and listed_at is null and requested_at < now() - interval '1 minute'
     order by requested_at`,
    [source],
  );
  return rows.map((row) => row.id);
}

/**
 * Ends the open collection together with what only it requested: matches that nothing else added to the history, that are not stored, and
 * that no worker fetches at this moment. They are deleted, and the next collection reads the list from its start. Call it in a
 * transaction. Returns whether there was an open collection.
 */
export async function cancelCollection(
  tx: Queryable,
  source: Source,
  { puuid, cursorKind }: { readonly puuid: string; readonly cursorKind: string },
): Promise<boolean> {
  const [open] = await tx.query<{ id: string }>(
    `update gamekeeper.collection set state = 'cancelled', ended_at = now(), reason = null
     where source = $1 and puuid = $2 and ended_at is null returning id::text`,
    [source, puuid],
  );
  if (open === undefined) return false;
  const ids = await findLeftOver(tx, source, open.id);
  await tx.query('delete from gamekeeper.player_match where collection = $1::bigint and match_id = any($2)', [
    open.id,
    ids,
  ]);
  for (const table of ['timeline', 'match'])
    await tx.query(
      `delete from gamekeeper.${table} m
       where m.source = $1 and m.id = any($2) and m.state = 'wanted' and ${IS_FREE}
         and not exists (select from gamekeeper.player_match p where p.source = $1 and p.match_id = m.id)`,
      [source, ids],
    );
  await tx.query('delete from gamekeeper.cursor where source = $1 and kind = $2 and name = $3', [
    source,
    cursorKind,
    puuid,
  ]);
  return true;
}

/**
 * A transaction that adds one of these matches to another history holds its row (`holdKnown`): after waiting for the row, that history is
 * visible. Locks are taken in the order in which `wantGames` takes them.
 */
async function findLeftOver(tx: Queryable, source: Source, collection: string): Promise<string[]> {
  const listed = await tx.query<{ id: string }>(
    `select match_id as id from gamekeeper.player_match
     where collection = $1::bigint order by match_id for update`,
    [collection],
  );
  const rows = await tx.query<{ id: string }>(
    `select id from gamekeeper.match
     where source = $1 and id = any($2) and state = 'wanted' and ${IS_FREE} order by id for update`,
    [source, listed.map(({ id }) => id)],
  );
  return rows.map((row) => row.id);
}
