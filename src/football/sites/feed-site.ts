/**
 * A feed (RSS 2.0, Atom or JSON Feed) as a site: every entry is a post. If the address has no `{query}`, entries are filtered here by the words of the
 * search.
 *
 * Feeds are often not well-formed XML, so a small tolerant reader takes the few elements that count. It resolves only predefined entities and
 * character references, so nothing can be expanded.
 */
import { meetsQuery } from '#/domain/football/search/clip-query.ts';
import { parseJsonBody } from '#/upstream/body.ts';
import type { ClipQuery, ClipSearchOutcome, ClipSite, FoundPost } from './clip-site.ts';
import { isInTime, toFoundPost, type ToldPost } from './found-post.ts';
import type { FeedSiteDefinition } from './site-definition.ts';
import { type RequestOptions, type SiteRequests, withSiteRequests, writeSearchUrl } from './site-requests.ts';

export interface FeedSiteOptions extends RequestOptions {
  readonly definition: FeedSiteDefinition;
}

export function createFeedSite({ definition, ...options }: FeedSiteOptions): ClipSite {
  return {
    name: definition.name,
    search: (query, { signal }) =>
      withSiteRequests(definition, options, signal, (requests) => searchFeed(definition, requests, query)),
  };
}

async function searchFeed(
  { searchUrl }: FeedSiteDefinition,
  requests: SiteRequests,
  query: ClipQuery,
): Promise<ClipSearchOutcome> {
  const url = writeSearchUrl(searchUrl, query);
  const body = await requests.get(url);
  if ('outcome' in body) return body;
  const entries = readFeed(body);
  if (typeof entries === 'string') return requests.changed(entries, body);
  const read = entries.map((entry) => toFoundPost(entry, url));
  const readable = read.filter((post): post is FoundPost => typeof post !== 'string');
  const faults = read.filter((post) => typeof post === 'string');
  const words = faults[0] ?? null;
  if (readable.length === 0 && faults.length > 0)
    return requests.changed(`none of its ${faults.length} entries could be read: ${words}`, body);
  const isSearch = searchUrl.includes('{query}');
  const posts = readable.filter(
    (post) => isInTime(post, query) && (isSearch || meetsQuery(query.text, post.caption)),
  );
  return { outcome: 'ok', posts, unreadable: faults.length, words };
}

const MAX_ENTRIES = 300;
const LONGEST_ENTRY = 200_000;
const VIDEO = /^video\/|mpegurl/i;
const VIDEO_FILE = /\.(?:mp4|m3u8|webm|mov)(?:[?#]|$)/i;

/** Returns a text if the feed is not as expected. */
function readFeed(body: Buffer): ToldPost[] | string {
  const text = body
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (text.startsWith('{')) return readJsonFeed(body);
  if (/<rss[\s>]/i.test(text) || /<rdf:RDF[\s>]/i.test(text)) return entries(text, 'item').map(readRssItem);
  if (/<feed[\s>]/i.test(text)) return entries(text, 'entry').map(readAtomEntry);
  return 'it is neither RSS, Atom nor JSON Feed';
}

function readJsonFeed(body: Buffer): ToldPost[] | string {
  const parsed = parseJsonBody(body);
  if (parsed.type !== 'json') return parsed.reason;
  const items = fieldOf(parsed.value, 'items');
  if (!Array.isArray(items)) return 'its JSON holds no list called items';
  return (items as unknown[]).slice(0, MAX_ENTRIES).map((item) => {
    const attachments: unknown = fieldOf(item, 'attachments');
    const authors: unknown = fieldOf(item, 'authors');
    const list: unknown[] = Array.isArray(attachments) ? attachments : [];
    return {
      postId: fieldOf(item, 'id') ?? fieldOf(item, 'url'),
      pageUrl: fieldOf(item, 'url') ?? fieldOf(item, 'external_url'),
      author: fieldOf(Array.isArray(authors) ? (authors as unknown[])[0] : fieldOf(item, 'author'), 'name'),
      caption: [fieldOf(item, 'title'), fieldOf(item, 'content_text') ?? fieldOf(item, 'summary')]
        .filter((part) => typeof part === 'string')
        .join(' '),
      postedAt: fieldOf(item, 'date_published'),
      videos: list
        .filter((entry) => VIDEO.test(String(fieldOf(entry, 'mime_type'))))
        .map((entry) => toVideo(fieldOf(entry, 'url'), fieldOf(entry, 'duration_in_seconds'))),
    };
  });
}

function readRssItem(item: string): ToldPost {
  const link = textOf(item, 'link');
  const enclosures = [...tags(item, 'enclosure'), ...tags(item, 'media:content')]
    .filter(
      ({ type = '', medium = '', url = '' }) =>
        VIDEO.test(type) || medium === 'video' || VIDEO_FILE.test(url),
    )
    .map(({ url, duration, width, height }) => toVideo(url, duration, width, height));
  return {
    postId: textOf(item, 'guid') ?? link,
    pageUrl: link ?? textOf(item, 'guid'),
    author: textOf(item, 'dc:creator') ?? textOf(item, 'author'),
    caption: withoutMarkup([textOf(item, 'title'), textOf(item, 'description')].join(' ')),
    postedAt: textOf(item, 'pubDate') ?? textOf(item, 'dc:date'),
    videos: enclosures.length > 0 ? distinct(enclosures) : linkedVideos(textOf(item, 'description')),
  };
}

function readAtomEntry(entry: string): ToldPost {
  const links = tags(entry, 'link');
  const page = links.find(({ rel = 'alternate' }) => rel === 'alternate') ?? links[0];
  const enclosures = links
    .filter(
      ({ rel, type = '', href = '' }) => rel === 'enclosure' && (VIDEO.test(type) || VIDEO_FILE.test(href)),
    )
    .map(({ href }) => toVideo(href, undefined));
  const content = textOf(entry, 'content') ?? textOf(entry, 'summary');
  return {
    postId: textOf(entry, 'id') ?? page?.['href'],
    pageUrl: page?.['href'],
    author: textOf(textOf(entry, 'author') ?? '', 'name'),
    caption: withoutMarkup([textOf(entry, 'title'), textOf(entry, 'summary')].join(' ')),
    postedAt: textOf(entry, 'published') ?? textOf(entry, 'updated'),
    videos: enclosures.length > 0 ? enclosures : linkedVideos(content),
  };
}

function toVideo(
  mediaUrl: unknown,
  seconds: unknown,
  width?: unknown,
  height?: unknown,
): ToldPost['videos'][number] {
  return { mediaUrl, seconds, width, height };
}

function distinct(videos: ToldPost['videos']): ToldPost['videos'] {
  return [...new Map(videos.map((video) => [video.mediaUrl, video])).values()];
}

/** Video files that the text of an entry links to. An entry without any is a post whose page may show a video. */
function linkedVideos(html: string | null): ToldPost['videos'] {
  const found = [...(html ?? '').matchAll(/(?:href|src)\s*=\s*["']([^"']{1,2048})["']/gi)]
    .map(([, address = '']) => decode(address))
    .filter((address) => VIDEO_FILE.test(address));
  return found.length > 0
    ? [...new Set(found)].map((address) => toVideo(address, undefined))
    : [toVideo(null, undefined)];
}

function entries(text: string, name: string): string[] {
  return text
    .split(new RegExp(`<${name}(?=[\\s>])`, 'i'))
    .slice(1, MAX_ENTRIES + 1)
    .map((part) => part.slice(0, LONGEST_ENTRY).split(new RegExp(`</${name}\\s*>`, 'i'), 1)[0] ?? '');
}

function textOf(xml: string, name: string): string | null {
  const start = new RegExp(`<${name}(?:\\s[^>]*)?>`, 'i').exec(xml);
  if (start === null || start[0].endsWith('/>')) return null;
  const from = start.index + start[0].length;
  const end = xml.toLowerCase().indexOf(`</${name.toLowerCase()}`, from);
  const inner = xml.slice(from, end === -1 ? undefined : end);
  const data = /^\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*$/.exec(inner);
  // Elements inside stay as they are: the name of an Atom author is one.
  return (data?.[1] ?? decode(inner)).trim();
}

function tags(xml: string, name: string): Partial<Record<string, string>>[] {
  return [...xml.matchAll(new RegExp(`<${name}(\\s[^>]*?)/?>`, 'gi'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, key = '', one, other]) => [
        key.toLowerCase(),
        decode(one ?? other ?? ''),
      ]),
    ),
  );
}

const NAMED: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
  nbsp: ' ',
};

function decode(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,6}));/gi,
    (whole, decimal, hex, name: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
    },
  );
}

function withoutMarkup(html: string): string {
  return decode(html.replaceAll(/<[^>]{0,2000}>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
