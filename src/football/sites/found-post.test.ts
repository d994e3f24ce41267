import { expect, test } from 'vitest';
import { toFoundPost, type ToldPost } from './found-post.ts';

const base = new URL('https://clips.example.com/search?q=x');
const told: ToldPost = {
  postId: '17',
  pageUrl: '/posts/17',
  author: 'late_winner',
  caption: 'GOAL',
  postedAt: '2026-11-15T12:03:41.000Z',
  videos: [{ mediaUrl: '/v/17.mp4', seconds: '7.5', width: 640, height: '360' }],
};

test('a post is read with absolute addresses and true numbers', () => {
  expect(toFoundPost(told, base)).toEqual({
    postId: '17',
    pageUrl: 'https://clips.example.com/posts/17',
    author: 'late_winner',
    caption: 'GOAL',
    postedAt: new Date('2026-11-15T12:03:41.000Z'),
    videos: [
      { number: 1, mediaUrl: 'https://clips.example.com/v/17.mp4', seconds: 7.5, width: 640, height: 360 },
    ],
  });
});

test('missing fields are null or absent', () => {
  const bare = { postId: 17, pageUrl: '/posts/17', author: null, caption: undefined, postedAt: 'yesterday' };
  const nothing = { mediaUrl: '', seconds: 'x', width: -1, height: Number.POSITIVE_INFINITY };
  // What cannot be followed is kept, so that the download can say why.
  const videos = [
    nothing,
    { ...nothing, mediaUrl: 'file:///etc/passwd' },
    { ...nothing, mediaUrl: 'http://' },
  ];
  expect(toFoundPost({ ...bare, videos }, base)).toEqual({
    postId: '17',
    pageUrl: 'https://clips.example.com/posts/17',
    author: null,
    caption: '',
    postedAt: null,
    videos: [
      { number: 1, mediaUrl: null },
      { number: 2, mediaUrl: 'file:///etc/passwd' },
      { number: 3, mediaUrl: 'http://' },
    ],
  });
});

test.each([
  [1_763_208_221, '2025-11-15T12:03:41.000Z'],
  [1_763_208_221_000, '2025-11-15T12:03:41.000Z'],
  ['1763208221', '2025-11-15T12:03:41.000Z'],
])('parses the time %j', (postedAt, expected) => {
  expect(toFoundPost({ ...told, postedAt }, base)).toMatchObject({ postedAt: new Date(expected) });
});

test.each([
  [{ postId: '' }, 'a post has no id'],
  [{ postId: { $gt: '' } }, 'a post has no id'],
  [{ pageUrl: null }, 'post 17 has no page of its own'],
  [{ pageUrl: 'javascript:alert(1)' }, 'post 17 has no page of its own'],
  [{ pageUrl: 'http://' }, 'post 17 has no page of its own'],
])('%j is not a post', (change, words) => {
  expect(toFoundPost({ ...told, ...change }, base)).toBe(words);
});

test('bounds texts and makes them storable', () => {
  const caption = `a\u0000b\u0007c\u2028d\uD800${'x'.repeat(100_000)}`;
  const post = toFoundPost({ ...told, caption, author: '\u0000' }, base);
  if (typeof post === 'string') throw new Error(post);
  expect(post.caption).toHaveLength(2_000);
  expect(post.caption.startsWith('a b c d\uFFFDxxx')).toBe(true);
  expect(post.caption.isWellFormed()).toBe(true);
  expect(post.author).toBeNull();
});

test.each([
  ['0:27', 27],
  ['0:03 / 1:02:27', 3_747],
  ['Play video 0:09', 9],
  ['12.5', 12.5],
  ['soon', undefined],
])('a video of %j lasts %s s', (seconds, expected) => {
  const video = { mediaUrl: null, seconds, width: null, height: null };
  const post = toFoundPost({ ...told, videos: [video] }, base);
  expect(typeof post !== 'string' && post.videos[0]?.seconds).toBe(expected);
});
