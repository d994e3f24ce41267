/**
 * Posts as rows of `clip`: one row per video of a post and goal, with a relevance and, if it is not worth a download, the reason. All of it
 * comes from outside: texts are made storable, and an invalid address is a reason for rejection.
 *
 * Finding a video again counts a sighting, renews addresses that may have expired, and takes back a rejection that does not apply any more
 * because the upstream named another scorer. The caller holds `lockClips`, so that concurrent searches see each other's rows.
 */
import { randomUUID } from 'node:crypto';
import type { ClipReason } from '#/domain/football/clip-state.ts';
import { judgePost, type OtherGoalOfMatch } from '#/domain/football/search/judge-post.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import type { Transaction } from '#/runtime/postgres/database.ts';
import { toRecordset } from '#/runtime/postgres/rows.ts';
import type { SiteAnswer } from './ask-sites.ts';
import type { SearchedGoalRow } from './goal-search.ts';
import type { FoundPost, FoundVideo } from './sites/clip-site.ts';

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

/** Limits for posts that flood a site: rows of one search, and downloads of one goal. */
const MOST_PER_SEARCH = 60;
const MOST_PER_GOAL = 40;
const LONGEST_ADDRESS = 2_048;
const LONGEST_ID = 200;

/** `others`: the other goals of the match. */
export function toFoundClips(
  goal: SearchedGoalRow,
  others: readonly OtherGoalOfMatch[],
  answers: readonly SiteAnswer[],
): FoundClip[] {
  const clips = answers.flatMap(({ site, outcome }) =>
    outcome.outcome === 'ok'
      ? outcome.posts.flatMap((post) =>
          post.videos.map((video) => toFoundClip({ goal, others }, site, post, video)),
        )
      : [],
  );
  // PostgreSQL refuses an upsert that writes one row twice.
  const distinct = new Map(clips.map((clip) => [placeOf(clip), clip]));
  return [...distinct.values()].toSorted(byWorth).slice(0, MOST_PER_SEARCH);
}

/** Known videos, and of the new ones as many as the goal has room for, most relevant first. */
export function withinLimit(clips: readonly FoundClip[], known: readonly KnownVideo[]): FoundClip[] {
  const places = new Set(known.map(placeOf));
  let room = MOST_PER_GOAL - known.filter(({ wasWanted }) => wasWanted).length;
  return clips.filter((clip) => {
    if (clip.rejection !== null || places.has(placeOf(clip))) return true;
    room -= 1;
    return room >= 0;
  });
}

function placeOf({ site, postId, videoNumber }: Pick<FoundClip, 'site' | 'postId' | 'videoNumber'>): string {
  return `${site} ${videoNumber} ${postId}`;
}

function byWorth(a: FoundClip, b: FoundClip): number {
  return Number(a.rejection !== null) - Number(b.rejection !== null) || b.relevance - a.relevance;
}

function toFoundClip(
  { goal, others }: { readonly goal: SearchedGoalRow; readonly others: readonly OtherGoalOfMatch[] },
  site: string,
  post: FoundPost,
  video: FoundVideo,
): FoundClip {
  const { caption, postedAt } = post;
  const verdict = judgePost(goal, { caption, postedAt, seconds: video.seconds ?? null }, others);
  const pageUrl = toAddress(post.pageUrl);
  const mediaUrl = toAddress(video.mediaUrl);
  const rejection =
    pageUrl === null && mediaUrl === null
      ? {
          code: 'bad-address' as const,
          words: 'neither the post nor the video has an address that can be fetched',
        }
      : verdict.rejection;
  return {
    id: randomUUID(),
    site,
    postId: toStorableText(post.postId).slice(0, LONGEST_ID).toWellFormed(),
    videoNumber: video.number,
    pageUrl,
    mediaUrl,
    author: post.author === null ? null : toStorableText(post.author),
    caption: toStorableText(post.caption),
    postedAt: post.postedAt,
    relevance: verdict.relevance,
    isVerified: verdict.isVerified,
    rejection,
  };
}

function toAddress(address: string | null): string | null {
  if (address === null || address.length > LONGEST_ADDRESS || !URL.canParse(address)) return null;
  const { protocol, href } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}

export interface WrittenClips {
  /** New to us, whether worth a download or not. */
  readonly added: number;
  readonly wanted: readonly { readonly id: string; readonly relevance: number }[];
}

/** Reasons that are derived from texts alone: another text or another scorer may undo them. */
const JUDGED_BY_WORDS = `('irrelevant', 'too-old')`;
const IS_TAKEN_BACK = `(c.state = 'rejected' and c.reason_code in ${JUDGED_BY_WORDS} and excluded.state = 'found')`;

export interface KnownVideo {
  readonly site: string;
  readonly postId: string;
  readonly videoNumber: number;
  /** It was worth a download, whatever came of it. */
  readonly wasWanted: boolean;
}

export async function listKnownVideos(tx: Transaction, goalId: string): Promise<KnownVideo[]> {
  return tx.query<KnownVideo>(
    `select site, post_id, video_number, not (state = 'rejected' and md5 is null) as was_wanted
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
       select * from jsonb_to_recordset($2::jsonb) as f (id uuid, site text, post_id text, video_number int, page_url text,
         media_url text, author text, caption text, posted_at timestamptz, relevance real, is_verified boolean, code text, words text)),
     before as (
       select c.id, c.state = 'rejected' and c.reason_code in ${JUDGED_BY_WORDS} as was_unwanted
       from gamekeeper.clip c join found f on (c.site, c.post_id, c.video_number) = (f.site, f.post_id, f.video_number)
       where c.goal_id = $1),
     written as (
       insert into gamekeeper.clip as c (id, goal_id, site, post_id, video_number, page_url, media_url, author, caption, posted_at,
         found_at, relevance, is_verified, state, reason_code, reason)
       select id, $1, site, post_id, video_number, page_url, media_url, author, caption, posted_at, $3, relevance, is_verified,
         case when code is null then 'found' else 'rejected' end, code, words
       from found
       on conflict (goal_id, site, post_id, video_number) do update set sightings = c.sightings + 1,
         page_url = coalesce(excluded.page_url, c.page_url), media_url = coalesce(excluded.media_url, c.media_url),
         relevance = excluded.relevance, is_verified = excluded.is_verified,
         state = case when ${IS_TAKEN_BACK} then 'found' else c.state end,
         reason_code = case when ${IS_TAKEN_BACK} then null else c.reason_code end,
         reason = case when ${IS_TAKEN_BACK} then null else c.reason end
       returning c.id, c.relevance, c.state)
     select w.id, w.relevance, b.id is null as is_new, w.state = 'found' and (b.id is null or b.was_unwanted) as is_wanted
     from written w left join before b on b.id = w.id`,
    [goalId, toRecordset(clips.map(toRecord)), at],
  );
  return {
    added: rows.filter(({ isNew }) => isNew).length,
    wanted: rows.filter(({ isWanted }) => isWanted).map(({ id, relevance }) => ({ id, relevance })),
  };
}

function toRecord({ rejection, ...clip }: FoundClip): object {
  return { ...clip, code: rejection?.code ?? null, words: rejection?.words ?? null };
}
