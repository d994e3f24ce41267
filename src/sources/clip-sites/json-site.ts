/**
 * A site that answers searches in JSON. Asked through the guard like everything else, and read field by field as its definition says:
 * an answer of another shape is "changed", a refusal of the login is "login expired", and neither is ever "nothing found".
 */
import { readFile } from 'node:fs/promises';
import { ProxyAgent } from 'undici';
import { startGuard, type Guard } from '../guard/guard.ts';
import { headerText } from '../http/answer-headers.ts';
import { decodeContent } from '../http/content-decoding.ts';
import { exchange, type Exchange } from '../http/exchange.ts';
import { parseJsonBody } from '../http/json-body.ts';
import type { ClipQuery, ClipSearchOutcome, ClipSite, FoundPost } from './clip-site.ts';
import { toFoundPost, type ToldPost } from './found-post.ts';
import { writeSearchUrl } from './search-url.ts';
import type { JsonSiteDefinition } from './site-definition.ts';

export interface JsonSiteOptions {
  readonly definition: JsonSiteDefinition;
  readonly allowedPairs: readonly string[];
  readonly maxMs?: number;
}

const MAX_BYTES = 8 * 1024 * 1024;
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

type Fields = Readonly<Record<keyof typeof DEFAULT_FIELDS, string>>;

export function createJsonSite({ definition, allowedPairs, maxMs = 60_000 }: JsonSiteOptions): ClipSite {
  const fields: Fields = { ...DEFAULT_FIELDS, ...definition.fields };
  return {
    name: definition.name,
    async search(query, { signal }) {
      signal.throwIfAborted();
      const headers = await headersFor(definition);
      if (headers === null)
        return {
          outcome: 'loginExpired',
          words: `the file with its token cannot be read: ${definition.token?.file}`,
        };
      const guard = await startGuard({ allowedPairs, hosts: null, maxBytes: 4 * MAX_BYTES, maxMs });
      const token = `Basic ${Buffer.from(`${guard.username}:${guard.password}`).toString('base64')}`;
      const dispatcher = new ProxyAgent({ uri: guard.server, token });
      const ask = (url: URL): Promise<Exchange> =>
        exchange(dispatcher, {
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          headers,
          headersMs: maxMs,
          bodyMs: maxMs,
          maxBytes: MAX_BYTES,
          signal,
          onSending: () => undefined,
          onHeaders: () => undefined,
        });
      try {
        return await searchPages(definition, fields, query, ask, guard);
      } finally {
        await dispatcher.destroy();
        await guard.stop();
        signal.throwIfAborted();
      }
    },
  };
}

async function searchPages(
  definition: JsonSiteDefinition,
  fields: Fields,
  query: ClipQuery,
  ask: (url: URL) => Promise<Exchange>,
  guard: Guard,
): Promise<ClipSearchOutcome> {
  const posts = new Map<string, FoundPost>();
  let unreadable = 0;
  let words: string | null = null;
  let cursor: string | null = null;
  for (let page = 0; page < (definition.maxPages ?? DEFAULT_PAGES); page++) {
    const url = writeSearchUrl(definition.searchUrl, query);
    if (cursor !== null) url.searchParams.set(definition.cursorParameter ?? 'cursor', cursor);
    const told = readAnswer(await ask(url), fields, guard);
    if ('outcome' in told) return told;
    for (const entry of told.posts.slice(0, MAX_POSTS)) {
      const post = toFoundPost(readPost(entry, fields), url);
      if (typeof post !== 'string') posts.set(post.postId, post);
      else {
        unreadable++;
        words ??= post;
      }
    }
    cursor = definition.cursorParameter === undefined ? null : told.next;
    if (cursor === null || posts.size >= MAX_POSTS) break;
  }
  if (posts.size === 0 && unreadable > 0)
    return { outcome: 'changed', words: `none of its ${unreadable} posts could be read: ${words}` };
  return { outcome: 'ok', posts: [...posts.values()], unreadable, words };
}

type Told = { readonly posts: readonly unknown[]; readonly next: string | null };

function readAnswer(
  result: Exchange,
  fields: Fields,
  guard: Guard,
): Told | Exclude<ClipSearchOutcome, { outcome: 'ok' }> {
  const refusal = guard.refusals()[0];
  if (refusal !== undefined)
    return { outcome: 'unreachable', words: `${refusal.target} was not asked: ${refusal.words}` };
  if (result.type === 'failure') return { outcome: 'unreachable', words: result.detail };
  const { status } = result;
  if (status === 401 || status === 403) return { outcome: 'loginExpired', words: `it answered ${status}` };
  if (status === 408 || status === 429 || status >= 500)
    return { outcome: 'unreachable', words: `it answered ${status}` };
  if (status !== 200) return { outcome: 'changed', words: `it answered ${status}; expected 200` };
  if (!result.isWhole) return { outcome: 'changed', words: `it answered with more than ${MAX_BYTES} bytes` };
  const decoded = decodeContent(result.bytes, headerText(result.headers, 'content-encoding'), MAX_BYTES);
  if (decoded.type !== 'decoded') return { outcome: 'changed', words: decoded.reason };
  const parsed = parseJsonBody(decoded.bytes);
  if (parsed.type !== 'json')
    return { outcome: parsed.type === 'truncated' ? 'unreachable' : 'changed', words: parsed.reason };
  const posts = valueAt(parsed.value, fields.posts);
  if (!Array.isArray(posts))
    return { outcome: 'changed', words: `its answer holds no list called ${fields.posts}` };
  const next = valueAt(parsed.value, fields.next);
  const hasNext = (typeof next === 'string' && next !== '') || typeof next === 'number';
  return { posts, next: hasNext ? String(next).slice(0, 1_000) : null };
}

function readPost(entry: unknown, fields: Fields): ToldPost {
  const videos = valueAt(entry, fields.videos);
  return {
    postId: valueAt(entry, fields.postId),
    pageUrl: valueAt(entry, fields.pageUrl),
    author: valueAt(entry, fields.author),
    caption: valueAt(entry, fields.caption),
    postedAt: valueAt(entry, fields.postedAt),
    videos: (Array.isArray(videos) ? videos : []).map((video: unknown) => ({
      mediaUrl: valueAt(video, fields.mediaUrl),
      seconds: valueAt(video, fields.seconds),
      width: valueAt(video, fields.width),
      height: valueAt(video, fields.height),
    })),
  };
}

/** Own fields only: `constructor` is not a value of a post. */
function valueAt(value: unknown, path: string): unknown {
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

/** Null: the token's file is not there. Read anew for every search, so that a new token needs no restart. */
async function headersFor({ token }: JsonSiteDefinition): Promise<Record<string, string> | null> {
  const headers = { accept: 'application/json', 'accept-encoding': 'gzip, br', 'user-agent': 'gamekeeper' };
  if (token === undefined) return headers;
  try {
    const value = (await readFile(token.file, 'utf8')).trim();
    return { ...headers, [token.header.toLowerCase()]: `${token.prefix ?? ''}${value}` };
  } catch {
    // Told by whoever asked.
    return null;
  }
}
