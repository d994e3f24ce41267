import { expect, test } from 'vitest';
import { chooseQuality, isPlaylist, readPageMedia, readPlaylist } from './page-media.ts';

test.each([
  ['<meta property="og:video" content="/v?a=1&amp;b=2&#38;c=3&#x26;d">', '/v?a=1&b=2&c=3&d'],
  ["<META content='https://a.example/1.mp4' property='og:video:secure_url'/>", 'https://a.example/1.mp4'],
  ['<meta name=twitter:player:stream content=/v/1.mp4>', '/v/1.mp4'],
  ['<meta property="og:video:width" content="640">', null],
  ['<meta property="og:image" content="/a.jpg"><meta property="og:video" content="">', null],
])('of %s the link preview is %j', (html, preview) => {
  expect(readPageMedia(html).preview).toBe(preview);
});

test('finds every video of a page once and in order', () => {
  const html = `<video src="/1.mp4" controls></video><p><video poster="x.jpg"><source data-src="no" src="/2.webm"><source src="/2.mp4"></video>
    <video src="blob:https://x/1"><source src="/3.mp4"></video><video></video>`;
  expect(readPageMedia(html).videos).toEqual(['/1.mp4', '/2.webm', '/3.mp4']);
});

test.each([
  ['<html><form><input name="p" type="password"></form>', true, true],
  ['<html><form><input name="password" type="text"></form>', true, false],
  ['1 < 2 > 1, and <MPD>', false, false],
])('%s: is a page: %s, has a password field: %s', (text, isPage, isLogin) => {
  expect(readPageMedia(text)).toMatchObject({ isPage, isLogin });
});

const media = (lines: string): string => `#EXTM3U\n#EXT-X-VERSION:3\n${lines}\n#EXT-X-ENDLIST\n`;

test('recognises a playlist by its first line', () => {
  expect(isPlaylist(Buffer.from('#EXTM3U\n'))).toBe(true);
  expect(isPlaylist(Buffer.from('\uFEFF#EXTM3U\n'))).toBe(true);
  expect(isPlaylist(Buffer.from('<html>#EXTM3U'))).toBe(false);
});

test('returns the segments in order, their shared header first', () => {
  // Lines may end as Windows ends them.
  const text = media(
    '#EXT-X-MAP:URI="init.mp4"\n#EXTINF:2.5,\na.m4s\n#EXTINF:3,title\nhttps://cdn.example.com/b.m4s?x=1',
  );
  for (const lines of [text, text.replaceAll('\n', '\r\n')])
    expect(readPlaylist(lines)).toEqual({
      type: 'pieces',
      addresses: ['init.mp4', 'a.m4s', 'https://cdn.example.com/b.m4s?x=1'],
      seconds: 5.5,
    });
});

test.each([
  ['#EXT-X-KEY:METHOD=AES-128,URI="key"\n#EXTINF:4,\na.ts', 'bad-media'],
  ['#EXTINF:4,\n#EXT-X-BYTERANGE:1000@0\na.ts', 'bad-media'],
  ['#EXT-X-MAP:URI="a.mp4",BYTERANGE="800@0"\n#EXTINF:4,\na.mp4', 'bad-media'],
  [Array.from({ length: 100 }, (_, n) => `#EXTINF:4,\n${n}.ts`).join('\n'), 'too-long'],
  [Array.from({ length: 1_000 }, (_, n) => `#EXTINF:0.1,\n${n}.ts`).join('\n'), 'bad-media'],
  ['', 'bad-media'],
])('reports an unusable stream: %j', (lines, reason) => {
  expect(readPlaylist(media(lines))).toMatchObject({ type: 'unusable', reason });
});

test('accepts a stream with METHOD=NONE', () => {
  expect(readPlaylist(media('#EXT-X-KEY:METHOD=NONE\n#EXTINF:4,\na.ts'))).toMatchObject({ type: 'pieces' });
});

test('chooses the best quality up to 1080 lines', () => {
  const playlist = readPlaylist(
    '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360\nlow\n' +
      '#EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=1,BANDWIDTH=9000000,RESOLUTION=3840x2160\nhuge\n' +
      '#EXT-X-STREAM-INF:BANDWIDTH=3000000,RESOLUTION=1280x720,AUDIO="a"\n\n# a comment\ngood\n',
  );
  if (playlist.type !== 'choices') throw new Error(playlist.type);
  expect(playlist.choices.map(({ bitsPerSecond }) => bitsPerSecond)).toEqual([800_000, 9_000_000, 3_000_000]);
  expect(chooseQuality(playlist.choices)?.address).toBe('good');
  expect(chooseQuality(playlist.choices, 100)?.address).toBe('low');
});
