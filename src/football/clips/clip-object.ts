/**
 * Which objects there should be: an object is there iff a row says so.
 *
 *   none ──► incoming ──► uploading ──► stored        put first, then the row; so a killed put leaves an orphan, which is swept
 *              └─────────────┴────────────┴──► deleting ──► none     the row first, then the object; so a killed delete is finished later
 *
 * While it is uploading, two objects belong to a row: the incoming one (`object_key`) and the archived one (`ARCHIVE_KEY`). Two clips of a
 * goal with the same bytes share the latter: it is deleted only while nobody else's row speaks of it, and nobody uploads to it meanwhile.
 */
import type { Queryable, Transaction } from '#/runtime/postgres/database.ts';

/** Of the clip `c`. */
const ARCHIVE_KEY = `(select g.fixture_id || '/' || g.id || '/' || c.md5 || '.mp4' from gamekeeper.goal g where g.id = c.goal_id)`;
const INCOMING_KEY = `'incoming/' || c.id || '/' || c.md5 || '.mp4'`;

/** To be set together, of the clip `c`: what has begun to be archived has to be deleted from there too. */
export const RETIRED_OBJECT = {
  state: `case when c.object_state = 'none' then 'none' else 'deleting' end`,
  key: `case when c.object_state = 'uploading' then ${ARCHIVE_KEY} else c.object_key end`,
  changedAt: `case when c.object_state in ('none', 'deleting') then c.object_changed_at else now() end`,
} as const;

export function incomingKey(clipId: string, md5: string): string {
  return `incoming/${clipId}/${md5}.mp4`;
}

export interface Upload {
  readonly from: string;
  readonly to: string;
}

/** Undefined: it is not waiting to be uploaded. `isBlocked`: an object of the same name is just being deleted. */
export async function claimUpload(
  tx: Transaction,
  id: string,
): Promise<(Upload & { readonly isBlocked: boolean }) | undefined> {
  const [row] = await tx.query<Upload & { isBlocked: boolean }>(
    `with found as (
       select c.id, c.object_key as "from", ${ARCHIVE_KEY} as "to",
         exists (select from gamekeeper.clip d where d.object_key = ${ARCHIVE_KEY} and d.object_state = 'deleting') as "isBlocked"
       from gamekeeper.clip c
       where c.id = $1 and c.state = 'kept' and c.is_best and c.object_state in ('incoming', 'uploading')),
     claimed as (
       update gamekeeper.clip c set object_state = 'uploading', object_changed_at = now()
       from found f where c.id = f.id and not f."isBlocked")
     select "from", "to", "isBlocked" from found`,
    [id],
  );
  return row;
}

/** False: it was superseded or deleted meanwhile. */
export async function noteStored(tx: Transaction, id: string, key: string, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `update gamekeeper.clip set object_state = 'stored', object_key = $2, object_changed_at = now(),
       archived_at = coalesce(archived_at, $3)
     where id = $1 and state = 'kept' and is_best and object_state = 'uploading' returning 1`,
    [id, key, at],
  );
  return rows.length > 0;
}

/** Now that the best of a cluster is archived, what was archived in its place before is not wanted any more. */
export async function retireSuperseded(tx: Transaction, bestId: string): Promise<void> {
  await tx.query(
    `update gamekeeper.clip o set object_changed_at = now(),
       object_state = case when o.object_key = b.object_key then 'none' else 'deleting' end,
       object_key = case when o.object_key = b.object_key then null else o.object_key end
     from gamekeeper.clip b
     where b.id = $1 and o.goal_id = b.goal_id and o.cluster = b.cluster and o.id <> b.id and o.object_state = 'stored'`,
    [bestId],
  );
}

export interface UnwantedObject {
  readonly clipId: string;
  readonly goalId: string;
  readonly keys: readonly string[];
}

/** Rows whose objects are to be deleted, with the keys that nobody else's row speaks of. */
export async function findUnwantedObjects(
  db: Queryable,
  { goalId, limit }: { readonly goalId: string | null; readonly limit: number },
): Promise<UnwantedObject[]> {
  return db.query<UnwantedObject>(
    `select c.id as "clipId", c.goal_id as "goalId",
       array(select distinct k.key from unnest(array[c.object_key, ${INCOMING_KEY}]) as k (key)
         where k.key is not null and not exists (
           select from gamekeeper.clip o where o.goal_id = c.goal_id and o.id <> c.id and (
             (o.object_state = 'stored' and o.object_key = k.key)
             or (o.object_state = 'uploading' and o.md5 = c.md5 and k.key = ${ARCHIVE_KEY})))) as keys
     from gamekeeper.clip c
     where c.object_state = 'deleting' and ($1::uuid is null or c.goal_id = $1) order by c.id limit $2`,
    [goalId, limit],
  );
}

export async function noteObjectsDeleted(db: Queryable, clipIds: readonly string[]): Promise<void> {
  await db.query(
    `update gamekeeper.clip set object_state = 'none', object_key = null, object_changed_at = now()
     where id = any($1::uuid[]) and object_state = 'deleting'`,
    [clipIds],
  );
}

/** The object is gone although the row says otherwise: it has to be downloaded anew. False: the row says something else by now. */
export async function noteObjectLost(
  tx: Transaction,
  id: string,
  key: string,
  words: string,
): Promise<boolean> {
  const rows = await tx.query(
    `update gamekeeper.clip set object_state = 'none', object_key = null, object_changed_at = now(),
       state = case when state = 'duplicate' then state else 'found' end, is_best = false, reason = $3
     where id = $1 and object_key = $2 and object_state in ('incoming', 'uploading', 'stored') returning 1`,
    [id, key, words],
  );
  return rows.length > 0;
}

/** Which of these keys (of our own making: their second part is an id) a row speaks of. */
export async function findClaimedKeys(db: Queryable, keys: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ key: string }>(
    `select k.key from unnest($1::text[]) as k (key)
     where exists (select from gamekeeper.clip c where c.object_key = k.key)
        or exists (select from gamekeeper.clip c
             where c.goal_id = split_part(k.key, '/', 2)::uuid and c.object_state = 'uploading' and ${ARCHIVE_KEY} = k.key)`,
    [keys],
  );
  return rows.map(({ key }) => key);
}

export interface ClaimedObject {
  readonly clipId: string;
  readonly goalId: string;
  readonly key: string;
}

/** What should be in the store for at least so many seconds; page by page in the order of keys. */
export async function listClaimedObjects(
  db: Queryable,
  {
    after,
    limit,
    forSeconds,
  }: { readonly after: string; readonly limit: number; readonly forSeconds: number },
): Promise<ClaimedObject[]> {
  return db.query<ClaimedObject>(
    `select id as "clipId", goal_id as "goalId", object_key as key from gamekeeper.clip
     where object_key collate "C" > $1 and object_state in ('incoming', 'uploading', 'stored')
       and object_changed_at < now() - make_interval(secs => $3)
     order by object_key collate "C" limit $2`,
    [after, limit, forSeconds],
  );
}
