/**
 * Converts an entry of a site to a post that can be stored: texts are bounded and storable, addresses absolute. A post without a name or a page
 * is refused with the reason, because it cannot be distinguished from others. An unusual address of a video is kept, because the download
 * reports why it is not followed.
 */
import type { ClipQuery, FoundPost, FoundVideo } from './clip-site.ts';

export interface ToldPost {
  readonly postId: unknown;
  readonly pageUrl: unknown;
  readonly author: unknown;
  readonly caption: unknown;
  readonly postedAt: unknown;
  readonly videos: readonly ToldVideo[];
}

interface ToldVideo {
  readonly mediaUrl: unknown;
  readonly seconds: unknown;
  readonly width: unknown;
  readonly height: unknown;
}

const MAX_VIDEOS = 10;
const MAX_ADDRESS = 2_048;

/** Returns a text if the entry is not a post. */
export function toFoundPost(told: ToldPost, base: URL): FoundPost | string {
  const postId = toText(told.postId, 200);
  if (postId === '') return 'a post has no id';
  const pageUrl = toAddress(told.pageUrl, base);
  if (pageUrl === null || !URL.canParse(pageUrl) || !/^https?:/.test(pageUrl))
    return `post ${postId} has no page of its own`;
  const videos = told.videos.slice(0, MAX_VIDEOS).map((video, at) => toVideo(video, at + 1, base));
  const author = toText(told.author, 200);
  return {
    postId,
    pageUrl,
    author: author === '' ? null : author,
    caption: toText(told.caption, 2_000),
    postedAt: toTime(told.postedAt),
    videos,
  };
}

/** Listings and feeds cannot be requested for a time, so older posts are dropped. Posts without a time are kept. */
export function isInTime({ postedAt }: FoundPost, { since }: Pick<ClipQuery, 'since'>): boolean {
  return postedAt === null || postedAt >= since;
}

function toVideo(told: ToldVideo, number: number, base: URL): FoundVideo {
  const seconds = toSeconds(told.seconds);
  const width = toNumber(told.width, 20_000);
  const height = toNumber(told.height, 20_000);
  return {
    number,
    mediaUrl: toAddress(told.mediaUrl, base),
    ...(seconds === null ? {} : { seconds }),
    ...(width === null ? {} : { width: Math.round(width) }),
    ...(height === null ? {} : { height: Math.round(height) }),
  };
}

/** Numbers count: ids are sometimes written as such. */
function toText(value: unknown, maxLength: number): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return String(value)
    .slice(0, maxLength * 4)
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
}

function toAddress(value: unknown, base: URL): string | null {
  if (typeof value !== 'string' || value.trim() === '') return null;
  const text = toText(value, MAX_ADDRESS);
  return URL.canParse(text, base.href) ? new URL(text, base).href.slice(0, MAX_ADDRESS) : text;
}

/** The years 1970 to 9999: later times cannot be stored and formatted. */
const [EARLIEST_MS, LATEST_MS] = [0, 253_402_300_799_999];

/** ISO 8601, or seconds or milliseconds since 1970. */
function toTime(value: unknown): Date | null {
  const isCount = typeof value === 'number' || (typeof value === 'string' && /^\d{9,14}$/.test(value));
  // No other types: the conversion of an object can throw.
  const count = isCount ? Number(value) : Number.NaN;
  const time = isCount
    ? new Date(count < 1e11 ? count * 1000 : count)
    : new Date(typeof value === 'string' ? value : Number.NaN);
  const ms = time.getTime();
  return ms >= EARLIEST_MS && ms <= LATEST_MS ? time : null;
}

/** A number, or a clock as players show it: `0:27`, `0:03 / 1:02:27`; the last is the length. */
function toSeconds(value: unknown): number | null {
  const clock =
    typeof value === 'string'
      ? value
          .slice(0, 1_000)
          .match(/\b(?:\d{1,2}:)?\d{1,2}:\d{2}\b/g)
          ?.at(-1)
      : undefined;
  if (clock === undefined) return toNumber(value, 86_400);
  return toNumber(
    clock.split(':').reduce((all, part) => all * 60 + Number(part), 0),
    86_400,
  );
}

function toNumber(value: unknown, max: number): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number > 0 && number <= max ? number : null;
}
