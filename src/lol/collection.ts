/**
 * Wishes for whole histories, at most one open for a player, whoever asks. The row says that a history is wanted and how the wish ended;
 * how far it has come is derived from the games (`player-match.ts`), so that nothing here can get stuck or run ahead.
 */
import type { Queryable } from '#/runtime/postgres/database.ts';
import type { Source } from '#/match/rows.ts';

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
  /** Since it was asked for, by PostgreSQL's clock. */
  readonly ageSeconds: number;
  /** Since its list was whole; null: it never was. */
  readonly listedSecondsAgo: number | null;
}

const COLUMNS = `id::text, puuid, key_id as "keyId", platform, state, requested_at as "requestedAt",
  listed_at as "listedAt", ended_at as "endedAt", reason,
  extract(epoch from now() - requested_at)::float8 as "ageSeconds",
  extract(epoch from now() - listed_at)::float8 as "listedSecondsAgo"`;

/** Undefined when one is open already. */
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
    `select ${COLUMNS} from gamekeeper.collection where id = $1::bigint`,
    [id],
  );
  return row;
}

/** Until the transaction ends, nobody cancels it. Undefined when it has ended. */
export async function holdOpenCollection(tx: Queryable, id: string): Promise<Collection | undefined> {
  const [row] = await tx.query<Collection>(
    `select ${COLUMNS} from gamekeeper.collection where id = $1::bigint and ended_at is null for update`,
    [id],
  );
  return row;
}

/** Whether it is there, open or not. It stays until the transaction ends, and so does whoever it is of. */
export async function holdCollection(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.query('select 1 from gamekeeper.collection where id = $1::bigint for share', [id]);
  return rows.length > 0;
}

/** The open one, or the last. */
export async function readLastCollection(
  db: Queryable,
  source: Source,
  puuid: string,
): Promise<Collection | undefined> {
  const [row] = await db.query<Collection>(
    `select ${COLUMNS} from gamekeeper.collection where source = $1 and puuid = $2
     order by ended_at is null desc, requested_at desc limit 1`,
    [source, puuid],
  );
  return row;
}

/** Since when the list is known to be whole, also by collections before the last. */
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

/** It goes on later; this says why not now. */
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

/** Ends those whose list is whole and of which nothing is wanted any more. Without players: of everybody. Answers whose ended. */
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

/** Whose list has not been read for a minute, although it is wanted. Most of them have a job. */
export async function findUnlistedCollections(db: Queryable, source: Source): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id::text from gamekeeper.collection
     where source = $1 and ended_at is null and listed_at is null and requested_at < now() - interval '1 minute'
     order by requested_at`,
    [source],
  );
  return rows.map((row) => row.id);
}
