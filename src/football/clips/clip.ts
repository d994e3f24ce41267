/** Clips as they are shown: every video that a search found, whatever became of it, and which one can be watched in its place. */
import type { ClipReason, ClipState } from '#/domain/football/clip-state.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';

/** none; incoming: downloaded; uploading: on its way into the archive; stored; deleting: its object is not wanted any more. */
export type ObjectState = 'none' | 'incoming' | 'uploading' | 'stored' | 'deleting';

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
  /** How many clips of its cluster were found, itself included; 0 without a cluster. */
  readonly copies: number;
}

const SELECT = `select c.id, c.goal_id as "goalId", c.site, c.post_id as "postId", c.video_number as "videoNumber",
    c.page_url as "pageUrl", c.media_url as "mediaUrl", c.author, c.caption, c.posted_at as "postedAt", c.found_at as "foundAt",
    c.sightings, c.relevance, c.is_verified as "isVerified", c.state, c.reason_code as "reasonCode", c.reason,
    c.bytes::float8 as bytes, c.md5, c.sha256, c.seconds, c.width, c.height, c.frame_rate as "frameRate", c.has_audio as "hasAudio",
    c.cluster, c.is_best as "isBest", c.contains_clips as "containsClips", c.other_goal_id as "otherGoalId",
    c.object_key as "objectKey", c.object_state as "objectState", c.archived_at as "archivedAt",
    (select count(*)::int from gamekeeper.clip m where m.goal_id = c.goal_id and m.cluster = c.cluster) as copies
  from gamekeeper.clip c`;

/** Best first: what can be watched, verified before unverified, seen often, quality; what was dropped comes last. */
export async function listClips(db: Queryable, goalIds: readonly string[]): Promise<ClipRow[]> {
  return db.query<ClipRow>(
    `select * from (${SELECT} where c.goal_id = any($1::uuid[])) as clip
     order by "goalId", "isBest" desc, array_position(array['kept', 'downloaded', 'found', 'duplicate', 'rejected', 'failed', 'deleted'], state),
       "isVerified" desc, copies desc, width * height desc nulls last, relevance desc, "foundAt", id`,
    [goalIds],
  );
}

export async function findClip(db: Queryable, id: string): Promise<ClipRow | undefined> {
  const [row] = await db.query<ClipRow>(`${SELECT} where c.id = $1`, [id]);
  return row;
}

export interface ArchivedVideo {
  /** Another one than was asked for: it is the best of its cluster, and stands for it. */
  readonly clipId: string;
  readonly goalId: string;
  readonly objectKey: string;
  readonly bytes: number;
  readonly md5: string;
}

/** What can be watched when somebody asks for this clip. Undefined: nothing is archived. */
export async function findArchivedVideo(db: Queryable, clipId: string): Promise<ArchivedVideo | undefined> {
  const [row] = await db.query<ArchivedVideo>(
    `select b.id as "clipId", b.goal_id as "goalId", b.object_key as "objectKey", b.bytes::float8 as bytes, b.md5
     from gamekeeper.clip c
     join gamekeeper.clip b on b.goal_id = c.goal_id and (b.id = c.id or b.cluster = c.cluster)
     where c.id = $1 and c.state <> 'deleted' and b.object_state = 'stored' and b.state in ('kept', 'duplicate')
     order by b.is_best desc, (b.id = c.id) desc limit 1`,
    [clipId],
  );
  return row;
}
