/** What is posted about goals, how it is found, and the clip site over HTTP without an ffmpeg. */
import { expect, onTestFinished, test } from 'vitest';
import { createMovableWorld, startFootball, storiesOf } from '../football/world-for-tests.ts';
import type { FootballSettings } from '../practice-world.ts';
import { type Post, meets, parseSearchQuery, postsOf, toPlainWords } from './posts.ts';
import { EDITS } from './film.ts';

const SHARES = { deadShare: 0, hlsShare: 0 };

function postedGoals(shares = SHARES) {
  const { world } = createMovableWorld({ quirks: { wrongScorer: 0.3 } });
  return storiesOf(world, 1).flatMap(({ truth, ...story }) =>
    truth.goals.map((goal) => ({
      goal,
      truth,
      posts: postsOf({ truth, ...story }, goal, world.seed, shares),
    })),
  );
}

const goals = postedGoals();
const ofKind = (kind: Post['kind']) =>
  goals.flatMap(({ goal, truth, posts }) =>
    posts.filter((post) => post.kind === kind).map((post) => ({ goal, truth, post })),
  );
const scenesOf = ({ videos }: Post) => videos[0]?.recipe.scenes.map(({ fixture, n }) => `${fixture}-${n}`);

test('every goal is posted within 40 seconds, again within 80, and by all within ten minutes', () => {
  expect(goals.length).toBeGreaterThan(150);
  for (const { goal, posts } of goals) {
    const delays = posts.map(({ postedAt }) => (postedAt - goal.happenedAt) / 1000);
    expect(delays[0]).toBeGreaterThanOrEqual(20);
    expect(delays[0]).toBeLessThanOrEqual(40);
    expect(delays[1]).toBeLessThanOrEqual(80);
    expect(delays.at(-1)).toBeLessThanOrEqual(600);
  }
});

test('the scorer and either club find the original; a copy may name the scorer of the first report', () => {
  for (const { goal, truth, post } of ofKind('original')) {
    const { home, away } = truth.fixture;
    const query = parseSearchQuery(`("${goal.scorer.familyName}") ("${home.name}" OR "${away.name}")`);
    expect([post.text, meets(post.words, query)]).toEqual([post.text, true]);
  }
  const named = ofKind('copy').map(({ goal, post }) =>
    meets(post.words, parseSearchQuery(`("${goal.scorer.familyName}")`)),
  );
  expect(named.filter((isRight) => !isRight).length).toBeGreaterThan(10);
});

test('copies show the goal in every edit, reposts its very video, wrong ones an earlier goal, memories another match', () => {
  const copies = ofKind('copy');
  for (const { goal, post } of [...copies, ...ofKind('repost')]) expect(scenesOf(post)).toEqual([goal.key]);
  expect(new Set(copies.map(({ post }) => post.videos[0]?.recipe.edit))).toEqual(new Set(EDITS.slice(1)));
  for (const { goal, truth, post } of ofKind('wrong-goal'))
    expect(scenesOf(post)).toEqual([`${truth.fixture.id}-${goal.n - 1}`]);
  for (const { goal, truth, post } of ofKind('compilation'))
    expect(scenesOf(post)).toEqual([`${truth.fixture.id}-${goal.n - 1}`, goal.key]);
  for (const { truth, post } of ofKind('memory'))
    expect(scenesOf(post)?.[0]).not.toContain(String(truth.fixture.id));
  const replays = ofKind('replay').map(({ post }) => post.videos);
  expect(replays.every(([video]) => video?.recipe.scenes[0]?.angle === 1)).toBe(true);
  expect(replays.some(({ length }) => length === 2)).toBe(true);
});

test('the same goal has the same posts whenever it is asked; dead ones come as often as they should', () => {
  expect(postedGoals()).toEqual(goals);
  const fates = postedGoals({ deadShare: 0.5, hlsShare: 0 }).flatMap(({ posts }) =>
    posts.flatMap(({ videos }) => videos.map(({ fate }) => fate)),
  );
  expect(new Set(fates)).toEqual(new Set(['good', 'gone', 'deleted', 'forbidden', 'geo', 'login']));
  expect(fates.filter((fate) => fate !== 'good').length / fates.length).toBeCloseTo(0.5, 1);
});

test.each([
  ['(Salah) (Liverpool OR LFC)', 'GOAL! Salah puts LFC ahead', true],
  ['(Salah) (Liverpool OR LFC)', 'GOAL! Salah for Egypt', false],
  ['Salah OR Mane Liverpool', 'Mane, Liverpool', true],
  ['(Salah)', 'salahs do not count', false],
  ['(Ødegård)', 'odegard scores', true],
  ['(Nuñez) (Kelmar)', 'Nunez, Kelmar 1-0', true],
  ['("Port Amber")', 'Port-Amber 1-0 Vale', true],
  ['("Port Amber")', 'amber lights in the port', false],
  ['(Müller', 'Muller', true],
  ['() ( OR )', 'anything', true],
])('%j in %j: %s', (query, text, isThere) => {
  expect(meets(toPlainWords(text), parseSearchQuery(query))).toBe(isThere);
});

interface Found {
  readonly posts: readonly { readonly id: string; readonly videos: readonly { readonly url: string }[] }[];
}
interface Listing {
  readonly data: {
    readonly children: readonly { readonly data: { readonly name: string; readonly title: string } }[];
  };
}

async function start(clips: FootballSettings['clips'] = { mood: 'calm' }) {
  const football = await startFootball({ football: { clips } });
  onTestFinished(() => football.running.stop());
  const read = async <T>(path: string, init?: RequestInit): Promise<T> =>
    (await (await football.fetchFrom(path, init)).json()) as T;
  const page = async (path: string, cookie = ''): Promise<string> =>
    (await football.fetchFrom(path, { headers: { cookie } })).text();
  return { ...football, read, page };
}

test('each post is on X, on Reddit or on both; X wants its cookie, which expires every six hours', async () => {
  const { read, page, advance } = await start();
  const { cookies } = await read<{ cookies: { name: string; value: string }[] }>('/clips/x/session');
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const hour = `q=${encodeURIComponent('(goal)')}&since=2026-11-15T11:00:00Z`;
  const all = (await read<Found>(`/clips/api/search?${hour}`)).posts.map(({ id }) => id);
  const html = await page('/clips/x/search?q=(goal)', cookie);
  const onX = [...html.matchAll(/status\/(\d{18})/g)].map(([, id]) => id);
  const { data } = await read<Listing>('/clips/reddit/r/soccer/search.json?q=(goal)');
  const onReddit = new Set(data.children.map((child) => child.data.name.replace('t3_', '')));

  expect(all.length).toBeGreaterThan(5);
  expect(all.filter((id) => !onX.includes(id) && !onReddit.has(id))).toEqual([]);
  expect(onX.length).toBeGreaterThan(0);
  expect(await page(`/clips/x/a/status/${onX[0]}`)).toContain(`src="/clips/media/${onX[0]}-1.`);
  expect(await page('/clips/x/search?q=(goal)')).toBe('');
  await advance(6 * 3_600_000);
  expect(await page('/clips/x/search?q=(goal)', cookie)).toBe('');
});

test('within two days each site shows a captcha, a rate limit, another layout, and mostly what it should', async () => {
  const { read, advance, fetchFrom } = await start({ mood: 'by-time' });
  const seen = new Map<string, number>();
  for (let slot = 0; slot < 120; slot++) {
    await advance(20 * 60_000);
    const response = await fetchFrom('/clips/reddit/r/soccer/new.json');
    const text = await response.text();
    const mood = response.status === 200 ? /"(Feed|secure_media|media)"/.exec(text)?.[1] : response.status;
    seen.set(String(mood), (seen.get(String(mood)) ?? 0) + 1);
  }
  expect([...seen.keys()].toSorted()).toEqual(['403', '429', 'Feed', 'media', 'secure_media']);
  expect(seen.get('secure_media')).toBeGreaterThan(70);
  expect(await read('/practice/seen')).toMatchObject({ bugs: [] });
});

test('shows words of posts and searches as text, no post before its time, and no video without ffmpeg', async () => {
  const { page, read, sideDoor, fetchFrom } = await start();
  const { matches } = (await sideDoor('GET', '/football/truth?day=2026-11-15')) as {
    matches: { fixture: number }[];
  };
  const { posts } = (await sideDoor('GET', `/clips/truth?fixture=${matches.at(-1)?.fixture}`)) as Found;

  expect((await fetchFrom(`/clips/posts/${posts[0]?.id}`)).status).toBe(404);
  expect(await page('/clips/x/search?q=<script>')).not.toContain('<script>');
  expect(await sideDoor('GET', '/clips/truth')).toHaveProperty('error');
  expect(await sideDoor('PUT', '/clips/faults', { mood: 'meteor' })).toHaveProperty('error');

  // Without an ffmpeg there are no videos.
  await sideDoor('PUT', '/clips/faults', { mood: 'calm', deadShare: 0 });
  const found = await read<Found>('/clips/api/search?q=(goal)');
  const video = await fetchFrom(new URL(found.posts[0]?.videos[0]?.url ?? '').pathname);
  expect([video.status, await video.text()]).toEqual([503, 'There is no ffmpeg to make videos with.']);
});
