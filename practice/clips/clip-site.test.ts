/** The clip site over HTTP, without an ffmpeg: posts, searches, pages, logins, and what is refused. */
import { expect, onTestFinished, test } from 'vitest';
import { startFootball } from '../football/world-for-tests.ts';
import type { PracticeWorldSettings } from '../practice-world.ts';

interface Found {
  readonly id: string;
  readonly url: string;
  readonly author: string;
  readonly text: string;
  readonly postedAt: string;
  readonly videos: readonly { url: string; seconds: number; width: number; height: number }[];
}
interface Page {
  readonly posts: readonly Found[];
  readonly next: string | null;
}

async function start(settings: Partial<PracticeWorldSettings> = {}) {
  const football = await startFootball(settings);
  onTestFinished(() => football.running.stop());
  return {
    ...football,
    search: async (parameters: Readonly<Record<string, string>>): Promise<Page> => {
      const response = await football.fetchFrom(
        `/clips/api/search?${new URLSearchParams(parameters).toString()}`,
      );
      expect(response.status).toBe(200);
      return (await response.json()) as Page;
    },
    page: async (path: string): Promise<string> => (await football.fetchFrom(path)).text(),
  };
}

/** Words that most posts have. */
const MANY = { q: '(goal OR score OR makes OR angle OR v OR fans)', since: '2026-11-15T09:00:00Z' };

async function searchAll(search: (parameters: Readonly<Record<string, string>>) => Promise<Page>) {
  const found: Found[] = [];
  let page = await search(MANY);
  found.push(...page.posts);
  while (page.next !== null) {
    page = await search({ ...MANY, cursor: page.next });
    found.push(...page.posts);
  }
  return found;
}

test('a search gives posts of the asked time, newest first, ten at a time, each once', async () => {
  const { search, running } = await start();
  const first = await search(MANY);
  const all = await searchAll(search);

  expect(first.posts).toHaveLength(10);
  expect(all.length).toBeGreaterThan(50);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const times = all.map(({ postedAt }) => postedAt);
  expect(times).toEqual([...times].sort().toReversed());
  expect(times.every((at) => at >= '2026-11-15T09:00:00' && at <= '2026-11-15T12:00:00.000Z')).toBe(true);
  const [post] = all;
  expect(post).toMatchObject({
    id: expect.stringMatching(/^\d{18}$/) as unknown,
    url: `${running.clipSiteUrl}/posts/${post?.id}`,
    author: expect.any(String) as unknown,
    text: expect.any(String) as unknown,
  });
  for (const { videos } of all)
    for (const { url, seconds, width, height } of videos) {
      expect(url).toMatch(/\/clips\/media\/\d{18}-\d\.(mp4|m3u8)$/);
      expect([seconds >= 4, width <= 640, height <= 360]).toEqual([true, true, true]);
    }
});

test('what is posted while somebody turns the pages does not move them', async () => {
  const { search, sideDoor } = await start();
  const first = await search(MANY);
  const before = await search({ ...MANY, cursor: first.next ?? '' });
  await sideDoor('POST', '/clock/advance', { ms: 600_000 });

  expect(await search({ ...MANY, cursor: first.next ?? '' })).toEqual(before);
  expect((await search(MANY)).posts[0]?.id).not.toBe(first.posts[0]?.id);
});

test('a goal of the truth is found by its scorer and club soon after it was scored, and not before', async () => {
  const { search, sideDoor } = await start({ football: { otherQuirks: 'none' } });
  const { matches } = (await sideDoor('GET', '/football/truth?day=2026-11-15')) as {
    matches: {
      home: { name: string };
      goals: { key: string; side: string; happenedAt: number; scorer: { name: string }; kind: string }[];
    }[];
  };
  const now = Date.UTC(2026, 10, 15, 12);
  const [next] = matches
    .flatMap(({ home, goals }) => goals.map((goal) => ({ home, goal })))
    .filter(({ goal }) => goal.happenedAt > now && goal.kind === 'normal' && goal.side === 'home')
    .sort((one, other) => one.goal.happenedAt - other.goal.happenedAt);
  if (next === undefined) throw new Error('no goal falls on the rest of the day');
  const query = { q: `("${next.goal.scorer.name.slice(3)}") ("${next.home.name}")` };
  await sideDoor('POST', '/clock/advance', { ms: next.goal.happenedAt - now });
  const since = new Date(next.goal.happenedAt).toISOString();
  expect((await search({ ...query, since })).posts).toEqual([]);
  await sideDoor('POST', '/clock/advance', { ms: 45_000 });
  const { posts } = await search({ ...query, since });
  const { posts: truth } = (await sideDoor('GET', `/clips/truth?goal=${next.goal.key}`)) as {
    posts: { id: string; kind: string; videos: { shows: string[] }[] }[];
  };
  const original = truth.find(({ kind }) => kind === 'original');

  expect(posts.map(({ id }) => id)).toContain(original?.id);
  expect(original?.videos[0]?.shows).toEqual([next.goal.key]);
});

test.each([{ since: 'yesterday' }, { until: 'x' }, { cursor: '12' }])(
  '%j is refused in words',
  async (wrong) => {
    const { fetchFrom } = await start();
    const response = await fetchFrom(
      `/clips/api/search?${new URLSearchParams({ q: 'goal', ...wrong }).toString()}`,
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: 'bad-request',
      message: expect.stringMatching(/expected/) as unknown,
    });
  },
);

test('the page shows five posts and tells where the next come from, until the end', async () => {
  const { page, search } = await start();
  const ids = (await searchAll(search)).map(({ id }) => id);
  const html = await page(`/clips/search?${new URLSearchParams(MANY).toString()}`);
  const idsIn = (text: string): string[] =>
    [...text.matchAll(/<article data-post-id="(\d+)">/g)].map(([, id]) => id ?? '');

  expect(idsIn(html)).toEqual(ids.slice(0, 5));
  for (const mark of [
    'data-results',
    'data-permalink',
    'data-author',
    'data-text',
    'data-video-url',
    'data-end hidden',
  ])
    expect(html).toContain(mark);
  const seen = idsIn(html);
  let next = /data-next="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? null;
  while (next !== null) {
    const more = JSON.parse(await page(next)) as { html: string; next: string | null };
    seen.push(...idsIn(more.html));
    next = more.next;
  }
  expect(seen).toEqual(ids);
});

test('a search that finds nothing says so', async () => {
  const { page, search } = await start();
  const html = await page('/clips/search?q=(Nobodysname)');
  expect(html).toMatch(/data-empty/);
  expect(html).toMatch(/<p data-end>/);
  expect(html).not.toMatch(/<article/);
  expect(await search({ q: '(Nobodysname)' })).toEqual({ posts: [], next: null });
});

test('words of a search stand in the page as text', async () => {
  const { page } = await start();
  const html = await page(`/clips/search?q=${encodeURIComponent('"><script>alert(1)</script><b x="')}`);
  // The page's own script, and no other.
  expect(html.split('<script')).toHaveLength(2);
  expect(html).not.toMatch(/<b x/);
  expect(html).toContain('value="&quot;&gt;&lt;script&gt;');
});

test('a post has a page with its videos', async () => {
  const { page, search, fetchFrom } = await start();
  const { posts } = await search(MANY);
  const [post] = posts;
  const html = await page(`/clips/posts/${post?.id}`);

  expect(html).toContain(`data-post-id="${post?.id}"`);
  for (const { url } of post?.videos ?? []) expect(html).toContain(`src="${new URL(url).pathname}"`);
  expect(html).toMatch(/property="og:video"/);
  expect((await fetchFrom('/clips/posts/200000000000000000')).status).toBe(404);
});

test('where a login is needed, the page is a form, and the JSON a 401, until somebody signs in; and again when it expires', async () => {
  const { fetchFrom, sideDoor } = await start({ football: { clips: { login: 'needed' } } });
  const address = `/clips/search?${new URLSearchParams(MANY).toString()}`;
  const form = await (await fetchFrom(address)).text();
  expect(form).toMatch(/<form data-login/);
  expect(form).not.toMatch(/data-results/);
  const json = await fetchFrom('/clips/api/search?q=goal');
  expect([json.status, await json.json()]).toMatchObject([401, { error: 'login-expired' }]);

  const signIn = (fields: Readonly<Record<string, string>>) =>
    fetchFrom('/clips/login', { method: 'POST', body: new URLSearchParams(fields) });
  expect((await signIn({ name: 'someone' })).status).toBe(200);
  const signedIn = await signIn({ name: 'someone', password: 'x', next: address });
  expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, address]);
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const search = async (): Promise<string> => (await fetchFrom(address, { headers: { cookie } })).text();
  expect(await search()).toMatch(/data-results/);
  await sideDoor('POST', '/clips/expire-sessions');
  expect(await search()).toMatch(/data-login/);
});

test('nobody is sent to another site after the login', async () => {
  const { fetchFrom } = await start();
  const body = new URLSearchParams({ name: 'a', password: 'b', next: 'https://elsewhere.example/' });
  const response = await fetchFrom('/clips/login', { method: 'POST', body });
  expect(response.headers.get('location')).toBe('/clips/search');
});

test('the site can be down, and changed beyond recognition', async () => {
  const { fetchFrom, page, sideDoor } = await start();
  await sideDoor('PUT', '/clips/faults', { isDown: true });
  expect((await fetchFrom('/clips/api/search?q=goal')).status).toBe(503);
  await sideDoor('PUT', '/clips/faults', { isChanged: true });
  const address = new URLSearchParams(MANY).toString();
  const html = await page(`/clips/search?${address}`);
  expect(html).not.toMatch(/data-(post-id|results|login|end|empty)/);
  expect(JSON.parse(await page(`/clips/api/search?${address}`))).not.toHaveProperty('posts');
  await sideDoor('PUT', '/clips/faults', {});
  expect(await page(`/clips/search?${address}`)).toMatch(/data-post-id/);
});

test.each([
  ['gone', 404],
  ['deleted', 410],
  ['forbidden', 403],
  ['geo', 451],
  ['login', 302],
])('a video that is %s answers %i', async (fate, status) => {
  const { fetchFrom, sideDoor } = await start({ football: { clips: { deadShare: 1 } } });
  const { matches } = (await sideDoor('GET', '/football/truth?day=2026-11-14')) as {
    matches: { fixture: number }[];
  };
  let path: string | undefined;
  for (const { fixture } of matches) {
    const { posts } = (await sideDoor('GET', `/clips/truth?fixture=${fixture}`)) as {
      posts: { videos: { fate: string; path: string }[] }[];
    };
    path ??= posts.flatMap(({ videos }) => videos).find((video) => video.fate === fate)?.path;
  }
  expect((await fetchFrom(path ?? '')).status).toBe(status);
});

test('without an ffmpeg there are posts, and videos answer 503', async () => {
  const { search, fetchFrom } = await start({ football: { clips: { deadShare: 0 } } });
  const [post] = (await search(MANY)).posts;
  const response = await fetchFrom(new URL(post?.videos[0]?.url ?? '').pathname);
  expect([response.status, await response.text()]).toEqual([503, 'There is no ffmpeg to make videos with.']);
});

test('hostile media are not there unless they are switched on', async () => {
  const { fetchFrom, sideDoor } = await start();
  expect((await fetchFrom('/clips/hostile/html.mp4')).status).toBe(404);
  await sideDoor('PUT', '/clips/faults', {
    hostile: ['html', 'redirect', 'playlist', 'name'],
    target: 'http://127.0.0.1:7/x',
  });
  const html = await fetchFrom('/clips/hostile/html.mp4');
  expect([html.headers.get('content-type'), await html.text()]).toEqual([
    'video/mp4',
    expect.stringMatching(/<html>/) as unknown,
  ]);
  expect((await fetchFrom('/clips/hostile/redirect.mp4')).headers.get('location')).toBe(
    'http://127.0.0.1:7/x/inner.mp4',
  );
  expect(await (await fetchFrom('/clips/hostile/playlist.mp4')).text()).toMatch(
    /http:\/\/127\.0\.0\.1:7\/x\/inner\.ts[^]*file:\/\/\/etc\/passwd/,
  );
  expect((await fetchFrom('/clips/hostile/name.mp4')).headers.get('content-disposition')).toMatch(
    /\.\.\/\.\.\//,
  );
  expect((await fetchFrom('/clips/hostile/endless.mp4')).status).toBe(404);
});

test('endless bodies go on for as long as the client listens, and no longer', async () => {
  const { running, sideDoor } = await start({
    football: { clips: { hostile: ['endless', 'gzip-bomb', 'drip', 'stall'] } },
  });
  const controller = new AbortController();
  const response = await fetch(`${running.clipSiteUrl}/hostile/endless.mp4`, { signal: controller.signal });
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > 20_000_000) break;
  }
  controller.abort();
  expect(bytes).toBeGreaterThan(20_000_000);
  // The others must not keep the server from stopping, nor count as its mistakes.
  const waiting = new AbortController();
  for (const kind of ['drip', 'stall']) {
    const slow = await fetch(`${running.clipSiteUrl}/hostile/${kind}.mp4`, { signal: waiting.signal });
    expect(slow.status).toBe(200);
  }
  waiting.abort();
  expect(await sideDoor('GET', '/seen')).toMatchObject({ bugs: [] });
});

test('switches that make no sense are refused in words', async () => {
  const { sideDoor } = await start();
  expect(await sideDoor('PUT', '/clips/faults', { hostile: ['meteor'] })).toEqual({
    error: expect.stringMatching(/hostile\/0: expected one of endless/) as unknown,
  });
  expect(await sideDoor('GET', '/clips/truth')).toEqual({
    error: expect.stringMatching(/expected goal=/) as unknown,
  });
});
