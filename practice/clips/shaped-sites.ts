/**
 * The clip site in the shapes of sites that exist: a search page as X renders it, behind a login, and listings as Reddit serves them. Each
 * shows a share of the posts, and some are on both. README.md describes them.
 *
 * Now and then they behave as such sites do: the login of the search page expires every few hours, and in some slots of time there is a
 * captcha, a rate limit, a page without its test attributes, or a page of another layout. All of it follows from seed and time.
 */
import { chance, hashText, mix } from '../randomness.ts';
import type { FootballWorld } from '../football/football-world.ts';
import { type ClipPosts, type ClipVideo, type Post, parseSearchQuery } from './posts.ts';

export const MOODS = ['calm', 'renamed', 'changed', 'captcha', 'limited', 'down'] as const;
type Mood = (typeof MOODS)[number];

export interface ShapedSite {
  readonly world: FootballWorld;
  readonly posts: ClipPosts;
  readonly mood: Mood | 'by-time';
}

export interface AskedSite {
  readonly path: string;
  readonly query: URLSearchParams;
  /** `http://127.0.0.1:4100` */
  readonly origin: string;
  readonly cookie: string;
}

export interface SiteAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SLOT_MS = 20 * 60_000;
const SESSION_MS = 6 * HOUR_MS;
const ON_PAGE = 50;
const IN_LISTING = 100;
/** Of all slots; the rest is calm. */
const SHARES: readonly (readonly [Mood, number])[] = [
  ['captcha', 0.03],
  ['limited', 0.03],
  ['changed', 0.03],
  ['renamed', 0.08],
];
const POST = /^\/(?:x\/\w+\/status|reddit\/r\/\w+\/comments|posts)\/(\d+)/;
const LISTING = /^\/reddit\/r\/[\w+]+\/(search|new)\.json$/;
const SEARCH_FRAME = (column: string): string =>
  `<!DOCTYPE html><html lang="en"><head><title>Search / X</title></head><body><div id="react-root"><main role="main"><div data-testid="primaryColumn"><section role="region">${column}</section></div></main></div></body></html>`;

/** Undefined: it has no such page. */
export function answerShaped(site: ShapedSite, asked: AskedSite): SiteAnswer | undefined {
  const { path, query } = asked;
  const id = POST.exec(path)?.[1];
  if (id !== undefined) return postPage(site.posts.find(id));
  if (path === '/x/search') return answerX(site, asked);
  if (path === '/x/session') return json(200, storageState(site, new URL(asked.origin).hostname));
  if (path.startsWith('/x/i/flow/login'))
    return page(
      SEARCH_FRAME(
        '<h1>Sign in to X</h1><input autocomplete="username" name="text"><input type="password" name="password">',
      ),
    );
  const listing = LISTING.exec(path)?.[1];
  if (listing === undefined) return undefined;
  return answerReddit(site, asked.origin, listing === 'search' ? (query.get('q') ?? '') : null);
}

export function json(status: number, value: object, headers: Readonly<Record<string, string>> = {}) {
  return { status, contentType: 'application/json; charset=UTF-8', body: JSON.stringify(value), headers };
}

export function mediaPath({ name, form, fate }: ClipVideo): string {
  return `/clips/media/${name}.${fate === 'good' && form === 'hls' ? 'm3u8' : 'mp4'}`;
}

function page(body: string, status = 200): SiteAnswer {
  return { status, contentType: 'text/html; charset=utf-8', body };
}

function postPage(post: Post | undefined): SiteAnswer {
  if (post === undefined) return page('<h1>This post does not exist.</h1>', 404);
  const paths = post.videos.map(mediaPath);
  const videos = paths.map((path) => `<video controls preload="none" src="${path}"></video>`).join('');
  return page(
    `<!DOCTYPE html><html lang="en"><head><title>${escape(post.author)}</title><meta property="og:video" content="${paths[0]}"></head><body><p>${escape(post.text)}</p>${videos}</body></html>`,
  );
}

function moodOf({ world, mood }: ShapedSite, name: 'x' | 'reddit'): Mood {
  if (mood !== 'by-time') return mood;
  const roll = chance(mix(world.seed, hashText(`mood of ${name}`), Math.floor(world.now() / SLOT_MS)), 1);
  let sum = 0;
  return SHARES.find(([, share]) => roll < (sum += share))?.[0] ?? 'calm';
}

/** Of ten posts three are on X alone, four on Reddit alone, three on both. */
function isOn(name: 'x' | 'reddit', { id }: Post): boolean {
  const tenth = hashText(id) % 10;
  return name === 'x' ? tenth < 6 : tenth >= 3;
}

// X

function tokenOf(world: FootballWorld): string {
  return mix(world.seed, hashText('x session'), Math.floor(world.now() / SESSION_MS)).toString(16);
}

/** What a browser that logged in would export. */
function storageState({ world }: ShapedSite, domain: string): object {
  // Browsers compare it with the clock of the machine, which is not that of this world.
  const expires = Math.ceil((Date.now() + SESSION_MS - (world.now() % SESSION_MS)) / 1000);
  const facts = { domain, path: '/', expires, httpOnly: true, secure: false, sameSite: 'Lax' };
  const value = tokenOf(world);
  return {
    cookies: [
      { name: 'auth_token', value, ...facts },
      { name: 'ct0', value, ...facts },
    ],
    origins: [],
  };
}

function answerX(site: ShapedSite, { query, cookie }: AskedSite): SiteAnswer {
  if (!cookie.split(/;\s*/).includes(`auth_token=${tokenOf(site.world)}`)) {
    const Location = '/clips/x/i/flow/login?redirect_after_login=%2Fsearch';
    return { ...page('', 302), headers: { Location } };
  }
  const mood = moodOf(site, 'x');
  if (mood === 'captcha')
    return page(
      '<!DOCTYPE html><title>Just a moment...</title><p>Verify you are human by completing the action below.</p>',
    );
  if (mood === 'limited')
    return page(
      SEARCH_FRAME(
        '<div><span>Something went wrong. Try reloading.</span><button role="button">Retry</button></div>',
      ),
    );
  const found = searchX(site, query.get('q') ?? '');
  if (mood === 'changed')
    return page(SEARCH_FRAME(`<ul>${found.map(({ text }) => `<li>${escape(text)}</li>`).join('')}</ul>`));
  const list =
    found.length === 0
      ? '<div data-testid="emptyState"><div data-testid="empty_state_header_text"><span>No results</span></div></div>'
      : `<div aria-label="Timeline: Search timeline"><div>${found.map(tweet).join('')}</div></div>`;
  return page(
    SEARCH_FRAME(mood === 'renamed' ? list.replaceAll(/ data-testid="(?!empty)[^"]*"/g, '') : list),
  );
}

function searchX({ world, posts }: ShapedSite, text: string): Post[] {
  const now = world.now();
  const timeOf = (name: string, otherwise: number): number =>
    Number(new RegExp(`\\b${name}:(\\d{1,12})`).exec(text)?.[1] ?? otherwise / 1000) * 1000;
  const words = parseSearchQuery(text.replaceAll(/\b(?:filter|since_time|until_time):\S+/g, ''));
  return posts
    .search(words, Math.max(timeOf('since_time', now - HOUR_MS), now - DAY_MS), timeOf('until_time', now))
    .filter((post) => isOn('x', post))
    .slice(0, ON_PAGE);
}

function tweet({ id, author, text, postedAt, videos }: Post): string {
  const players = videos
    .map(
      ({ seconds }) =>
        `<div data-testid="videoPlayer"><div data-testid="videoComponent"><video aria-label="Embedded video"></video><span>0:${String(Math.round(seconds)).padStart(2, '0')}</span></div></div>`,
    )
    .join('');
  return `<div data-testid="cellInnerDiv"><article role="article" data-testid="tweet" tabindex="0">
<div data-testid="User-Name"><a href="/clips/x/${author}" role="link"><span>${author}</span></a><a href="/clips/x/${author}" role="link" tabindex="-1"><span>@${author}</span></a>
<a href="/clips/x/${author}/status/${id}" role="link"><time datetime="${new Date(postedAt).toISOString()}">now</time></a></div>
<div data-testid="tweetText" lang="en" dir="auto"><span>${escape(text)}</span></div>${players}</article></div>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

// Reddit

/** `text` null: the newest posts. */
function answerReddit(site: ShapedSite, origin: string, text: string | null): SiteAnswer {
  const mood = moodOf(site, 'reddit');
  if (mood === 'captcha')
    return page(
      '<!doctype html><title>Blocked</title><h1>whoa there</h1><p>You have been blocked by network security.</p>',
      403,
    );
  if (mood === 'limited') {
    const wait = { 'X-Ratelimit-Remaining': '0', 'X-Ratelimit-Reset': '60' };
    return json(429, { message: 'Too Many Requests', error: 429 }, wait);
  }
  const now = site.world.now();
  const posts = site.posts
    .search(parseSearchQuery(text ?? ''), now - (text === null ? HOUR_MS : DAY_MS), now)
    .filter((post) => isOn('reddit', post))
    .slice(0, IN_LISTING);
  if (mood === 'changed') return json(200, { kind: 'Feed', items: posts.map(({ id }) => id) });
  const children = posts.map((post) => ({ kind: 't3', data: toLink(post, origin, mood === 'renamed') }));
  return json(200, {
    kind: 'Listing',
    data: { after: null, dist: children.length, modhash: '', children },
  });
}

/** Half of the posts have a video of Reddit itself, the others link to a page that shows one. `isRenamed`: with the older fields. */
function toLink({ id, author, text, postedAt, videos }: Post, origin: string, isRenamed: boolean): object {
  const [video] = videos;
  const isOwn = video !== undefined && hashText(id) % 2 === 0;
  const media = isOwn
    ? {
        reddit_video: {
          fallback_url: `${origin}${mediaPath(video)}`,
          duration: Math.round(video.seconds),
          width: video.width,
          height: video.height,
          is_gif: false,
        },
      }
    : null;
  return {
    subreddit: 'soccer',
    ...(isRenamed
      ? { id: `t3_${id}`, created: postedAt / 1000, media }
      : { id, name: `t3_${id}`, created_utc: postedAt / 1000, secure_media: media }),
    title: text,
    author,
    permalink: `/clips/reddit/r/soccer/comments/${id}/goal/`,
    is_video: isOwn,
    is_self: false,
    over_18: false,
    stickied: false,
    url: `${origin}/clips/posts/${id}`,
  };
}
