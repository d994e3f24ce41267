/** Downloads from a site on loopback that does everything that strangers do, beside a server inside that must never be asked. */
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Fault, type FaultyServer, startFaultyServer } from '../../../test/support/faulty-server.ts';
import {
  type ClipAddress,
  type ClipDownloadOptions,
  createClipDownload,
  type DownloadOutcome,
} from './download-video.ts';
import { toolsOfThisMachine } from './fixtures/found-tools.ts';
import { makeClip } from './fixtures/made-clips.ts';
import type { FoundTool, MediaTools } from './tools.ts';

let media: string;
let directory: string;
let tools: MediaTools;
let site: FaultyServer;
let inner: FaultyServer;
let clipFile: string;
let clip: Buffer;
let routes: Map<string, Fault>;

const NO_YT_DLP: FoundTool = { found: false, detail: 'yt-dlp is not installed' };

beforeAll(async () => {
  media = await mkdtemp(join(tmpdir(), 'gamekeeper-test-'));
  tools = await toolsOfThisMachine();
  clipFile = await makeClip(tools);
  clip = await readFile(clipFile);
  inner = await startFaultyServer();
  inner.decide = () => ({
    kind: 'answer',
    status: 200,
    headers: { 'content-type': 'video/mp4' },
    body: clip,
  });
});
afterAll(async () => {
  await inner.stop();
  await rm(media, { recursive: true, force: true });
});

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gamekeeper-test-'));
  routes = new Map();
  site = await startFaultyServer();
  site.decide = (_method, url) => routes.get(url) ?? null;
});
afterEach(async () => {
  await site.stop();
  await rm(directory, { recursive: true, force: true });
  // In every test, the server inside must not be asked.
  if (inner.seen.length > 0) throw new Error(`inside was asked: ${JSON.stringify(inner.seen)}`);
});

const put = (
  path: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
  status = 200,
): string => putFault(path, { kind: 'answer', status, headers, body });

function putFault(path: string, fault: Fault): string {
  routes.set(path, fault);
  return `${site.origin}${path}`;
}

/** Four seconds in two pieces. */
async function putStream(): Promise<string> {
  for (const offset of [0, 2]) {
    const output = ['-output_ts_offset', String(offset), '-f', 'mpegts'];
    put(`/hls/${offset}.ts`, await readFile(await makeClip(tools, { seconds: 2, output }, 'ts')));
  }
  return put('/hls/list.m3u8', '#EXTM3U\n#EXTINF:2,\n0.ts\n#EXTINF:2,\n2.ts\n#EXT-X-ENDLIST\n');
}

function download(
  address: Partial<ClipAddress>,
  options: Partial<ClipDownloadOptions> = {},
  signal = new AbortController().signal,
): Promise<DownloadOutcome> {
  const downloadClip = createClipDownload({
    tools: { ...tools, ytDlp: NO_YT_DLP },
    allowedPairs: [new URL(site.origin).host],
    hosts: null,
    maxMs: 20_000,
    ...options,
  });
  return downloadClip({ pageUrl: null, mediaUrl: null, ...address }, { directory, signal });
}

const CLIP = {
  outcome: 'ok',
  width: 128,
  height: 72,
  hasAudio: true,
  codec: 'h264',
  seconds: 4,
  files: ['clip.mp4'],
};

/** What came of it, and all that it left in the directory. */
async function clipOf(outcome: DownloadOutcome): Promise<object> {
  if (outcome.outcome !== 'ok') return outcome;
  const { width, height, hasAudio, videoCodec: codec, seconds, bytes } = outcome.probe;
  if ((await stat(outcome.file)).size !== bytes) throw new Error(`${outcome.file} has not ${bytes} bytes`);
  if (dirname(dirname(outcome.file)) !== directory) throw new Error(`${outcome.file} is not in ${directory}`);
  const files = (await readdir(directory, { recursive: true })).filter((name) => name.includes('/'));
  const names = files.map((name) => name.slice(name.indexOf('/') + 1));
  await rm(dirname(outcome.file), { recursive: true });
  return { outcome: 'ok', width, height, hasAudio, codec, seconds: Math.round(seconds), files: names };
}

/** The reason, if nothing was left behind. */
async function reasonOf(outcome: DownloadOutcome): Promise<string> {
  const left = await readdir(directory);
  if (outcome.outcome === 'ok' || left.length > 0)
    return `${JSON.stringify(outcome)}, left: ${left.join(' ')}`;
  return outcome.reason;
}

type Asked = Parameters<typeof download>;
const clipFor = async (...asked: Asked): Promise<object> => clipOf(await download(...asked));
const reasonFor = async (...asked: Asked): Promise<string> => reasonOf(await download(...asked));

describe('videos that can be downloaded', () => {
  test('a video by its own address, without cookies or a referrer', async () => {
    const headers = { 'content-disposition': 'attachment; filename="../../../../tmp/pwned.sh"' };
    expect(await clipFor({ mediaUrl: put('/..%2f..%2fpwned.sh', clip, headers) })).toEqual(CLIP);
    expect(site.seen.map((request) => Object.keys(request.headers).toSorted())).toEqual([
      ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'],
    ]);
  });

  test('a video after a few redirects', async () => {
    put('/a.mp4', clip);
    put('/2', '', { location: '../a.mp4' }, 301);
    expect(await clipFor({ mediaUrl: put('/1/x', '', { location: `${site.origin}/2` }, 302) })).toEqual(CLIP);
  });

  test('a stream in segments, and the choice between qualities', async () => {
    expect(await clipFor({ mediaUrl: await putStream() })).toEqual(CLIP);
    const master =
      '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=64x36\n/missing.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=9,RESOLUTION=128x72\nhls/list.m3u8\n';
    expect(await clipFor({ mediaUrl: put('/master.m3u8', master) })).toEqual(CLIP);
  });

  test('a page that names its video, also compressed', async () => {
    put('/v/a.mp4', clip);
    const html = '<html><head><meta property="og:video" content="/v/a.mp4"></head></html>';
    expect(await clipFor({ pageUrl: put('/post', gzipSync(html), { 'content-encoding': 'gzip' }) })).toEqual(
      CLIP,
    );
  });

  test('the second video of a page if its known address is gone', async () => {
    put('/2.mp4', clip);
    const html = '<html><video src="/1.mp4"></video><video><source src="/2.mp4"></video></html>';
    const mediaUrl = put('/old.mp4', '', {}, 403);
    expect(await clipFor({ mediaUrl, pageUrl: put('/post', html), videoNumber: 2 })).toEqual(CLIP);
    expect(site.seen.map(({ url }) => url)).toEqual(['/old.mp4', '/post', '/2.mp4']);
  });
});

const video = { 'content-type': 'video/mp4' };
const answer = (body: string | Buffer, headers: Record<string, string> = video, status = 200): Fault => ({
  kind: 'answer',
  status,
  headers,
  body,
});
const halfOf = 'HTTP/1.1 200 OK\r\ncontent-length: 9000\r\n\r\n';

describe('reasons of failed downloads', () => {
  test.each<[what: string, () => Fault, reason: string]>([
    ['status 404', () => answer('no', {}, 404), 'gone'],
    ['status 503', () => answer('no', {}, 503), 'unreachable'],
    ['a body that breaks off', () => ({ kind: 'raw', bytes: halfOf + 'x'.repeat(5_000) }), 'unreachable'],
    ['a redirect without an end', () => answer('', { location: '/a.mp4' }, 302), 'unreachable'],
    ['a page', () => answer('<html><p>hello</p></html>'), 'not-video'],
    ['a page that names itself', () => answer('<html><video src="/a.mp4"></video></html>'), 'not-video'],
    ['a login page', () => answer('<html><form><input type="password"></form></html>', {}), 'login-needed'],
    ['a text', () => answer('hello '.repeat(400)), 'not-video'],
    ['nothing', () => answer(''), 'not-video'],
    ['a playlist of itself', () => answer('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n/a.mp4\n'), 'bad-media'],
    [
      'a bomb of compressed nothing',
      () => answer(gzipSync(Buffer.alloc(40_000_000)), { 'content-encoding': 'gzip' }),
      'bad-media',
    ],
    [
      'a file that only begins like a video',
      () => answer(Buffer.alloc(5_000, clip.subarray(0, 24))),
      'bad-media',
    ],
  ])('%s', async (_what, fault, reason) => {
    const outcome = await download({ mediaUrl: putFault('/a.mp4', fault()) });
    expect(await reasonOf(outcome)).toBe(reason);
    expect(outcome).toMatchObject({ isWorthRetrying: ['rate-limited', 'unreachable'].includes(reason) });
    expect(site.seen.length).toBeLessThan(20);
  });

  test('a video that is too short, and a site that does not answer', async () => {
    const mediaUrl = put('/a.mp4', await readFile(await makeClip(tools, { seconds: 1 })));
    expect(await reasonFor({ mediaUrl })).toBe('too-short');
    await site.stop();
    expect(await reasonFor({ mediaUrl })).toBe('unreachable');
  });

  test('missing and invalid addresses', async () => {
    expect(await reasonFor({})).toBe('bad-address');
    for (const mediaUrl of ['file:///etc/passwd', 'nonsense', 'https://user:pw@example.com/a.mp4'])
      expect(await reasonFor({ mediaUrl })).toBe('bad-address');
  });

  test('a missing ffmpeg, before any request', async () => {
    const mediaUrl = put('/a.mp4', clip);
    const outcome = await download(
      { mediaUrl },
      { tools: { ...tools, ffprobe: { found: false, detail: 'install it' } } },
    );
    expect(await reasonOf(outcome)).toBe('no-tool');
    expect(outcome).toMatchObject({ words: 'install it' });
    expect(site.seen).toHaveLength(0);
  });

  test('a missing yt-dlp if only it could help', async () => {
    const pageUrl = put('/post', '<html><script>play()</script></html>');
    expect(await reasonFor({ pageUrl })).toBe('no-tool');
    expect(await reasonFor({ pageUrl, mediaUrl: put('/a.mp4', '', {}, 404) })).toBe('gone');
  });
});

describe('bounds', () => {
  test('an endless body', async () => {
    const mediaUrl = putFault('/a.mp4', { kind: 'endless', beginning: clip });
    expect(await reasonFor({ mediaUrl }, { maxBytes: 2_000_000 })).toBe('too-big');
  });

  test('a stream whose segments are too large together', async () => {
    put('/piece.ts', Buffer.alloc(400_000, 'G'));
    const list = `#EXTM3U\n${'#EXTINF:1,\npiece.ts\n'.repeat(20)}#EXT-X-ENDLIST\n`;
    expect(await reasonFor({ mediaUrl: put('/a.m3u8', list) }, { maxBytes: 1_000_000 })).toBe('too-big');
    expect(site.seen.length).toBeLessThan(6);
  });

  test('a body that drips, and one that never starts', async () => {
    const drip = putFault('/drip.mp4', { kind: 'drip' });
    const outcome = await download({ mediaUrl: drip }, { maxMs: 500 });
    expect(await reasonOf(outcome)).toBe('too-slow');
    expect(outcome).toMatchObject({ isWorthRetrying: true });
    const silent = putFault('/silent.mp4', { kind: 'silent' });
    expect(await reasonFor({ mediaUrl: silent }, { maxMs: 500 })).toBe('too-slow');
  });

  test('an abort ends it at once and leaves nothing', async () => {
    const ending = new AbortController();
    site.decide = () => {
      setImmediate(() => ending.abort(new Error('enough')));
      return { kind: 'drip', beginning: clip };
    };
    const mediaUrl = `${site.origin}/a.mp4`;
    await expect(download({ mediaUrl }, {}, ending.signal)).rejects.toThrow('enough');
    expect(await readdir(directory)).toEqual([]);
  });
});

describe('nobody inside is asked', () => {
  /** Every spelling of such an address is in the tests of the guard. */
  const spellings = (port: string): string[] => [
    `http://127.0.0.1:${port}/a.mp4`,
    `http://[::ffff:127.0.0.1]:${port}/a.mp4`,
    'http://169.254.169.254/latest/meta-data/',
  ];

  test('by an address, a redirect, a page, a playlist or a segment', async () => {
    for (const address of spellings(new URL(inner.origin).port)) {
      const pages = [
        `<html><meta property="og:video" content="${address}"></html>`,
        `<html><video src="${address}"></html>`,
      ];
      const lists = [
        `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${address}\n`,
        `#EXTM3U\n#EXTINF:4,\n${address}\n#EXT-X-ENDLIST\n`,
        `#EXTM3U\n#EXT-X-MAP:URI="${address}"\n#EXTINF:4,\na.ts\n`,
      ];
      const addresses: Partial<ClipAddress>[] = [
        { mediaUrl: address },
        { mediaUrl: put('/r.mp4', '', { location: address }, 302) },
        ...pages.map((html, at) => ({ pageUrl: put(`/page-${at}`, html) })),
        ...lists.map((list, at) => ({ mediaUrl: put(`/list-${at}.m3u8`, list) })),
      ];
      for (const one of addresses) expect([one, await reasonFor(one)]).toEqual([one, 'address-refused']);
    }
  });

  test('nor a file of this machine', async () => {
    const mediaUrl = put('/r.mp4', '', { location: 'file:///etc/passwd' }, 302);
    expect(await reasonFor({ mediaUrl })).toBe('bad-address');
    const piece = '#EXTM3U\n#EXTINF:4,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n';
    expect(await reasonFor({ mediaUrl: put('/p.m3u8', piece) })).toBe('bad-address');
  });

  test('nor a public host outside of the allowed ones', async () => {
    const lookUp = async (): Promise<string[]> => ['93.184.216.34'];
    const outcome = await download(
      { mediaUrl: 'https://elsewhere.net/a.mp4' },
      { lookUp, hosts: ['example.com'] },
    );
    expect(await reasonOf(outcome)).toBe('address-refused');
  });
});

describe('yt-dlp, as it may behave', () => {
  /** A program in its place: what counts here is what we make of its exit code and its files. */
  async function standIn(script: string): Promise<MediaTools> {
    const path = join(media, `yt-dlp-${Math.random().toString(36).slice(2)}`);
    await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return { ...tools, ytDlp: { found: true, path, detail: '' } };
  }
  const page = (): string => put('/post', '<html><script>play()</script></html>');

  test('uses its file, from a folder of its own', async () => {
    expect(
      await clipFor({ pageUrl: page() }, { tools: await standIn(`cp ${clipFile} clip.bin; touch e.sh`) }),
    ).toEqual(CLIP);
  });

  test('passes the guard, a fixed file name, and the page after the last option', async () => {
    const out = join(media, 'args');
    await download(
      { pageUrl: page(), videoNumber: 3 },
      { tools: await standIn(`printf '%s\\n' "$@" > ${out}; env >> ${out}; exit 1`) },
    );
    const args = (await readFile(out, 'utf8')).split('\n');
    expect(args[args.indexOf('--proxy') + 1]).toMatch(/^http:\/\/job:[\w-]{20,}@127\.0\.0\.1:\d+$/);
    expect(args[args.indexOf('-o') + 1]).toBe('clip.bin');
    expect(args[args.indexOf('--playlist-items') + 1]).toBe('3');
    expect(args[args.indexOf('--') + 1]).toBe(`${site.origin}/post`);
    expect(args).toEqual(
      expect.arrayContaining(['--ignore-config', '--no-exec', '--no-cookies', '--no-cache-dir']),
    );
  });

  test.each([
    ['exit 0', 'tool-failed'],
    ["echo '[download] File is larger than max-filesize (3 bytes > 2 bytes). Aborting.'", 'too-big'],
    ["echo 'ERROR: HTTP Error 404: Not Found' >&2; exit 1", 'gone'],
    ['ln -s /etc/passwd clip.bin', 'tool-failed'],
    ['echo hello > clip.bin', 'not-video'],
    ['kill -9 $$', 'tool-failed'],
  ])('%s is %s', async (script, reason) => {
    expect(await reasonFor({ pageUrl: page() }, { tools: await standIn(script) })).toBe(reason);
  });

  test('is killed at its time limit, and reported if it is missing', async () => {
    const slow = await standIn('sleep 600');
    expect(await reasonFor({ pageUrl: page() }, { tools: slow, maxMs: 700 })).toBe('too-slow');
    const gone = { ...tools, ytDlp: { found: true, path: '/nowhere/yt-dlp', detail: '' } as const };
    expect(await reasonFor({ pageUrl: page() }, { tools: gone })).toBe('no-tool');
  });
});

describe('the real yt-dlp', () => {
  beforeEach((context) => {
    if (!tools.ytDlp.found) context.skip('needs yt-dlp, which is not installed');
  });
  const player = (address: string): string =>
    put(
      '/post',
      `<html><head><title>x</title></head><body><script>jwplayer("p").setup({"file": "${address}", "title": "x"});</script></body></html>`,
    );

  test('downloads a video that only a script names, and a stream', async () => {
    put('/a.mp4', clip, { 'content-type': 'video/mp4' });
    expect(await clipFor({ pageUrl: player(`${site.origin}/a.mp4`) }, { tools })).toEqual(CLIP);
    expect(await clipFor({ pageUrl: player(await putStream()) }, { tools })).toEqual(CLIP);
  });

  test('reaches no private address by the page, a redirect or a segment', async () => {
    const address = `http://127.0.0.2:${new URL(inner.origin).port}/a.mp4`;
    expect(await reasonFor({ pageUrl: player(address) }, { tools })).toBe('address-refused');
    put('/r.mp4', '', { location: address }, 302);
    expect(await reasonFor({ pageUrl: player(`${site.origin}/r.mp4`) }, { tools })).toBe('address-refused');
    const type = { 'content-type': 'application/vnd.apple.mpegurl' };
    for (const [piece, reason] of [
      [address, 'address-refused'],
      ['file:///etc/passwd', 'bad-address'],
    ] as const) {
      put('/p.m3u8', `#EXTM3U\n#EXTINF:4,\n${piece}\n#EXT-X-ENDLIST\n`, type);
      expect(await reasonFor({ pageUrl: player(`${site.origin}/p.m3u8`) }, { tools })).toBe(reason);
    }
  });

  test('reports what it could not download', async () => {
    expect(await reasonFor({ pageUrl: player(`${site.origin}/missing.mp4`) }, { tools })).toBe('gone');
    const pageUrl = put('/text', '<html><p>nothing here</p></html>');
    expect(await reasonFor({ pageUrl }, { tools })).toBe('not-video');
  });
});
