import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ClipSearchOutcome } from './clip-site.ts';
import { QUERY, useSite } from './fixtures/site-under-test.ts';
import { createJsonSite } from './json-site.ts';
import { practiceJsonSite } from '../../../test/support/clip-work.ts';
import type { JsonSiteDefinition } from './site-definition.ts';

const site = useSite();

function search(
  definition: Partial<JsonSiteDefinition> = {},
  allowedPairs = [site.pair],
): Promise<ClipSearchOutcome> {
  const whole = { ...practiceJsonSite(`${site.origin}/clips`), ...definition };
  const { signal } = new AbortController();
  return createJsonSite({ definition: whole, allowedPairs }).search(QUERY, { signal });
}

const post = (id: string): object => ({
  id,
  url: `/posts/${id}`,
  author: 'somebody',
  text: 'GOAL',
  postedAt: '2026-11-15T12:00:00Z',
  videos: [{ url: `/v/${id}.mp4`, seconds: 7, width: 640, height: 360 }],
});

test('reads all pages up to a limit, each post once', async () => {
  const pages: Record<string, object> = {
    '': { posts: [post('1'), post('2')], next: 'b' },
    b: { posts: [post('2'), post('3')], next: 'b' },
  };
  site.handle = (response, { url = '' }) => {
    const cursor = new URL(url, site.origin).searchParams.get('cursor') ?? '';
    response.end(JSON.stringify(pages[cursor]));
  };
  const found = await search({ maxPages: 4 });
  expect(found).toMatchObject({ outcome: 'ok', unreadable: 0, words: null });
  expect(site.heard).toHaveLength(4);
  expect(found.outcome === 'ok' && found.posts.map(({ postId }) => postId)).toEqual(['1', '2', '3']);
  expect(found.outcome === 'ok' && found.posts[0]?.videos).toEqual([
    { number: 1, mediaUrl: `${site.origin}/v/1.mp4`, seconds: 7, width: 640, height: 360 },
  ]);
  expect(new URL(site.heard[0]?.url ?? '', site.origin).searchParams.get('q')).toBe(QUERY.text);
});

test('counts an unreadable post and keeps the others', async () => {
  site.answerWith({ posts: [{ id: '1' }, null, 7, post('2')] });
  const words = 'post 1 has no page of its own';
  expect(await search()).toMatchObject({ outcome: 'ok', posts: [{ postId: '2' }], unreadable: 3, words });
});

test('reads the fields that the definition names', async () => {
  site.answerWith({
    data: { items: [{ key: 5, link: '/p/5', user: { name: 'x' }, media: [{ src: '/m' }] }] },
  });
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
  [404, '', 'changed'],
  [200, '{"results":[]}', 'changed'],
  [200, '{"posts":{}}', 'changed'],
  [200, '[]', 'changed'],
  [200, '{"posts":[{"a":1},{"b":2}]}', 'changed'],
] as const)('status %i with %j is never "nothing found": %s', async (status, body, outcome) => {
  site.answerWith(body, status);
  expect(await search()).toMatchObject({ outcome, words: expect.stringMatching(/\w/) as string });
});

test('accepts an empty list; does not request a private site that is not allowed', async () => {
  site.answerWith({ posts: [], next: null });
  expect(await search()).toEqual({ outcome: 'ok', posts: [], unreadable: 0, words: null });
  expect(await search({}, [])).toMatchObject({
    outcome: 'unreachable',
    words: expect.stringContaining('was not asked') as string,
  });
  expect(site.heard).toHaveLength(1);
});

test('reads the token from its file; a missing one is an expired login', async () => {
  const file = join(site.folder, 'token');
  site.answerWith({ posts: [] });
  const token = { header: 'Authorization', file, prefix: 'Bearer ' };
  expect(await search({ token })).toMatchObject({
    outcome: 'loginExpired',
    words: expect.stringContaining(file) as string,
  });
  await writeFile(file, 'canary\n');
  expect(await search({ token })).toMatchObject({ outcome: 'ok' });
  expect(site.heard.map(({ headers }) => headers.authorization)).toEqual(['Bearer canary']);
});
