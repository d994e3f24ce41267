/** The gate and the rewriting behind it, over real files: good ones of every kind, and the hostile ones. */
import { copyFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ENCODING, generated } from '../../../test/support/made-clips.ts';
import { chosenTools, NO_OWN_FFMPEG } from './fixtures/found-tools.ts';
import { type MadeClip, makeClip, makeFilm } from './fixtures/made-clips.ts';
import { CLIP_LIMITS, createProbe, type ProbeOutcome } from './probe.ts';
import { createRemux } from './remux.ts';
import type { MediaTools } from './tools.ts';

const { signal } = new AbortController();
const WEBM = '-c:v libvpx -b:v 200k -deadline realtime -c:a libopus -f webm'.split(' ');

describe.each(['installed', 'packages'] as const)('with the tools that are %s', (which) => {
  let directory: string;
  let tools: MediaTools;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'gamekeeper-test-'));
  });
  beforeEach(async (context) => {
    tools = (await chosenTools(which)) ?? context.skip(NO_OWN_FFMPEG);
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const place = (name: string): string => join(directory, name);
  const probe = (file: string): Promise<ProbeOutcome> => createProbe(tools)(file, { signal });
  const probeClip = async (clip: MadeClip = {}, ending?: string): Promise<ProbeOutcome> =>
    probe(await makeClip(tools, clip, ending));

  /** Rewrites a copy of the file in the folder of this test, and probes the result. */
  async function rewrite(file: string, target: string): Promise<ProbeOutcome> {
    const source = place(`source-of-${target}`);
    await copyFile(file, source);
    const found = await probe(source);
    if (found.outcome !== 'ok') throw new Error(found.words);
    const files = { source, target: place(target), probe: found.probe };
    expect(await createRemux(tools)(files, { signal })).toEqual({ outcome: 'ok' });
    return probe(place(target));
  }

  test('accepts an ordinary clip and reports its properties', async () => {
    const file = await makeClip(tools);
    expect(await probe(file)).toMatchObject({
      outcome: 'ok',
      probe: {
        width: 128,
        height: 72,
        frameRate: 10,
        // Within 0.16 s.
        seconds: expect.closeTo(4, 0.5) as number,
        videoCodec: 'h264',
        audioCodec: 'aac',
        hasAudio: true,
        bytes: (await stat(file)).size,
      },
    });
  });

  test('accepts clips without sound and of one colour', async () => {
    expect(await probeClip({ sound: false })).toMatchObject({ outcome: 'ok', probe: { hasAudio: false } });
    const still = [...generated('color=green:size=128x72:rate=10:duration=4'), ...ENCODING];
    expect(await probe(await makeFilm(tools, still))).toMatchObject({ outcome: 'ok' });
  });

  test('refuses clips that are too short, too long, too small or too large', async () => {
    expect(await probeClip({ seconds: 1 })).toMatchObject({ reason: 'too-short' });
    expect(await probeClip({ seconds: 200, rate: 1, sound: false })).toMatchObject({ reason: 'too-long' });
    expect(await probeClip({ size: '8x8' })).toMatchObject({ reason: 'bad-picture' });
    const good = await makeClip(tools);
    const limited = createProbe(tools, { ...CLIP_LIMITS, maxBytes: 1_000 });
    expect(await limited(good, { signal })).toMatchObject({ reason: 'too-big' });
    const slow = createProbe(tools, { ...CLIP_LIMITS, maxBitsPerSecond: 1_000 });
    expect(await slow(good, { signal })).toMatchObject({ reason: 'bad-media' });
    // It would fill the memory, and is refused unseen.
    const wide = generated('color=black:size=8192x4608:rate=1/4:duration=4');
    expect(await probe(await makeFilm(tools, [...wide, ...ENCODING]))).toEqual({
      outcome: 'failed',
      reason: 'bad-picture',
      words: 'its picture of 8192x4608 is too large to be looked at',
    });
  });

  test('refuses playlists of other files, pages, sound, pictures and empty files', async () => {
    await writeFile(place('secret.txt'), 'secret');
    const lists = {
      'hls.mp4': `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile://${place('secret.txt')}\n#EXT-X-ENDLIST\n`,
      'concat.mp4': `ffconcat version 1.0\nfile '${await makeClip(tools)}'\n`,
      'dash.mp4': '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"></MPD>',
      'page.mp4': '<html><body><video src="good.mp4"></video></body></html>',
      'zeros.mp4': Buffer.alloc(100_000),
      'nothing.mp4': '',
    };
    for (const [name, content] of Object.entries(lists)) {
      await writeFile(place(name), content);
      expect([name, await probe(place(name))]).toMatchObject([
        name,
        { outcome: 'failed', reason: 'not-video' },
      ]);
    }
    expect(await probeClip({ picture: false })).toMatchObject({ outcome: 'failed', reason: 'not-video' });
  });

  test('refuses a file that only begins like a video, and unknown codecs', async () => {
    const good = await readFile(await makeClip(tools));
    const torn = [
      [good.subarray(0, 40), Buffer.alloc(50_000, '#EXTM3U\n')],
      [Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(5_000, 'x')],
    ];
    for (const parts of torn) {
      await writeFile(place('torn.mp4'), Buffer.concat(parts));
      expect(await probe(place('torn.mp4'))).toMatchObject({ outcome: 'failed', reason: 'bad-media' });
    }
    const odd = ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-f', 'mov'];
    expect(await probeClip({ output: odd, sound: false }, 'mov')).toMatchObject({ outcome: 'failed' });
  });

  test('rewrites to a clean MP4, identical for identical input', async () => {
    const titled = await makeClip(tools, {
      output: ['-metadata', 'title=<script>', '-metadata', 'comment=canary'],
    });
    for (const name of ['one.mp4', 'two.mp4'])
      expect(await rewrite(titled, name)).toMatchObject({
        outcome: 'ok',
        probe: { videoCodec: 'h264', audioCodec: 'aac' },
      });
    const bytes = await readFile(place('one.mp4'));
    expect(bytes.equals(await readFile(place('two.mp4')))).toBe(true);
    expect([bytes.includes('canary'), bytes.includes('<script>')]).toEqual([false, false]);
    // Playable while it loads: what describes it comes before what it is.
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  });

  test.each([
    ['what MP4 cannot hold is encoded again', WEBM, { videoCodec: 'vp8' }],
    ['a transport stream fits', ['-f', 'mpegts'], { container: 'mpegts' }],
  ])('under any name, %s', async (_, output, found) => {
    const file = await makeClip(tools, { output }, 'bin');
    expect(await probe(file)).toMatchObject({ probe: found });
    expect(await rewrite(file, 'fit.mp4')).toMatchObject({
      outcome: 'ok',
      probe: { videoCodec: 'h264', audioCodec: 'aac' },
    });
  });

  test('reports the remaining length of a truncated file', async () => {
    const whole = await makeClip(tools, { seconds: 8, output: ['-movflags', '+faststart'] });
    await copyFile(whole, place('half.mp4'));
    await truncate(place('half.mp4'), Math.round((await stat(whole)).size * 0.55));
    const left = await rewrite(place('half.mp4'), 'half-clean.mp4');
    expect(left.outcome === 'ok' && left.probe.seconds < 6.5).toBe(true);
  });

  test('reports a missing ffprobe', async () => {
    const missing = { found: false, detail: 'ffprobe is not installed' } as const;
    const gone = { found: true, path: '/nowhere/ffprobe', detail: '' } as const;
    const good = await makeClip(tools);
    expect(await createProbe({ ...tools, ffprobe: missing })(good, { signal })).toMatchObject({
      reason: 'no-tool',
      words: missing.detail,
    });
    expect(await createProbe({ ...tools, ffprobe: gone })(good, { signal })).toMatchObject({
      reason: 'no-tool',
    });
  });
});
