import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startHttpUpstream, type HttpUpstream } from '../fixtures/loopback-upstream.ts';
import type { ClipSearchOutcome } from './clip-site.ts';
import { createJsonSite } from './json-site.ts';
import { practiceJsonSite } from './practice-site.ts';
import type { JsonSiteDefinition } from './site-definition.ts';

let site: HttpUpstream;
let answer: (response: ServerResponse, url: URL) => void;

beforeEach(async () => {
  site = await startHttpUpstream((request, response) =>
    answer(response, new URL(request.url ?? '', site.origin)),
  );
});
afterEach(() => site.stop());

const query = { text: '(Salah) (Liverpool OR LFC)', since: new Date(0), until: new Date(1_000) };

function search(
  definition: Partial<JsonSiteDefinition> = {},
  { signal = new AbortController().signal, allowedPairs = [new URL(site.origin).host] } = {},
): Promise<ClipSearchOutcome> {
  const whole = { ...practiceJsonSite(`${site.origin}/clips`), ...definition };
  return createJsonSite({ definition: whole, allowedPairs, maxMs: 5_000 }).search(query, { signal });
}

const post = (id: string): object => ({
  id,
  url: `/posts/${id}`,
  author: 'somebody',
  text: 'GOAL',
  postedAt: '2026-11-15T12:00:00Z',
  videos: [{ url: `/v/${id}.mp4`, seconds: 7, width: 640, height: 360 }],
});

function answerWith(body: unknown, status = 200): void {
  answer = (response) =>
    void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
}

test('posts of all pages are found, each once', async () => {
  const pages: Record<string, object> = {
    '': { posts: [post('1'), post('2')], next: 'b' },
    b: { posts: [post('2'), post('3')], next: null },
  };
  answer = (response, url) => void response.end(JSON.stringify(pages[url.searchParams.get('cursor') ?? '']));
  const found = await search();
  expect(found).toMatchObject({ outcome: 'ok', unreadable: 0, words: null });
  expect(found.outcome === 'ok' && found.posts.map(({ postId }) => postId)).toEqual(['1', '2', '3']);
  expect(found.outcome === 'ok' && found.posts[0]?.videos).toEqual([
    { number: 1, mediaUrl: `${site.origin}/v/1.mp4`, seconds: 7, width: 640, height: 360 },
  ]);
  expect(new URL(site.heard[0]?.url ?? '', site.origin).searchParams.get('q')).toBe(query.text);
});

test('a site that always has more is left after a few pages', async () => {
  answerWith({ posts: [post('1')], next: 'again' });
  expect(await search({ maxPages: 4 })).toMatchObject({ outcome: 'ok' });
  expect(site.heard).toHaveLength(4);
});

test('nothing found is an answer', async () => {
  answerWith({ posts: [], next: null });
  expect(await search()).toEqual({ outcome: 'ok', posts: [], unreadable: 0, words: null });
});

test('one bad post does not spoil the others, and is counted', async () => {
  answerWith({ posts: [{ id: '1' }, null, 7, post('2')] });
  const words = 'post 1 has no page of its own';
  expect(await search()).toMatchObject({ outcome: 'ok', posts: [{ postId: '2' }], unreadable: 3, words });
});

test('the definition says where in an answer things are', async () => {
  answerWith({ data: { items: [{ key: 5, link: '/p/5', user: { name: 'x' }, media: [{ src: '/m' }] }] } });
  const fields = {
    posts: 'data.items',
    postId: 'key',
    pageUrl: 'link',
    author: 'user.name',
    videos: 'media',
    mediaUrl: 'src',
  };
  expect(await search({ fields })).toMatchObject({
    outcome: 'ok',
    posts: [{ postId: '5', author: 'x', videos: [{ mediaUrl: `${site.origin}/m` }] }],
  });
});

test.each([
  [401, '{"error":"login-expired"}', 'loginExpired'],
  [403, '', 'loginExpired'],
  [429, '', 'rateLimited'],
  [403, 'You have been blocked by network security.', 'captcha'],
  [500, '', 'unreachable'],
  [503, '{"posts":[]}', 'unreachable'],
  [404, '', 'changed'],
  [302, '', 'changed'],
  [200, '{"posts":', 'unreachable'],
  [200, '<html>', 'changed'],
  [200, '{"results":[]}', 'changed'],
  [200, '{"posts":{}}', 'changed'],
  [200, '[]', 'changed'],
  [200, '{"posts":[{"a":1},{"b":2}]}', 'changed'],
] as const)('status %i with %j is never "nothing found": %s', async (status, body, outcome) => {
  answerWith(body, status);
  expect(await search()).toMatchObject({ outcome, words: expect.stringMatching(/\w/) as string });
});

test('a site where nothing listens, or that is inside and not allowed, is unreachable', async () => {
  answerWith({ posts: [] });
  expect(await search({}, { allowedPairs: [] })).toMatchObject({
    outcome: 'unreachable',
    words: expect.stringContaining('was not asked') as string,
  });
  expect(site.heard).toHaveLength(0);
  const { origin } = site;
  await site.stop();
  expect(await search({ searchUrl: `${origin}/?q={query}` })).toMatchObject({ outcome: 'unreachable' });
  site = await startHttpUpstream(() => undefined);
});

test('a token comes from its file, and one that is not there is an expired login', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gamekeeper-test-'));
  const file = join(folder, 'token');
  answerWith({ posts: [] });
  const token = { header: 'Authorization', file, prefix: 'Bearer ' };
  expect(await search({ token })).toMatchObject({
    outcome: 'loginExpired',
    words: expect.stringContaining(file) as string,
  });
  await writeFile(file, 'canary\n');
  expect(await search({ token })).toMatchObject({ outcome: 'ok' });
  expect(site.heard.map(({ headers }) => headers.authorization)).toEqual(['Bearer canary']);
  await rm(folder, { recursive: true });
});
