/** A real browser over a site on loopback, beside a server inside that must never be asked. */
import { readFile, stat } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { unpackedBrowser } from '../../../test/support/browser.ts';
import { startHttpUpstream, type HttpUpstream } from '../fixtures/loopback-upstream.ts';
import { unpackBrowser } from '../media/packed-browser.ts';
import type { FoundBrowser } from '../media/tools.ts';
import { createBrowserSite, type BrowserSiteOptions } from './browser-site.ts';
import type { ClipSearchOutcome } from './clip-site.ts';
import { loginCookie } from './fixtures/login-cookie.ts';
import { needsBrowser, startSharedBrowser, type SharedBrowser } from './fixtures/shared-browser.ts';
import { QUERY, useSite } from './fixtures/site-under-test.ts';
import { loginFile, writeLogin } from './login-state.ts';
import { practiceBrowserSite } from './practice-site.ts';

const site = useSite();
let inner: HttpUpstream;
let shared: SharedBrowser | null;

const browser: FoundBrowser = {
  found: true,
  detail: 'the packed one',
  executable: () => unpackBrowser(unpackedBrowser),
};

beforeAll(async () => {
  shared = await startSharedBrowser();
  inner = await startHttpUpstream(
    (_request, response) =>
      void response.writeHead(200, { 'access-control-allow-origin': '*' }).end('secret'),
  );
});
afterAll(async () => {
  await shared?.stop();
  await inner.stop();
});
afterEach(() => {
  if (inner.heard.length > 0) throw new Error(`inside was asked: ${JSON.stringify(inner.heard)}`);
});

/** In a browser of its own, as the product does. */
function search(
  options: Partial<BrowserSiteOptions> = {},
  signal = new AbortController().signal,
): Promise<ClipSearchOutcome> {
  const clipSite = createBrowserSite({
    definition: practiceBrowserSite(`${site.origin}/clips`),
    browser,
    allowedPairs: [site.pair],
    loginFolder: site.folder,
    pageMs: 8_000,
    scrollMs: 2_000,
    ...options,
  });
  return clipSite.search(QUERY, { signal });
}

/** In the browser of all tests: for what a page says, and not for what it may reach. */
function readPage(options: Partial<BrowserSiteOptions> = {}): Promise<ClipSearchOutcome> {
  return search({ openSession: shared?.openSession, ...options });
}

function article(id: number, more = ''): string {
  const minute = String(59 - id).padStart(2, '0');
  return `<article data-post-id="${id}" style="display:block;height:600px"><span data-author>user${id}</span>
    <a data-permalink href="/clips/posts/${id}"><time datetime="2026-11-15T12:${minute}:00.000Z">now</time></a>
    <p data-text>GOAL number ${id} &amp; more</p>
    <figure data-video-url="/clips/media/${id}.mp4" data-seconds="7" data-width="640" data-height="360"></figure>${more}</article>`;
}

/** Five posts at first, five more for every time that the end is scrolled to, `count` in all. */
function scrollingPage(count: number): string {
  const all = JSON.stringify(Array.from({ length: count }, (_, at) => article(at + 1)));
  return `<!doctype html><main data-results></main><p data-empty hidden>nothing</p><p data-end hidden>the end</p><script>
    const all = ${all}; const main = document.querySelector('main');
    const more = () => {
      const shown = main.children.length;
      main.insertAdjacentHTML('beforeend', all.slice(shown, shown + 5).join(''));
      if (main.children.length >= all.length) document.querySelector('[data-end]').hidden = false;
      if (all.length === 0) document.querySelector('[data-empty]').hidden = false;
    };
    more();
    addEventListener('scroll', () => { if (innerHeight + scrollY >= document.documentElement.scrollHeight - 10) setTimeout(more, 50); });
  </script>`;
}

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const answerWith = (html: string, status = 200): void => site.answerWith(html, status, HTML);

test('all posts are found by scrolling to the end', async (context) => {
  needsBrowser(context);
  answerWith(scrollingPage(17));
  const found = await readPage();
  if (found.outcome !== 'ok') throw new Error(found.words);
  expect(found.posts.map(({ postId }) => Number(postId))).toEqual(
    Array.from({ length: 17 }, (_, at) => at + 1),
  );
  expect(found.posts[0]).toEqual({
    postId: '1',
    pageUrl: `${site.origin}/clips/posts/1`,
    author: 'user1',
    caption: 'GOAL number 1 & more',
    postedAt: new Date('2026-11-15T12:58:00.000Z'),
    videos: [
      { number: 1, mediaUrl: `${site.origin}/clips/media/1.mp4`, seconds: 7, width: 640, height: 360 },
    ],
  });
  const asked = new URL(site.heard[0]?.url ?? '', site.origin);
  expect(asked.searchParams.get('q')).toBe(QUERY.text);
});

test('an empty list is an answer where the page says so, and a change where it does not', async (context) => {
  needsBrowser(context);
  answerWith(scrollingPage(0));
  expect(await readPage()).toEqual({ outcome: 'ok', posts: [], unreadable: 0, words: null });
  answerWith('<main data-results></main>');
  expect(await readPage({ scrollMs: 300, pageMs: 2_000 })).toMatchObject({ outcome: 'changed' });
});

test('an unknown page, a failing site and no page have different outcomes', async (context) => {
  needsBrowser(context);
  answerWith('<h1>Welcome to our new design</h1>');
  expect(await readPage({ pageMs: 2_000 })).toMatchObject({
    outcome: 'changed',
    words: expect.stringContaining('main[data-results]') as string,
  });
  answerWith('busy', 503);
  expect(await readPage()).toMatchObject({ outcome: 'unreachable', words: 'it answered 503' });
  site.handle = (response) => void response.destroy();
  expect(await readPage()).toMatchObject({ outcome: 'unreachable' });
  expect(await search({ allowedPairs: [] })).toMatchObject({
    outcome: 'unreachable',
    words: expect.stringContaining('was not asked') as string,
  });
});

test('a site that wants a login is told as such; with one that is kept it is searched, and what it renews is kept', async (context) => {
  needsBrowser(context);
  site.handle = (response, request) => {
    const isIn = /session=good/.test(request.headers.cookie ?? '');
    response.writeHead(200, {
      'content-type': 'text/html',
      ...(isIn ? { 'set-cookie': 'session=good2; Path=/; Max-Age=3600' } : {}),
    });
    response.end(isIn ? scrollingPage(2) : '<form data-login><input name="name"></form>');
  };
  expect(await readPage()).toEqual({
    outcome: 'loginExpired',
    words: `it asks for a login (${site.origin}/clips/login, seen by form[data-login]); run: gamekeeper login practice-page`,
  });
  const file = loginFile(site.folder, 'practice-page');
  await writeLogin(file, { cookies: [loginCookie('session', 'good')] });
  expect(await readPage()).toMatchObject({ outcome: 'ok', posts: [{ postId: '1' }, { postId: '2' }] });
  expect(await readFile(file, 'utf8')).toContain('good2');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('whatever a page tries, nobody inside is asked', async (context) => {
  needsBrowser(context);
  const { port } = new URL(inner.origin);
  const tries = [
    `http://127.0.0.1:${port}`,
    `http://127.0.0.2:${port}`,
    `http://localhost:${port}`,
    `http://[::1]:${port}`,
  ].map(
    (
      address,
    ) => `<iframe src="${address}/frame"></iframe><script src="${address}/script"></script><link rel="stylesheet" href="${address}/style">
      <img src="${address}/img"><video src="${address}/video" autoplay></video><object data="${address}/object"></object>
      <script>fetch('${address}/fetch').then(() => fetch('/leaked')).catch(() => 0);
        new WebSocket('${address.replace('http', 'ws')}/socket'); navigator.sendBeacon('${address}/beacon');
        new EventSource('${address}/events'); open('${address}/window');</script>`,
  );
  answerWith(`${scrollingPage(2)}${tries.join('')}`);
  expect(await search()).toMatchObject({ outcome: 'ok', posts: [{ postId: '1' }, { postId: '2' }] });
  expect(site.heard.map(({ url }) => url)).not.toContain('/leaked');
  site.handle = (response) =>
    void response.writeHead(302, { location: `http://localhost:${port}/redirected` }).end();
  expect(await search({ pageMs: 2_000 })).toMatchObject({ outcome: 'unreachable' });
});

test('posts that cannot be read are counted, and a page of only such is a change', async (context) => {
  needsBrowser(context);
  const end = '<p data-end>the end</p>';
  answerWith(`<main data-results>${article(1)}<article data-post-id="">x</article></main>${end}`);
  expect(await readPage()).toMatchObject({
    outcome: 'ok',
    posts: [{ postId: '1' }],
    unreadable: 1,
    words: 'a post has no id',
  });
  answerWith(`<main data-results><article data-post-id="5">x</article></main>${end}`);
  expect(await readPage()).toMatchObject({ outcome: 'changed' });
});

test('the signal ends the search', async (context) => {
  needsBrowser(context);
  const ending = new AbortController();
  site.handle = () => ending.abort(new Error('enough'));
  await expect(search({}, ending.signal)).rejects.toThrow('enough');
});

test('without a browser the outcome says what is missing', async () => {
  const missing = { found: false, detail: 'install Chromium' } as const;
  expect(await search({ browser: missing })).toEqual({ outcome: 'unreachable', words: 'install Chromium' });
  const broken = { found: true, detail: '', executable: () => Promise.resolve('/bin/false') } as const;
  expect(await search({ browser: broken })).toMatchObject({ outcome: 'unreachable' });
});
