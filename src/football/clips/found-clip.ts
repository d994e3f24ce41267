/**
 * What a search writes. A video is one row for each goal that it was found for; finding it again counts a sighting, renews the addresses that
 * may have expired, and takes back a rejection that its words do not deserve any more (the upstream may have named another scorer
 * meanwhile). With `lockClips` held, so that of two searches one sees what the other wrote.
 */
import type { ClipReason } from '#/domain/football/clip-state.ts';
import type { Transaction } from '#/runtime/postgres/database.ts';

export interface FoundClip {
  readonly id: string;
  readonly site: string;
  readonly postId: string;
  readonly videoNumber: number;
  readonly pageUrl: string | null;
  readonly mediaUrl: string | null;
  readonly author: string | null;
  readonly caption: string;
  readonly postedAt: Date | null;
  readonly relevance: number;
  readonly isVerified: boolean;
  /** Null: it is worth a download. */
  readonly rejection: { readonly code: ClipReason; readonly words: string } | null;
}

export interface WrittenClips {
  /** New to us, whether worth a download or not. */
  readonly added: number;
  readonly wanted: readonly { readonly id: string; readonly relevance: number }[];
}

/** Reasons that are found in words alone: other words, or another goal, may undo them. */
const JUDGED_BY_WORDS = `('irrelevant', 'too-old')`;

export interface KnownVideo {
  readonly site: string;
  readonly postId: string;
  readonly videoNumber: number;
  /** It was worth a download, whatever came of it. */
  readonly wasWanted: boolean;
}

export async function listKnownVideos(tx: Transaction, goalId: string): Promise<KnownVideo[]> {
  return tx.query<KnownVideo>(
    `select site, post_id as "postId", video_number as "videoNumber", not (state = 'rejected' and md5 is null) as "wasWanted"
     from gamekeeper.clip where goal_id = $1`,
    [goalId],
  );
}

export async function writeFoundClips(
  tx: Transaction,
  goalId: string,
  at: Date,
  clips: readonly FoundClip[],
): Promise<WrittenClips> {
  if (clips.length === 0) return { added: 0, wanted: [] };
  const rows = await tx.query<{ id: string; relevance: number; isNew: boolean; isWanted: boolean }>(
    `with found as (
       select * from jsonb_to_recordset($2::jsonb) as f (id uuid, site text, "postId" text, "videoNumber" int, "pageUrl" text,
         "mediaUrl" text, author text, caption text, "postedAt" timestamptz, relevance real, "isVerified" boolean, code text, words text)),
     before as (
       select c.id, c.state = 'rejected' and c.reason_code in ${JUDGED_BY_WORDS} as "wasUnwanted"
       from gamekeeper.clip c join found f on (c.site, c.post_id, c.video_number) = (f.site, f."postId", f."videoNumber")
       where c.goal_id = $1),
     written as (
       insert into gamekeeper.clip as c (id, goal_id, site, post_id, video_number, page_url, media_url, author, caption, posted_at,
         found_at, relevance, is_verified, state, reason_code, reason)
       select id, $1, site, "postId", "videoNumber", "pageUrl", "mediaUrl", author, caption, "postedAt", $3, relevance, "isVerified",
         case when code is null then 'found' else 'rejected' end, code, words
       from found
       on conflict (goal_id, site, post_id, video_number) do update set sightings = c.sightings + 1,
         page_url = coalesce(excluded.page_url, c.page_url), media_url = coalesce(excluded.media_url, c.media_url),
         relevance = excluded.relevance, is_verified = excluded.is_verified,
         state = case when ${isTakenBack()} then 'found' else c.state end,
         reason_code = case when ${isTakenBack()} then null else c.reason_code end,
         reason = case when ${isTakenBack()} then null else c.reason end
       returning c.id, c.relevance, c.state)
     select w.id, w.relevance, b.id is null as "isNew",
       w.state = 'found' and (b.id is null or b."wasUnwanted") as "isWanted"
     from written w left join before b on b.id = w.id`,
    [goalId, JSON.stringify(clips.map(toRecord)), at],
  );
  return {
    added: rows.filter(({ isNew }) => isNew).length,
    wanted: rows.filter(({ isWanted }) => isWanted).map(({ id, relevance }) => ({ id, relevance })),
  };
}

function isTakenBack(): string {
  return `(c.state = 'rejected' and c.reason_code in ${JUDGED_BY_WORDS} and excluded.state = 'found')`;
}

function toRecord({ rejection, postedAt, ...clip }: FoundClip): Record<string, unknown> {
  return {
    ...clip,
    postedAt: postedAt?.toISOString() ?? null,
    code: rejection?.code ?? null,
    words: rejection?.words ?? null,
  };
}
