/** The gate and the rewriting behind it, over real files: good ones of every kind, and the hostile ones. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chosenTools, NO_OWN_FFMPEG } from './fixtures/found-tools.ts';
import { makeClip, runFfmpeg, type MadeClip } from './fixtures/made-clips.ts';
import { CLIP_LIMITS, createProbe, type ProbeOutcome } from './probe.ts';
import { createRemux } from './remux.ts';
import type { MediaTools } from './tools.ts';

const { signal } = new AbortController();

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
  const probe = (name: string): Promise<ProbeOutcome> => createProbe(tools)(place(name), { signal });

  async function made(name: string, clip: MadeClip = {}): Promise<ProbeOutcome> {
    await makeClip(tools, place(name), clip);
    return await probe(name);
  }

  test('an ordinary clip passes, and its properties are reported', async () => {
    const told = await made('good.mp4', { seconds: 4, size: '128x72', rate: 10 });
    const { size } = await stat(place('good.mp4'));
    expect(told).toMatchObject({
      outcome: 'ok',
      probe: {
        width: 128,
        height: 72,
        frameRate: 10,
        videoCodec: 'h264',
        audioCodec: 'aac',
        hasAudio: true,
        bytes: size,
      },
    });
    expect(told.outcome === 'ok' && Math.abs(told.probe.seconds - 4) < 0.2).toBe(true);
  });

  test('a clip without sound, a WebM and a transport stream pass under any name', async () => {
    expect(await made('silent.mp4', { sound: false })).toMatchObject({
      outcome: 'ok',
      probe: { hasAudio: false },
    });
    const webm = ['-c:v', 'libvpx', '-b:v', '200k', '-deadline', 'realtime', '-c:a', 'libopus', '-f', 'webm'];
    expect(await made('webm.bin', { output: webm })).toMatchObject({
      outcome: 'ok',
      probe: { videoCodec: 'vp8' },
    });
    expect(await made('stream.bin', { output: ['-f', 'mpegts'] })).toMatchObject({
      outcome: 'ok',
      probe: { container: 'mpegts' },
    });
  });

  test('a picture of one colour passes', async () => {
    const still = '-f lavfi -i color=green:size=128x72:rate=10:duration=4 -c:v libx264 -pix_fmt yuv420p';
    await runFfmpeg(tools, [...still.split(' '), place('still.mp4')]);
    expect(await probe('still.mp4')).toMatchObject({ outcome: 'ok' });
  });

  test('a clip is too short, too long, too small or too large for what it is', async () => {
    expect(await made('short.mp4', { seconds: 1 })).toMatchObject({ reason: 'too-short' });
    expect(await made('long.mp4', { seconds: 200, rate: 1, sound: false })).toMatchObject({
      reason: 'too-long',
    });
    expect(await made('tiny.mp4', { size: '8x8' })).toMatchObject({ reason: 'bad-picture' });
    const limited = createProbe(tools, { ...CLIP_LIMITS, maxBytes: 1_000 });
    expect(await limited(place('good.mp4'), { signal })).toMatchObject({ reason: 'too-big' });
    const slow = createProbe(tools, { ...CLIP_LIMITS, maxBitsPerSecond: 1_000 });
    expect(await slow(place('good.mp4'), { signal })).toMatchObject({ reason: 'bad-media' });
  });

  test('a picture that would fill the memory is refused unseen', async () => {
    const wide = '-f lavfi -i color=black:size=8192x4608:rate=1/4:duration=4 -c:v libx264 -preset ultrafast';
    await runFfmpeg(tools, [...wide.split(' '), place('wide.mp4')]);
    const told = await probe('wide.mp4');
    const words = 'its picture of 8192x4608 is too large to be looked at';
    expect(told).toEqual({ outcome: 'failed', reason: 'bad-picture', words });
  });

  test('lists that name other files are no videos, and neither are pages, sound, pictures or nothing', async () => {
    await writeFile(place('secret.txt'), 'secret');
    const lists = {
      'hls.mp4': `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile://${place('secret.txt')}\n#EXT-X-ENDLIST\n`,
      'concat.mp4': `ffconcat version 1.0\nfile '${place('good.mp4')}'\n`,
      'dash.mp4': '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"></MPD>',
      'page.mp4': '<html><body><video src="good.mp4"></video></body></html>',
      'zeros.mp4': Buffer.alloc(100_000),
      'nothing.mp4': '',
    };
    for (const [name, content] of Object.entries(lists)) {
      await writeFile(place(name), content);
      expect([name, await probe(name)]).toMatchObject([name, { outcome: 'failed', reason: 'not-video' }]);
    }
    expect(await made('sound.mp4', { picture: false })).toMatchObject({ reason: 'not-video' });
    expect(await made('sound.m4v', { picture: false, output: ['-f', 'mp4'] })).toMatchObject({
      reason: 'not-video',
    });
  });

  test('a file that begins like a video and goes on as something else is refused', async () => {
    const good = await readFile(place('good.mp4'));
    await writeFile(
      place('torn.mp4'),
      Buffer.concat([good.subarray(0, 40), Buffer.alloc(50_000, '#EXTM3U\n')]),
    );
    expect(await probe('torn.mp4')).toMatchObject({ outcome: 'failed', reason: 'bad-media' });
    await writeFile(
      place('ebml.mp4'),
      Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(5_000, 'x')]),
    );
    expect(await probe('ebml.mp4')).toMatchObject({ outcome: 'failed', reason: 'bad-media' });
  });

  test('a codec that is not on the list is refused', async () => {
    const odd = ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-f', 'mov'];
    const told = await made('odd.mov', { output: odd, sound: false });
    expect(told).toMatchObject({ outcome: 'failed' });
  });

  test('the rewritten file is a small clean MP4, the same for the same input', async () => {
    await made('titled.mp4', { output: ['-metadata', 'title=<script>', '-metadata', 'comment=canary'] });
    const source = place('titled.mp4');
    const told = await probe('titled.mp4');
    if (told.outcome !== 'ok') throw new Error(told.words);
    const remux = createRemux(tools);
    const hashes: string[] = [];
    for (const name of ['one.mp4', 'two.mp4']) {
      expect(await remux({ source, target: place(name), probe: told.probe }, { signal })).toEqual({
        outcome: 'ok',
      });
      const bytes = await readFile(place(name));
      expect(bytes.includes('canary')).toBe(false);
      expect(bytes.includes('<script>')).toBe(false);
      // Playable while it loads: what describes it comes before what it is.
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
      hashes.push(createHash('md5').update(bytes).digest('hex'));
    }
    expect(hashes[0]).toBe(hashes[1]);
    expect(await probe('one.mp4')).toMatchObject({
      outcome: 'ok',
      probe: { videoCodec: 'h264', audioCodec: 'aac' },
    });
  });

  test('what MP4 cannot hold is encoded again, and a transport stream is not', async () => {
    const remux = createRemux(tools);
    for (const [name, codec] of [
      ['webm.bin', 'h264'],
      ['stream.bin', 'h264'],
    ] as const) {
      const told = await probe(name);
      if (told.outcome !== 'ok') throw new Error(told.words);
      const target = place(`${name}.mp4`);
      expect(await remux({ source: place(name), target, probe: told.probe }, { signal })).toEqual({
        outcome: 'ok',
      });
      expect(await probe(`${name}.mp4`)).toMatchObject({
        outcome: 'ok',
        probe: { videoCodec: codec, audioCodec: 'aac' },
      });
    }
  });

  test('a file of which half is missing is as long as what is left of it', async () => {
    await made('half.mp4', { seconds: 8, output: ['-movflags', '+faststart'] });
    const { size } = await stat(place('half.mp4'));
    await truncate(place('half.mp4'), Math.round(size * 0.55));
    const told = await probe('half.mp4');
    if (told.outcome !== 'ok') throw new Error(told.words);
    const files = { source: place('half.mp4'), target: place('half-clean.mp4'), probe: told.probe };
    expect(await createRemux(tools)(files, { signal })).toEqual({ outcome: 'ok' });
    const left = await probe('half-clean.mp4');
    expect(left.outcome === 'ok' && left.probe.seconds < 6.5).toBe(true);
  });

  test('without ffprobe and ffmpeg the outcome says what is missing', async () => {
    const missing = { found: false, detail: 'ffprobe is not installed' } as const;
    expect(await createProbe({ ...tools, ffprobe: missing })(place('good.mp4'), { signal })).toMatchObject({
      reason: 'no-tool',
      words: missing.detail,
    });
    const gone = { found: true, path: '/nowhere/ffprobe', detail: '' } as const;
    expect(await createProbe({ ...tools, ffprobe: gone })(place('good.mp4'), { signal })).toMatchObject({
      reason: 'no-tool',
    });
  });
});
