/**
 * A site that answers searches in JSON, read field by field as its definition says. An answer of another shape is "changed", with the answer
 * saved for the operator, and never "nothing found".
 */
import { meetsQuery } from '#/domain/football/search/clip-query.ts';
import { parseJsonBody } from '#/upstream/body.ts';
import type { ClipQuery, ClipSearchOutcome, ClipSite, FoundPost, SiteRefusal } from './clip-site.ts';
import { isInTime, toFoundPost, type ToldPost } from './found-post.ts';
import { type RequestOptions, type SiteRequests, withSiteRequests, writeSearchUrl } from './site-requests.ts';
import { hostIsBelow, mediaHostsOf, type JsonSiteDefinition } from './site-definition.ts';

export interface JsonSiteOptions extends RequestOptions {
  readonly definition: JsonSiteDefinition;
}

const MAX_POSTS = 500;
const DEFAULT_PAGES = 3;
const DEFAULT_FIELDS = {
  posts: 'posts',
  next: 'next',
  postId: 'id',
  pageUrl: 'url',
  author: 'author',
  caption: 'text',
  postedAt: 'postedAt',
  videos: 'videos',
  mediaUrl: 'url',
  seconds: 'seconds',
  width: 'width',
  height: 'height',
} as const;

type Paths = string | readonly string[];
type Fields = Readonly<Record<keyof typeof DEFAULT_FIELDS, Paths>>;

export function createJsonSite({ definition, ...options }: JsonSiteOptions): ClipSite {
  const fields: Fields = { ...DEFAULT_FIELDS, ...definition.fields };
  return {
    name: definition.name,
    search: (query, { signal }) =>
      withSiteRequests(definition, options, signal, (requests) =>
        searchAll({ definition, fields, requests }, query),
      ),
  };
}

interface Reading {
  readonly definition: JsonSiteDefinition;
  readonly fields: Fields;
  readonly requests: SiteRequests;
}

interface Found {
  readonly posts: Map<string, FoundPost>;
  unreadable: number;
  words: string | null;
}

/** The search first. A listing that fails costs its posts and is reported; what the search found is kept. */
async function searchAll(reading: Reading, query: ClipQuery): Promise<ClipSearchOutcome> {
  const { definition } = reading;
  const found: Found = { posts: new Map(), unreadable: 0, words: null };
  const refusal = await readPages(reading, definition.searchUrl, query, found);
  if (refusal !== null) return refusal;
  for (const listing of definition.listings ?? []) {
    const inListing: Found = { posts: new Map(), unreadable: 0, words: null };
    const failed = await readPages(
      { ...reading, definition: { ...definition, maxPages: 1 } },
      listing,
      query,
      inListing,
    );
    if (failed !== null) found.words ??= `${new URL(listing).pathname}: ${failed.words}`;
    for (const post of inListing.posts.values())
      if (meetsQuery(query.text, post.caption)) found.posts.set(post.postId, post);
  }
  const posts = [...found.posts.values()].filter((post) => isInTime(post, query));
  return { outcome: 'ok', posts, unreadable: found.unreadable, words: found.words };
}

async function readPages(
  { definition, fields, requests }: Reading,
  template: string,
  query: ClipQuery,
  found: Found,
): Promise<SiteRefusal | null> {
  let cursor: string | null = null;
  let last: Buffer = Buffer.alloc(0);
  for (let page = 0; page < (definition.maxPages ?? DEFAULT_PAGES); page++) {
    const url = writeSearchUrl(template, query);
    if (cursor !== null) url.searchParams.set(definition.cursorParameter ?? 'cursor', cursor);
    const body = await requests.get(url);
    if ('outcome' in body) return body;
    last = body;
    const told = readAnswer(body, fields);
    if (typeof told === 'string') return requests.changed(told, body);
    if ('outcome' in told) return told;
    for (const entry of told.posts.slice(0, MAX_POSTS)) addPost(entry, { definition, fields, url, found });
    cursor = definition.cursorParameter === undefined ? null : told.next;
    if (cursor === null || found.posts.size >= MAX_POSTS) break;
  }
  if (found.posts.size === 0 && found.unreadable > 0)
    return requests.changed(`none of its ${found.unreadable} posts could be read: ${found.words}`, last);
  return null;
}

function addPost(
  entry: unknown,
  { definition, fields, url, found }: Pick<Reading, 'definition' | 'fields'> & { url: URL; found: Found },
): void {
  if ((definition.skip ?? []).some((field) => valueAt(entry, field) === true)) return;
  const base = definition.pageBase === undefined ? url : new URL(definition.pageBase);
  const post = toFoundPost(readPost(entry, fields), base);
  if (typeof post === 'string') {
    found.unreadable++;
    found.words ??= post;
    return;
  }
  found.posts.set(post.postId, definition.onlyMediaHosts === true ? withKnownVideos(post, definition) : post);
}

function withKnownVideos(post: FoundPost, definition: JsonSiteDefinition): FoundPost {
  const hosts = mediaHostsOf([definition]);
  const videos = post.videos.filter(
    ({ mediaUrl }) => mediaUrl !== null && (hosts === null || hostIsBelow(mediaUrl, hosts)),
  );
  return { ...post, videos };
}

type Told = { readonly posts: readonly unknown[]; readonly next: string | null };

/** Returns a text if the answer is not as expected. */
function readAnswer(body: Buffer, fields: Fields): Told | SiteRefusal | string {
  const parsed = parseJsonBody(body);
  if (parsed.type === 'truncated') return { outcome: 'unreachable', words: parsed.reason };
  if (parsed.type !== 'json') return parsed.reason;
  const posts = valueAt(parsed.value, fields.posts);
  if (!Array.isArray(posts))
    return readError(parsed.value) ?? `its answer holds no list called ${[fields.posts].flat()[0]}`;
  const next = valueAt(parsed.value, fields.next);
  const hasNext = (typeof next === 'string' && next !== '') || typeof next === 'number';
  return { posts, next: hasNext ? String(next).slice(0, 1_000) : null };
}

/** Some sites answer 200 with an error inside: `{"message": "Too Many Requests", "error": 429}`. */
function readError(answer: unknown): SiteRefusal | null {
  const code = Number(valueAt(answer, ['error', 'error.code', 'code', 'status']));
  const words = `it answered 200 with the error ${code}`;
  if (code === 429) return { outcome: 'rateLimited', words };
  if (code === 401 || code === 403) return { outcome: 'loginExpired', words };
  return code >= 500 && code < 600 ? { outcome: 'unreachable', words } : null;
}

function readPost(entry: unknown, fields: Fields): ToldPost {
  const told = valueAt(entry, fields.videos);
  const videos: readonly unknown[] = Array.isArray(told)
    ? told
    : typeof told === 'object' && told !== null
      ? [told]
      : [];
  return {
    postId: valueAt(entry, fields.postId),
    pageUrl: valueAt(entry, fields.pageUrl),
    author: valueAt(entry, fields.author),
    caption: valueAt(entry, fields.caption),
    postedAt: valueAt(entry, fields.postedAt),
    videos: videos.map((video) => ({
      mediaUrl: valueAt(video, fields.mediaUrl),
      seconds: valueAt(video, fields.seconds),
      width: valueAt(video, fields.width),
      height: valueAt(video, fields.height),
    })),
  };
}

/** The first of the paths that leads to a value. */
function valueAt(value: unknown, paths: Paths): unknown {
  for (const path of [paths].flat()) {
    const found = valueAtPath(value, path);
    if (found !== undefined && found !== null && found !== '') return found;
  }
  return undefined;
}

/** Own fields only: `constructor` is not a value of a post. */
function valueAtPath(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inner, key) =>
        typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
          ? Reflect.get(inner, key)
          : undefined,
      value,
    );
}
