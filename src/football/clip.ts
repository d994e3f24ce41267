/**
 * Rows of `clip`: every video that a search found, and the object of those that were downloaded. States: `domain/football/clip-state.ts`.
 * Each update names the state that it starts from, so a late worker changes nothing.
 *
 * An object exists if and only if its row says so:
 *
 *   none ──► stored      the object is written first, then the row; a killed upload leaves an orphan for the sweep
 *   stored ──► deleting ──► none      the row first, then the object; the sweep finishes a killed deletion
 *
 * Clips of a goal with the same bytes share an object, so it is deleted only while no other row has it stored. Rows of earlier
 * versions may have keys of the form `incoming/{clip}/{md5}.mp4`.
 */
import type { ClipReason, ClipState } from '#/domain/football/clip-state.ts';
import type { Queryable, Transaction } from '#/runtime/postgres/database.ts';
import { readSearchedGoal, type SearchedGoalRow } from './goal-search.ts';

export type ObjectState = 'none' | 'stored' | 'deleting';

export interface ClipRow {
  readonly id: string;
  readonly goalId: string;
  readonly site: string;
  readonly postId: string;
  readonly videoNumber: number;
  readonly pageUrl: string | null;
  readonly mediaUrl: string | null;
  readonly author: string | null;
  readonly caption: string;
  readonly postedAt: Date | null;
  readonly foundAt: Date;
  readonly sightings: number;
  readonly relevance: number;
  readonly isVerified: boolean;
  readonly state: ClipState;
  readonly reasonCode: ClipReason | null;
  readonly reason: string | null;
  readonly bytes: number | null;
  readonly md5: string | null;
  readonly sha256: string | null;
  readonly seconds: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly frameRate: number | null;
  readonly hasAudio: boolean | null;
  readonly cluster: string | null;
  readonly isBest: boolean;
  readonly containsClips: readonly string[];
  readonly otherGoalId: string | null;
  readonly objectKey: string | null;
  readonly objectState: ObjectState;
  readonly archivedAt: Date | null;
  /** Found clips of its cluster, itself included; 0 without a cluster. */
  readonly copies: number;
}

const SELECT = `select c.id, c.goal_id, c.site, c.post_id, c.video_number, c.page_url, c.media_url, c.author, c.caption, c.posted_at,
    c.found_at, c.sightings, c.relevance, c.is_verified, c.state, c.reason_code, c.reason, c.bytes::float8 as bytes, c.md5, c.sha256,
    c.seconds, c.width, c.height, c.frame_rate, c.has_audio, c.cluster, c.is_best, c.contains_clips, c.other_goal_id, c.object_key,
    c.object_state, c.archived_at,
    (select count(*)::int from gamekeeper.clip m where m.goal_id = c.goal_id and m.cluster = c.cluster) as copies
  from gamekeeper.clip c`;

/** Best first: archived clips, verified before unverified, then by copies and quality; dropped clips last. */
export async function listClips(db: Queryable, goalIds: readonly string[]): Promise<ClipRow[]> {
  return db.query<ClipRow>(
    `select * from (${SELECT} where c.goal_id = any($1::uuid[])) as clip
     order by goal_id, is_best desc, array_position(array['kept', 'downloaded', 'found', 'duplicate', 'rejected', 'failed', 'deleted'], state),
       is_verified desc, copies desc, width * height desc nulls last, relevance desc, found_at, id`,
    [goalIds],
  );
}

export async function findClip(db: Queryable, id: string): Promise<ClipRow | undefined> {
  const [row] = await db.query<ClipRow>(`${SELECT} where c.id = $1`, [id]);
  return row;
}

export interface ArchivedVideo {
  /** Not the requested clip if another one is the best of its cluster. */
  readonly clipId: string;
  readonly goalId: string;
  readonly objectKey: string;
  readonly bytes: number;
  readonly md5: string;
}

/** The video to show for a clip. Undefined: nothing is archived. */
export async function findArchivedVideo(db: Queryable, clipId: string): Promise<ArchivedVideo | undefined> {
  const [row] = await db.query<ArchivedVideo>(
    `select b.id as clip_id, b.goal_id, b.object_key, b.bytes::float8 as bytes, b.md5
     from gamekeeper.clip c
     join gamekeeper.clip b on b.goal_id = c.goal_id and (b.id = c.id or b.cluster = c.cluster)
     where c.id = $1 and c.state <> 'deleted' and b.object_state = 'stored' and b.state in ('kept', 'duplicate')
     order by b.is_best desc, (b.id = c.id) desc limit 1`,
    [clipId],
  );
  return row;
}

export interface ClipWork {
  readonly id: string;
  readonly state: ClipState;
  readonly pageUrl: string | null;
  readonly mediaUrl: string | null;
  readonly videoNumber: number;
  readonly objectState: ObjectState;
  readonly goal: SearchedGoalRow;
}

/** A clip with its goal, as the steps need them. */
export async function readClipWork(db: Queryable, id: string): Promise<ClipWork | undefined> {
  const [clip] = await db.query<Omit<ClipWork, 'goal'> & { goalId: string }>(
    `select id, goal_id, state, page_url, media_url, video_number, object_state from gamekeeper.clip where id = $1`,
    [id],
  );
  const goal = clip && (await readSearchedGoal(db, clip.goalId));
  return clip && goal && { ...clip, goal };
}

export interface DownloadedClip {
  readonly objectKey: string;
  readonly bytes: number;
  readonly md5: string;
  readonly sha256: string;
  readonly seconds: number;
  readonly width: number;
  readonly height: number;
  readonly frameRate: number | null;
  readonly hasAudio: boolean;
  readonly picturePrint: Uint8Array | null;
  readonly soundPrint: Uint8Array | null;
}

/** Returns false if the clip does not wait for a download any more. */
export async function noteDownloaded(tx: Transaction, id: string, clip: DownloadedClip): Promise<boolean> {
  const rows = await tx.query(
    `update gamekeeper.clip set state = 'downloaded', reason_code = null, reason = null, bytes = $3, md5 = $4, sha256 = $5,
       seconds = $6, width = $7, height = $8, frame_rate = $9, has_audio = $10, picture_print = $11, sound_print = $12,
       object_key = $2, object_state = 'stored', object_changed_at = now()
     where id = $1 and state = 'found' returning 1`,
    [
      id,
      clip.objectKey,
      clip.bytes,
      clip.md5,
      clip.sha256,
      clip.seconds,
      clip.width,
      clip.height,
      clip.frameRate,
      clip.hasAudio,
      clip.picturePrint,
      clip.soundPrint,
    ],
  );
  return rows.length > 0;
}

export interface DroppedClip {
  readonly state: 'rejected' | 'failed';
  readonly code: ClipReason;
  readonly words: string;
}

export async function dropFoundClip(tx: Transaction, id: string, dropped: DroppedClip): Promise<void> {
  await tx.query(
    `update gamekeeper.clip set state = $2, reason_code = $3, reason = $4 where id = $1 and state = 'found'`,
    [id, dropped.state, dropped.code, dropped.words],
  );
}

/** Keeps the reason of a failed attempt while the clip waits for the next one. */
export async function noteDownloadTrouble(
  db: Queryable,
  id: string,
  code: ClipReason,
  words: string,
): Promise<void> {
  await db.query(
    `update gamekeeper.clip set reason_code = $2, reason = $3 where id = $1 and state = 'found'`,
    [id, code, words],
  );
}

/**
 * For a clip whose object was lost and that cannot be downloaded again: sets the best of its copies to be downloaded instead and
 * returns its id. Undefined: there is no copy, or the clip was never in a cluster.
 */
export async function wantCopyInstead(tx: Transaction, id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `with left_behind as (
       update gamekeeper.clip c set cluster = null from (select id, cluster, goal_id from gamekeeper.clip where id = $1) b
       where c.id = b.id and b.cluster is not null returning b.cluster, b.goal_id)
     update gamekeeper.clip c set state = 'found', reason_code = null, reason = null
     where c.id = (
       select m.id from gamekeeper.clip m join left_behind b on m.goal_id = b.goal_id and m.cluster = b.cluster
       where m.id <> $1 and m.state = 'duplicate' and m.object_state = 'none'
         and not exists (select from gamekeeper.clip k where k.goal_id = m.goal_id and k.cluster = m.cluster and k.state = 'kept')
       order by m.is_verified desc, m.width * m.height desc, m.found_at limit 1)
     returning c.id`,
    [id],
  );
  return row?.id;
}

/** By hand: sets a clip to be downloaded that was rejected, failed or deleted. Returns false if it has been downloaded. */
export async function wantDownloadAgain(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx.query(
    `update gamekeeper.clip set state = 'found', reason_code = null, reason = null, cluster = null, is_best = false,
       other_goal_id = null, contains_clips = '{}'
     where id = $1 and state in ('found', 'rejected', 'failed', 'deleted') and object_state = 'none' returning 1`,
    [id],
  );
  return rows.length > 0;
}

/** Assignments for an update of clip `c` whose object is not wanted any more. */
export const RETIRE_OBJECT = `object_state = case c.object_state when 'none' then 'none' else 'deleting' end,
  object_changed_at = case c.object_state when 'stored' then now() else c.object_changed_at end`;

/** Returns false if there is no such clip or it is deleted already. */
export async function deleteClipRow(
  tx: Transaction,
  id: string,
  code: 'deleted-by-hand' | 'expired',
  words: string,
): Promise<boolean> {
  const rows = await tx.query(
    `update gamekeeper.clip c set state = 'deleted', reason_code = $2, reason = $3, is_best = false, picture_print = null,
       sound_print = null, ${RETIRE_OBJECT}
     where id = $1 and state <> 'deleted' returning 1`,
    [id, code, words],
  );
  return rows.length > 0;
}

export interface ClipObject {
  readonly clipId: string;
  readonly goalId: string;
  readonly key: string;
}

/** Rows whose object is to be deleted, of one goal or of all (null), ordered by clip; the next page begins after the last clip. */
export async function listUnwantedObjects(
  db: Queryable,
  {
    goalId,
    after,
    limit,
  }: { readonly goalId: string | null; readonly after: string | null; readonly limit: number },
): Promise<ClipObject[]> {
  return db.query<ClipObject>(
    `select id as clip_id, goal_id, object_key as key from gamekeeper.clip
     where object_state = 'deleting' and ($1::uuid is null or goal_id = $1) and ($2::uuid is null or id > $2)
     order by id limit $3`,
    [goalId, after, limit],
  );
}

/** With the lock of the goal held: whether a row has this object stored. */
export async function isObjectClaimed(tx: Transaction, key: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from gamekeeper.clip where object_key = $1 and object_state = 'stored' limit 1`,
    [key],
  );
  return rows.length > 0;
}

export async function noteObjectDeleted(tx: Transaction, clipId: string): Promise<void> {
  await tx.query(
    `update gamekeeper.clip set object_state = 'none', object_key = null, object_changed_at = now()
     where id = $1 and object_state = 'deleting'`,
    [clipId],
  );
}

/** The stored object is gone: a kept clip waits for a download again. Returns false if the row has changed meanwhile. */
export async function noteObjectLost(
  tx: Transaction,
  { clipId, key }: ClipObject,
  words: string,
): Promise<boolean> {
  const rows = await tx.query(
    `update gamekeeper.clip set object_state = 'none', object_key = null, object_changed_at = now(),
       state = case when state = 'duplicate' then state else 'found' end, is_best = false, reason = $3
     where id = $1 and object_key = $2 and object_state = 'stored' returning 1`,
    [clipId, key, words],
  );
  return rows.length > 0;
}

/** Which of these keys a row has. */
export async function findClaimedKeys(db: Queryable, keys: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ key: string }>(
    `select distinct object_key as key from gamekeeper.clip where object_key = any($1::text[])`,
    [keys],
  );
  return rows.map(({ key }) => key);
}

/** Objects that have been stored for at least so many seconds, by key; the next page begins after the last key. */
export async function listStoredObjects(
  db: Queryable,
  {
    after,
    limit,
    forSeconds,
  }: { readonly after: string; readonly limit: number; readonly forSeconds: number },
): Promise<ClipObject[]> {
  return db.query<ClipObject>(
    `select id as clip_id, goal_id, object_key as key from gamekeeper.clip
     where object_key collate "C" > $1 and object_state = 'stored' and object_changed_at < now() - make_interval(secs => $3)
     order by object_key collate "C" limit $2`,
    [after, limit, forSeconds],
  );
}

/** Archived before that time; or found before it and never archived because the goal was removed, but with an object. */
export async function findExpiredClips(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from gamekeeper.clip
     where state <> 'deleted' and (archived_at < $1 or (object_state <> 'none' and found_at < $1)) order by id limit $2`,
    [before, limit],
  );
  return rows.map(({ id }) => id);
}
