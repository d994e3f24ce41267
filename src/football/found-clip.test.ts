import { expect, test } from 'vitest';
import type { FoundPost } from './sites/clip-site.ts';
import type { SearchedGoalRow } from './goal-search.ts';
import { toFoundClips, withinLimit } from './found-clip.ts';

const at = new Date('2026-03-01T15:50:00Z');
const goal: SearchedGoalRow = {
  id: 'goal',
  fixtureId: 1,
  label: '1_40_306_Goal_1',
  teamName: 'Port Amber',
  otherTeamName: 'Vale Rovers',
  playerName: 'A. Lindqvist',
  kind: 'normal',
  minute: 23,
  extraMinute: null,
  scoreAfter: { home: 1, away: 0 },
  state: 'stable',
  scoredAt: at,
  searches: 0,
  searchLimit: null,
  searchUntil: null,
  searchEndedAt: null,
  nextSearchAt: null,
  observedLive: true,
  settledAt: null,
};
const post = (postId: string, more: Partial<FoundPost> = {}): FoundPost => ({
  postId,
  pageUrl: `https://clips.example/${postId}`,
  author: 'somebody',
  caption: "Lindqvist 23'",
  postedAt: at,
  videos: [{ number: 1, mediaUrl: 'https://clips.example/v.mp4' }],
  ...more,
});
const clipsOf = (...posts: FoundPost[]) =>
  toFoundClips(
    goal,
    [],
    [
      { site: 'example', outcome: { outcome: 'ok', posts, unreadable: 0, words: null } },
      { site: 'other', outcome: { outcome: 'unreachable', words: 'it is away' } },
    ],
  );

test('makes one clip per video of a post', () => {
  const videos = [1, 2].map((number) => ({ number, mediaUrl: `https://clips.example/${number}.mp4` }));
  expect(clipsOf(post('a', { videos })).map(({ postId, videoNumber }) => `${postId} ${videoNumber}`)).toEqual(
    ['a 1', 'a 2'],
  );
});

test('keeps one of equal posts', () => {
  expect(clipsOf(post('a'), post('a'))).toHaveLength(1);
});

test('leaves out unusable addresses, and rejects a clip without any', () => {
  const videos = [{ number: 1, mediaUrl: 'file:///etc/passwd' }];
  expect(clipsOf(post('a', { videos }))).toMatchObject([
    { mediaUrl: null, pageUrl: 'https://clips.example/a', rejection: null },
  ]);
  const long = `https://clips.example/${'x'.repeat(2_100)}`;
  for (const pageUrl of ['javascript:alert(1)', 'nonsense', long])
    expect(clipsOf(post('a', { videos, pageUrl }))).toMatchObject([{ rejection: { code: 'bad-address' } }]);
});

test('makes texts storable', () => {
  const [clip] = clipsOf(post('a\0b', { caption: "Lindqvist 23' \0\uD800", author: 'some\0body' }));
  expect(clip).toMatchObject({ postId: 'ab', author: 'somebody' });
  expect(clip?.caption.isWellFormed()).toBe(true);
  expect(clip?.caption).not.toContain('\0');
});

test('keeps the most relevant of very many', () => {
  const posts = Array.from({ length: 80 }, (_, number) =>
    post(`p${number}`, { caption: number < 70 ? 'nothing' : 'Lindqvist' }),
  );
  const clips = clipsOf(...posts);
  expect(clips).toHaveLength(60);
  expect(clips.filter(({ rejection }) => rejection === null)).toHaveLength(10);
});

test('limits the downloads of a goal; known and rejected videos do not count', () => {
  const good = clipsOf(...Array.from({ length: 50 }, (_, number) => post(`p${number}`)));
  const bad = clipsOf(post('bad', { caption: 'nothing' }));
  const knownOf = (count: number) =>
    good
      .slice(0, count)
      .map(({ site, postId, videoNumber }) => ({ site, postId, videoNumber, wasWanted: true }));
  expect(withinLimit([...good, ...bad], [])).toHaveLength(41);
  expect(withinLimit([...good, ...bad], knownOf(10))).toHaveLength(41);
  expect(withinLimit([...good, ...bad], knownOf(45))).toHaveLength(46);
  const rejected = { site: 'example', postId: 'other', videoNumber: 1, wasWanted: false };
  expect(withinLimit(good, [rejected])).toHaveLength(40);
});
