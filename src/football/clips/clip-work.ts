/**
 * The way of a clip from `found` to `kept`. Each step is one statement that names the state it starts from: a worker that was believed dead
 * and comes back late changes nothing.
 */
import type { ClipReason, ClipState } from '#/domain/football/clip-state.ts';
import { RETIRED_OBJECT } from './clip-object.ts';
import type { ObjectState } from './clip.ts';
import type { Queryable, Transaction } from '#/runtime/postgres/database.ts';
import { SEARCHED_GOAL, type SearchedGoalRow } from './goal-search.ts';

export interface ClipWork {
  readonly id: string;
  readonly state: ClipState;
  readonly pageUrl: string | null;
  readonly mediaUrl: string | null;
  readonly videoNumber: number;
  readonly md5: string | null;
  readonly isBest: boolean;
  readonly objectKey: string | null;
  readonly objectState: ObjectState;
  readonly goal: SearchedGoalRow;
}

type FlatWork = Omit<ClipWork, 'goal' | 'id' | 'state'> &
  SearchedGoalRow & { readonly clipId: string; readonly clipState: ClipState };

export async function readClipWork(db: Queryable, id: string): Promise<ClipWork | undefined> {
  const [row] = await db.query<FlatWork>(
    `select c.id as "clipId", c.state as "clipState", c.page_url as "pageUrl", c.media_url as "mediaUrl",
       c.video_number as "videoNumber", c.md5, c.is_best as "isBest", c.object_key as "objectKey", c.object_state as "objectState",
       ${SEARCHED_GOAL}
     from gamekeeper.clip c join gamekeeper.goal g on g.id = c.goal_id join gamekeeper.fixture f on f.id = g.fixture_id
     where c.id = $1`,
    [id],
  );
  if (row === undefined) return undefined;
  const { clipId, clipState, pageUrl, mediaUrl, videoNumber, md5, isBest, objectKey, objectState, ...goal } =
    row;
  return {
    id: clipId,
    state: clipState,
    pageUrl,
    mediaUrl,
    videoNumber,
    md5,
    isBest,
    objectKey,
    objectState,
    goal,
  };
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

/** False: it is not waiting for a download any more. */
export async function noteDownloaded(tx: Transaction, id: string, clip: DownloadedClip): Promise<boolean> {
  const rows = await tx.query(
    `update gamekeeper.clip set state = 'downloaded', reason_code = null, reason = null, bytes = $3, md5 = $4, sha256 = $5,
       seconds = $6, width = $7, height = $8, frame_rate = $9, has_audio = $10, picture_print = $11, sound_print = $12,
       object_key = $2, object_state = 'incoming', object_changed_at = now()
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

/** Of one that could not be had or is not what is wanted. */
export async function dropFoundClip(tx: Transaction, id: string, dropped: DroppedClip): Promise<void> {
  await tx.query(
    `update gamekeeper.clip set state = $2, reason_code = $3, reason = $4 where id = $1 and state = 'found'`,
    [id, dropped.state, dropped.code, dropped.words],
  );
}

/**
 * One that was kept and whose object was lost cannot be had any more: the best of its copies is wanted in its place. Its id; undefined:
 * there is no copy.
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

/** Why the last try brought nothing, of one that will be tried again. */
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

/** What is not wanted or could not be had is to be downloaded after all. False: it is in a state that needs no download. */
export async function wantDownloadAgain(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx.query(
    `update gamekeeper.clip set state = 'found', reason_code = null, reason = null, cluster = null, is_best = false,
       other_goal_id = null, contains_clips = '{}'
     where id = $1 and state in ('found', 'rejected', 'failed', 'deleted') and object_state = 'none' returning 1`,
    [id],
  );
  return rows.length > 0;
}

/** By hand or because its time is over. False: there is no such clip, or it is deleted already. */
export async function deleteClipRow(
  tx: Transaction,
  id: string,
  code: 'deleted-by-hand' | 'expired',
  words: string,
): Promise<boolean> {
  const rows = await tx.query(
    `update gamekeeper.clip c set state = 'deleted', reason_code = $2, reason = $3, is_best = false, picture_print = null,
       sound_print = null, object_state = ${RETIRED_OBJECT.state}, object_key = ${RETIRED_OBJECT.key},
       object_changed_at = ${RETIRED_OBJECT.changedAt}
     where id = $1 and state <> 'deleted' returning 1`,
    [id, code, words],
  );
  return rows.length > 0;
}
