/**
 * Two more faces of the clip site, in the shape of sites that exist: a search page as X renders it, behind a login, and listings as Reddit
 * serves them. Each shows a share of the posts, and some are on both. README.md describes them.
 *
 * Now and then they behave as such sites do: the login of the search page expires every few hours, and in some slots of time there is a
 * captcha, a rate limit, a page without its test attributes, or a page of another layout. All of it follows from seed and time.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { chance, hashText, mix } from '../randomness.ts';
import type { Post } from './posts.ts';
import { parseSearchQuery } from './search-query.ts';
import { sendText } from './send-media.ts';
import type { Site } from './site.ts';
import { escape, mediaPath, postPage } from './site-pages.ts';

export const MOODS = ['calm', 'renamed', 'changed', 'captcha', 'limited'] as const;
export type Mood = (typeof MOODS)[number];

const HTML = 'text/html; charset=utf-8';
const HOUR_MS = 3_600_000;
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
const X_POST = /^\/x\/\w+\/status\/(\d+)$/;
const REDDIT_POST = /^\/reddit\/r\/\w+\/comments\/(\d+)\//;
const LISTING = /^\/reddit\/r\/[\w+]+\/(search|new)\.json$/;

export function isRealShape(path: string): boolean {
  return path.startsWith('/x/') || path.startsWith('/reddit/');
}

export function answerRealShape(
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
  { path, query }: { readonly path: string; readonly query: URLSearchParams },
): void {
  const id = (X_POST.exec(path) ?? REDDIT_POST.exec(path))?.[1];
  if (id !== undefined) {
    const post = site.posts.find(id);
    return post === undefined
      ? sendText(response, 404, HTML, '<h1>This post does not exist.</h1>')
      : sendText(response, 200, HTML, postPage(post));
  }
  if (path === '/x/search') return answerX(site, request, response, query);
  if (path === '/x/session')
    return sendText(response, 200, 'application/json', JSON.stringify(storageState(site, request)));
  if (path.startsWith('/x/i/flow/login'))
    return sendText(
      response,
      200,
      HTML,
      xFrame('<h1>Sign in to X</h1><input autocomplete="username" name="text">'),
    );
  const listing = LISTING.exec(path)?.[1];
  if (listing !== undefined)
    return answerReddit(site, request, response, listing === 'search' ? (query.get('q') ?? '') : null);
  sendText(response, 404, 'text/plain', 'There is no such page.');
}

function moodOf({ world, switches }: Site, name: 'x' | 'reddit'): Mood {
  if (switches.mood !== 'by-time') return switches.mood;
  const roll = chance(mix(world.seed, hashText(`mood of ${name}`), Math.floor(world.now() / SLOT_MS)), 1);
  let sum = 0;
  return SHARES.find(([, share]) => roll < (sum += share))?.[0] ?? 'calm';
}

/** Which of the two shows a post: three of ten X alone, four Reddit alone, three both. */
function isOn(name: 'x' | 'reddit', { id }: Post): boolean {
  const tenth = hashText(id) % 10;
  return name === 'x' ? tenth < 6 : tenth >= 3;
}

// X

function tokenOf({ world }: Site, now: number): string {
  return mix(world.seed, hashText('x session'), Math.floor(now / SESSION_MS)).toString(16);
}

/** What a browser that logged in would export. */
function storageState(site: Site, request: IncomingMessage): object {
  const now = site.world.now();
  const domain = new URL(`http://${request.headers.host ?? '127.0.0.1'}`).hostname;
  // Browsers compare it with the clock of the machine, which is not that of this world.
  const expires = Math.ceil((Date.now() + SESSION_MS - (now % SESSION_MS)) / 1000);
  const cookie = (name: string): object => ({
    name,
    value: tokenOf(site, now),
    domain,
    path: '/',
    expires,
    httpOnly: true,
    secure: false,
    sameSite: 'Lax',
  });
  return {
    cookies: ['auth_token', 'ct0'].map(cookie),
    origins: [],
  };
}

function answerX(
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
): void {
  const now = site.world.now();
  const cookies = (request.headers.cookie ?? '').split(/;\s*/);
  if (!cookies.includes(`auth_token=${tokenOf(site, now)}`)) {
    response.writeHead(302, { Location: '/clips/x/i/flow/login?redirect_after_login=%2Fsearch' }).end();
    return;
  }
  const mood = moodOf(site, 'x');
  if (mood === 'captcha')
    return sendText(
      response,
      200,
      HTML,
      '<!DOCTYPE html><title>Just a moment...</title><p>Verify you are human by completing the action below.</p>',
    );
  if (mood === 'limited')
    return sendText(
      response,
      200,
      HTML,
      xFrame(
        '<div><span>Something went wrong. Try reloading.</span><button role="button">Retry</button></div>',
      ),
    );
  const text = query.get('q') ?? '';
  const seconds = (name: string, otherwise: number): number =>
    Number(new RegExp(`\\b${name}:(\\d{1,12})`).exec(text)?.[1] ?? otherwise / 1000) * 1000;
  const words = parseSearchQuery(text.replaceAll(/\b(?:filter|since_time|until_time):\S+/g, ''));
  const found = site.posts
    .search(
      words,
      Math.max(seconds('since_time', now - HOUR_MS), now - 24 * HOUR_MS),
      seconds('until_time', now),
    )
    .filter((post) => isOn('x', post))
    .slice(0, ON_PAGE);
  const page =
    found.length === 0
      ? X_EMPTY
      : `<div aria-label="Timeline: Search timeline"><div>${found.map(tweet).join('')}</div></div>`;
  if (mood === 'changed')
    return sendText(
      response,
      200,
      HTML,
      xFrame(`<ul>${found.map((post) => `<li class="_9c">${escape(post.text)}</li>`).join('')}</ul>`),
    );
  const isRenamed = mood === 'renamed';
  sendText(
    response,
    200,
    HTML,
    xFrame(isRenamed ? page.replaceAll(/ data-testid="(?!empty)[^"]*"/g, '') : page),
  );
}

const X_EMPTY =
  '<div data-testid="emptyState"><div data-testid="empty_state_header_text"><span>No results</span></div></div>';

function xFrame(column: string): string {
  return `<!DOCTYPE html><html lang="en"><head><title>Search / X</title></head><body><div id="react-root"><main role="main"><div data-testid="primaryColumn"><section role="region">${column}</section></div></main></div></body></html>`;
}

function tweet({ id, author, text, postedAt, videos }: Post): string {
  const players = videos
    .map(
      ({ seconds }) =>
        `<div data-testid="videoPlayer"><div data-testid="videoComponent"><video aria-label="Embedded video"></video><span>${clock(seconds)}</span></div></div>`,
    )
    .join('');
  return `<div data-testid="cellInnerDiv"><article role="article" data-testid="tweet" tabindex="0">
<div data-testid="User-Name"><a href="/clips/x/${author}" role="link"><span>${escape(author)}</span></a><a href="/clips/x/${author}" role="link" tabindex="-1"><span>@${escape(author)}</span></a>
<a href="/clips/x/${author}/status/${id}" role="link"><time datetime="${new Date(postedAt).toISOString()}">now</time></a></div>
<div data-testid="tweetText" lang="en" dir="auto"><span>${escape(text)}</span></div>${players}</article></div>`;
}

function clock(seconds: number): string {
  return `0:${String(Math.round(seconds)).padStart(2, '0')}`;
}

// Reddit

/** `text` null: the newest posts. */
function answerReddit(
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
  text: string | null,
): void {
  const sendJson = (status: number, value: object, headers = {}): void =>
    sendText(response, status, 'application/json; charset=UTF-8', JSON.stringify(value), headers);
  const mood = moodOf(site, 'reddit');
  if (mood === 'captcha')
    return sendText(
      response,
      403,
      HTML,
      '<!doctype html><title>Blocked</title><h1>whoa there</h1><p>You have been blocked by network security.</p>',
    );
  if (mood === 'limited')
    return sendJson(
      429,
      { message: 'Too Many Requests', error: 429 },
      { 'X-Ratelimit-Remaining': '0', 'X-Ratelimit-Reset': '60' },
    );
  const now = site.world.now();
  const origin = `http://${request.headers.host ?? '127.0.0.1'}`;
  const posts = site.posts
    .search(text === null ? [] : parseSearchQuery(text), now - (text === null ? 1 : 24) * HOUR_MS, now)
    .filter((post) => isOn('reddit', post))
    .slice(0, IN_LISTING);
  if (mood === 'changed') return sendJson(200, { kind: 'Feed', items: posts.map(({ id }) => id) });
  const children = posts.map((post) => ({ kind: 't3', data: toLink(post, origin, mood === 'renamed') }));
  sendJson(200, { kind: 'Listing', data: { after: null, dist: children.length, modhash: '', children } });
}

/** Half of the posts have a video of Reddit itself, the others link to a page that shows one. `isRenamed`: with the older fields. */
function toLink(
  { id, author, text, postedAt, videos: [video] }: Post,
  origin: string,
  isRenamed: boolean,
): object {
  const isOwn = video !== undefined && hashText(id) % 2 === 0;
  const redditVideo = isOwn
    ? {
        fallback_url: `${origin}${mediaPath(video)}`,
        duration: Math.round(video.seconds),
        width: video.width,
        height: video.height,
        is_gif: false,
      }
    : undefined;
  const media = redditVideo === undefined ? null : { reddit_video: redditVideo };
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
