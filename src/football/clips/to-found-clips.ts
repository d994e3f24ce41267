/**
 * Posts as rows: one for each video, with what its words are worth. Strangers wrote all of it: texts become storable, an address that is none
 * is a reason for rejection, no search writes more rows than a page can show, and no goal has more downloads than somebody could want to see:
 * posts that flood a site must not fill our disk.
 */
import { randomUUID } from 'node:crypto';
import { judgePost, type OtherGoalOfMatch } from '#/domain/football/search/judge-post.ts';
import type { FoundPost, FoundVideo } from '../sites/clip-site.ts';
import type { FoundClip, KnownVideo } from './found-clip.ts';
import type { SearchedGoalRow } from './goal-search.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import type { SiteAnswer } from './search-sites.ts';

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
  // PostgreSQL refuses a statement that writes one row twice.
  const distinct = new Map(clips.map((clip) => [placeOf(clip), clip]));
  return [...distinct.values()].toSorted(byWorth).slice(0, MOST_PER_SEARCH);
}

/** Those that are known already, and of the new ones as many as the goal has room for. The most promising come first. */
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
