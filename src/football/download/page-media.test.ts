import { expect, test } from 'vitest';
import { readPageMedia } from './page-media.ts';

test.each([
  ['<meta property="og:video" content="/v?a=1&amp;b=2&#38;c=3&#x26;d">', '/v?a=1&b=2&c=3&d'],
  ["<META content='https://a.example/1.mp4' property='og:video:secure_url'/>", 'https://a.example/1.mp4'],
  ['<meta name=twitter:player:stream content=/v/1.mp4>', '/v/1.mp4'],
  ['<meta property="og:video:width" content="640">', null],
  ['<meta property="og:image" content="/a.jpg"><meta property="og:video" content="">', null],
])('of %s the link preview is %j', (html, preview) => {
  expect(readPageMedia(html).preview).toBe(preview);
});

test('every video of a page is found once and in order', () => {
  const html = `<video src="/1.mp4" controls></video><p><video poster="x.jpg"><source data-src="no" src="/2.webm"><source src="/2.mp4"></video>
    <video src="blob:https://x/1"><source src="/3.mp4"></video><video></video>`;
  expect(readPageMedia(html).videos).toEqual(['/1.mp4', '/2.webm', '/3.mp4']);
});

test.each([
  ['<html><form><input name="p" type="password"></form>', true, true],
  ['<html><form><input name="password" type="text"></form>', true, false],
  ['1 < 2 > 1, and <MPD>', false, false],
])('%s: it is a page: %s, it wants a password: %s', (text, isPage, isLogin) => {
  expect(readPageMedia(text)).toMatchObject({ isPage, isLogin });
});
