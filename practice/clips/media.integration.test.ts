/** Videos as they are really made: by ffmpeg, from the first byte to the last. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startFootball } from '../football/world-for-tests.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import type { ClipSwitchesBody } from './clip-switches.ts';

interface TrueVideo {
  readonly path: string;
  readonly edit: string;
  readonly fate: string;
  readonly seconds: number;
  readonly width: number;
  readonly height: number;
  readonly shows: readonly string[];
  readonly kind: string;
}

let ffmpeg: string | null = null;
beforeAll(() => {
  ffmpeg = findFfmpeg();
});
beforeEach((context) => {
  if (ffmpeg === null) context.skip('needs ffmpeg: on the PATH, or the package @ffmpeg-installer/ffmpeg');
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'practice-clips-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(clips: ClipSwitchesBody, clipFolder: string | null = null) {
  const football = await startFootball({
    ffmpeg,
    clipFolder,
    football: { clips: { deadShare: 0, ...clips } },
  });
  onTestFinished(() => football.running.stop());
  async function videos(): Promise<TrueVideo[]> {
    const { matches } = (await football.sideDoor('GET', '/football/truth?day=2026-11-14')) as {
      matches: { fixture: number }[];
    };
    const found: TrueVideo[] = [];
    for (const { fixture } of matches.slice(0, 30)) {
      const { posts } = (await football.sideDoor('GET', `/clips/truth?fixture=${fixture}`)) as {
        posts: { kind: string; videos: Omit<TrueVideo, 'kind'>[] }[];
      };
      for (const { kind, videos: own } of posts) for (const video of own) found.push({ ...video, kind });
    }
    return found;
  }
  async function load(
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ response: Response; bytes: Buffer }> {
    const response = await football.fetchFrom(path, { headers });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  }
  return { ...football, videos, load };
}

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function isMp4(bytes: Buffer): boolean {
  return bytes.subarray(4, 8).toString() === 'ftyp';
}

/** Of its movie header: seconds. */
function lengthOf(bytes: Buffer): number {
  const at = bytes.indexOf('mvhd') + 4;
  return bytes.readUInt32BE(at + 16) / bytes.readUInt32BE(at + 12);
}

test('a video is an mp4 of the told length, the same bytes from another folder, and other bytes for another goal', async () => {
  const first = await start({ hlsShare: 0 }, makeFolder());
  const second = await start({ hlsShare: 0 }, makeFolder());
  const [one, other] = (await first.videos()).filter(({ kind }) => kind === 'original');
  const made = await first.load(one?.path ?? '');
  const again = await second.load(one?.path ?? '');
  const different = await first.load(other?.path ?? '');

  expect(made.response.headers.get('content-type')).toBe('video/mp4');
  expect(isMp4(made.bytes)).toBe(true);
  expect(Math.abs(lengthOf(made.bytes) - (one?.seconds ?? 0))).toBeLessThan(0.2);
  expect(made.bytes.length).toBeLessThan(1_500_000);
  expect(sha(again.bytes)).toBe(sha(made.bytes));
  expect(sha(different.bytes)).not.toBe(sha(made.bytes));
});

test('every edit can be made, and is a file of its own', async () => {
  const { videos, load } = await start({ hlsShare: 0 });
  const byEdit = new Map((await videos()).map((video) => [video.edit, video]));
  const shas = new Set<string>();
  for (const [edit, video] of byEdit) {
    const { response, bytes } = await load(video.path);
    expect([edit, response.status, isMp4(bytes)]).toEqual([edit, 200, true]);
    expect(Math.abs(lengthOf(bytes) - video.seconds)).toBeLessThan(0.2);
    shas.add(sha(bytes));
  }
  expect(byEdit.size).toBe(12);
  expect(shas.size).toBe(12);
});

test('a repost has the bytes of the original, a compilation is as long as both of its goals', async () => {
  const { videos, load } = await start({ hlsShare: 0, compilationShare: 1 });
  const all = await videos();
  const repost = all.find(({ kind }) => kind === 'repost');
  const original = all.find(({ kind, shows }) => kind === 'original' && shows[0] === repost?.shows[0]);
  expect(sha((await load(repost?.path ?? '')).bytes)).toBe(sha((await load(original?.path ?? '')).bytes));

  const compilation = all.find(({ kind }) => kind === 'compilation');
  const parts = (compilation?.shows ?? []).map((goal) =>
    all.find(({ kind, shows }) => kind === 'original' && shows[0] === goal),
  );
  const { bytes } = await load(compilation?.path ?? '');
  expect(Math.abs(lengthOf(bytes) - parts.reduce((sum, part) => sum + (part?.seconds ?? 0), 0))).toBeLessThan(
    0.2,
  );
});

test('who asks for the same at the same time waits for one ffmpeg', async () => {
  const folder = makeFolder();
  const { videos, load } = await start({ hlsShare: 0 }, folder);
  const [one] = await videos();
  const answers = await Promise.all(Array.from({ length: 5 }, () => load(one?.path ?? '')));

  expect(new Set(answers.map(({ bytes }) => sha(bytes))).size).toBe(1);
  expect(readdirSync(folder)).toHaveLength(1);
});

test('parts can be asked for, and only headers', async () => {
  const { videos, load, fetchFrom } = await start({ hlsShare: 0 });
  const path = (await videos())[0]?.path ?? '';
  const whole = await load(path);
  const part = await load(path, { range: 'bytes=100-199' });
  const tail = await load(path, { range: 'bytes=-50' });
  const rest = await load(path, { range: `bytes=${whole.bytes.length - 10}-` });

  expect([part.response.status, part.response.headers.get('content-range')]).toEqual([
    206,
    `bytes 100-199/${whole.bytes.length}`,
  ]);
  expect(part.bytes.equals(whole.bytes.subarray(100, 200))).toBe(true);
  expect(tail.bytes.equals(whole.bytes.subarray(-50))).toBe(true);
  expect(rest.bytes.equals(whole.bytes.subarray(-10))).toBe(true);
  expect((await load(path, { range: `bytes=${whole.bytes.length}-` })).response.status).toBe(416);
  const head = await fetchFrom(path, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.bytes.length)]);
});

test('a playlist names pieces that are there, and the same video is no mp4', async () => {
  const { videos, load, running } = await start({ hlsShare: 1 });
  const [one] = await videos();
  const address = `${running.url}${one?.path ?? ''}`;
  const { response, bytes } = await load(one?.path ?? '');
  const pieces = bytes
    .toString()
    .split('\n')
    .filter((line) => line.endsWith('.ts'));

  expect(response.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
  expect(pieces.length).toBeGreaterThan(1);
  for (const piece of pieces) {
    const { bytes: made } = await load(new URL(piece, address).pathname);
    // What every packet of a transport stream begins with.
    expect([made[0], made[188]]).toEqual([0x47, 0x47]);
  }
  expect((await load((one?.path ?? '').replace('.m3u8', '.mp4'))).response.status).toBe(404);
});

test.each(['short', 'tiny', 'still', 'sound-only', 'long', 'wide'] as const)(
  'the odd video %s is a true mp4',
  async (kind) => {
    const { load } = await start({ hostile: [kind] });
    const { response, bytes } = await load(`/clips/hostile/${kind}.mp4`);
    expect([response.status, isMp4(bytes)]).toEqual([200, true]);
    const seconds = { short: 0.5, tiny: 5, still: 6, 'sound-only': 6, long: 21_600, wide: 4 }[kind];
    expect(Math.abs(lengthOf(bytes) - seconds)).toBeLessThan(seconds * 0.02 + 0.1);
  },
);

test('a world that is stopped while it makes a video gives up and leaves nothing', async () => {
  vi.stubEnv('TMPDIR', makeFolder()); // Others make videos beside it.
  onTestFinished(() => void vi.unstubAllEnvs());
  const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('gamekeeper-practice-clips-'));
  const { running, fetchFrom } = await startFootball({
    ffmpeg,
    football: { clips: { deadShare: 0, hlsShare: 0 } },
  });
  const { posts } = (await (await fetchFrom('/clips/api/search?q=(goal)')).json()) as {
    posts: { videos: { url: string }[] }[];
  };
  const waiting = Promise.allSettled(posts.map(({ videos }) => fetch(videos[0]?.url ?? '')));
  await expect.poll(() => folders()).toHaveLength(1);
  const [folder] = folders();
  await running.stop();

  expect((await waiting).some(({ status }) => status === 'rejected')).toBe(true);
  expect(existsSync(join(tmpdir(), folder ?? ''))).toBe(false);
});

test('an ffmpeg that is none is a mistake that is told, and the world goes on', async () => {
  const football = await startFootball({
    ffmpeg: '/nonexistent/ffmpeg',
    football: { clips: { deadShare: 0, hlsShare: 0 } },
  });
  onTestFinished(() => football.running.stop());
  const search = await football.fetchFrom('/clips/api/search?q=(goal)');
  const { posts } = (await search.json()) as { posts: { videos: { url: string }[] }[] };
  const response = await football.fetchFrom(new URL(posts[0]?.videos[0]?.url ?? '').pathname);

  expect(response.status).toBe(500);
  expect(await football.sideDoor('GET', '/seen')).toMatchObject({
    bugs: [expect.stringMatching(/ffmpeg could not be started/) as unknown],
  });
  expect((await football.ask('/fixtures?live=all')).status).toBe(200);
});
