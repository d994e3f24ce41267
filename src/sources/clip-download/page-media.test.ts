import { expect, test } from 'vitest';
import { readPageMedia } from './page-media.ts';

test('what link previews are told is found, however it is written', () => {
  expect(readPageMedia('<meta property="og:video" content="/v/1.mp4">').preview).toBe('/v/1.mp4');
  expect(
    readPageMedia("<META content='https://a.example/1.mp4' property='og:video:secure_url'/>").preview,
  ).toBe('https://a.example/1.mp4');
  expect(readPageMedia('<meta name=twitter:player:stream content=/v/1.mp4>').preview).toBe('/v/1.mp4');
  expect(readPageMedia('<meta property="og:video" content="/v?a=1&amp;b=2&#38;c=3&#x26;d">').preview).toBe(
    '/v?a=1&b=2&c=3&d',
  );
});

test('what only looks like it is not', () => {
  expect(readPageMedia('<meta property="og:video:width" content="640">').preview).toBeNull();
  expect(
    readPageMedia('<meta property="og:image" content="/a.jpg"><meta property="og:video" content="">').preview,
  ).toBeNull();
});

test('every video of a page is found once and in order', () => {
  const html = `<video src="/1.mp4" controls></video><p><video poster="x.jpg"><source data-src="no" src="/2.webm"><source src="/2.mp4"></video>
    <video src="blob:https://x/1"><source src="/3.mp4"></video><video></video>`;
  expect(readPageMedia(html).videos).toEqual(['/1.mp4', '/2.webm', '/3.mp4']);
});

test('a page that wants a password is known', () => {
  expect(readPageMedia('<form><input name="p" type="password"></form>').isLogin).toBe(true);
  expect(readPageMedia('<form><input name="password" type="text"></form>').isLogin).toBe(false);
});

test('a text that is no page is known', () => {
  expect(readPageMedia('<html><body>').isPage).toBe(true);
  expect(readPageMedia('1 < 2 > 1, and <MPD>').isPage).toBe(false);
});
