/** Prints of real files by the real ffmpeg: what they tell of copies, and what becomes of files that are none. */
import { copyFile, mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PrintedClip } from '#/domain/football/duplicates/clip-copy.ts';
import { decodePicturePrint, encodePicturePrint } from '#/domain/football/duplicates/picture-print.ts';
import { relateClips } from '#/domain/football/duplicates/relate-clips.ts';
import { decodeSoundPrint, encodeSoundPrint } from '#/domain/football/duplicates/sound-print.ts';
import { ENCODING, generated } from '../../../test/support/made-clips.ts';
import { chosenTools, NO_OWN_FFMPEG } from './fixtures/found-tools.ts';
import { makeClip, makeFilm } from './fixtures/made-clips.ts';
import { createPrints, type Prints } from './prints.ts';
import type { MediaTools } from './tools.ts';

/** A window that wanders over a picture which stands still. */
const CAMERA =
  'mandelbrot=size=640x360:rate=1:start_scale=1.5:end_scale=1.5,trim=end_frame=1,loop=-1:1:0,setpts=N/10/TB,crop=320:180:320*abs(sin(t)):180*abs(cos(t*0.7))';
const TUNE = 'aevalsrc=0.3*sin(2*PI*t*(400+150*mod(floor(t*4)*7\\,9)))';

describe.each(['installed', 'packages'] as const)('with the tools that are %s', (which) => {
  let directory: string;
  let tools: MediaTools;
  let prints: Prints;
  let original: string;
  let ofOriginal: Promise<PrintedClip> | undefined;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'gamekeeper-test-'));
  });
  beforeEach(async (context) => {
    tools = (await chosenTools(which)) ?? context.skip(NO_OWN_FFMPEG);
    prints = createPrints(tools);
    original = await film(CAMERA);
  });
  /** Printed once. */
  const printOfOriginal = (): Promise<PrintedClip> => (ofOriginal ??= printed(original));
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const place = (name: string): string => join(directory, name);
  const film = (picture: string): Promise<string> =>
    makeFilm(tools, [...generated(picture, TUNE), '-t', '7', ...ENCODING]);
  const edit = (options: readonly string[], ending?: string): Promise<string> =>
    makeFilm(tools, ['-i', original, ...options, ...ENCODING], ending);

  /** As it comes back from the database. */
  async function printed(file: string, hasAudio = true): Promise<PrintedClip> {
    const taken = await prints.take(file, { hasAudio });
    if (taken.outcome !== 'ok') throw new Error(`no print of ${file}: ${taken.words}`);
    const picture = decodePicturePrint(encodePicturePrint(taken.picture));
    const sound = taken.sound && decodeSoundPrint(encodeSoundPrint(taken.sound));
    const seconds = taken.picture.seconds;
    return { id: file, sha256: file, seconds, picture, sound, postedAt: null, isVerified: true };
  }

  test('treats a name like an option or a protocol as a name', async () => {
    await copyFile(original, place('-y concat:x.mp4'));

    expect((await printed(place('-y concat:x.mp4'))).picture?.seconds).toBeCloseTo(7, 0);
  });

  test('takes eight pictures per second, and the sound', async () => {
    const { picture, sound } = await printOfOriginal();

    // Within half a second.
    expect(picture?.seconds).toBeCloseTo(7, 0);
    expect(sound?.words.length).toBeGreaterThan(60);
  });

  test.each([
    ['smaller and coarser', ['-vf', 'scale=160:90', '-crf', '34'], 'straight', 0],
    ['mirrored', ['-vf', 'hflip'], 'mirrored', 0],
    ['cropped', ['-vf', 'crop=iw*0.8:ih*0.8,scale=320:180'], 'whole', 0],
    ['between bars', ['-vf', 'pad=320:240:0:30'], 'straight', 0.25],
    ['cut at both ends', ['-ss', '1.3', '-t', '5'], 'straight', 0],
  ] as const)('a copy that is %s is known, and its bars are found', async (_, options, way, barShare) => {
    const copy = await printed(await edit(options));

    expect(relateClips(await printOfOriginal(), copy)).toMatchObject({ kind: 'same', way });
    expect(copy.picture?.barShare).toBeCloseTo(barShare, 1);
  });

  test('distinguishes another film with the same sound', async () => {
    const other = await film('cellauto=size=320x180:rate=10:rule=110');

    expect(relateClips(await printOfOriginal(), await printed(other))).toBeNull();
  });

  test('prints clips without sound, and those whose sound is missing', async () => {
    const mute = await edit(['-an']);

    expect((await printed(mute, false)).sound).toBeNull();
    expect((await printed(mute, true)).sound).toBeNull();
  });

  test('prints a truncated file up to its end', async () => {
    const stream = place('stream.ts');
    await copyFile(await edit(['-f', 'mpegts'], 'ts'), stream);
    await truncate(stream, Math.floor((await stat(stream)).size / 2));

    const { picture } = await printed(stream);

    expect(picture?.seconds).toBeGreaterThan(1);
    expect(picture?.seconds).toBeLessThan(6);
  });

  test('reports a file without pictures as bad media, without a retry', async () => {
    await writeFile(place('words.mp4'), 'this is no film '.repeat(500));
    const piece = await edit(['-f', 'mpegts'], 'ts');
    const list = ['#EXTM3U', '#EXT-X-TARGETDURATION:9', '#EXTINF:7,', piece, '#EXT-X-ENDLIST', ''];
    await writeFile(place('list.mp4'), list.join('\n'));
    const sound = await edit(['-vn']);

    for (const file of [place('words.mp4'), place('list.mp4'), sound, place('absent.mp4')])
      expect(await prints.take(file, { hasAudio: true })).toMatchObject({
        outcome: 'failed',
        reason: 'bad-media',
        isWorthRetrying: false,
      });
  });

  test('reports a missing ffmpeg', async () => {
    const detail = 'ffmpeg is not installed: no clip can be compared';
    const without = createPrints({ ...tools, ffmpeg: { found: false, detail } });
    const sandbox = { kind: 'none', detail: '', wrap: (command: readonly string[]) => [...command] } as const;
    const broken = createPrints({
      ffmpeg: { found: true, path: place('absent'), detail: '' },
      cage: { ...tools.cage, prlimit: null, timeout: null, sandbox },
    });

    expect(await without.take(original, { hasAudio: true })).toMatchObject({
      outcome: 'failed',
      reason: 'no-tool',
      words: detail,
    });
    expect(await broken.take(original, { hasAudio: true })).toMatchObject({ reason: 'no-tool' });
  });

  test('stops on abort', async () => {
    const stop = new AbortController();
    const taking = prints.take(original, { hasAudio: true, signal: stop.signal });
    stop.abort(new Error('enough'));

    await expect(taking).rejects.toThrow('enough');
  });

  test('yields to the event loop while it prints a long clip', async () => {
    const long = await makeClip(tools, { seconds: 80, size: '64x36', rate: 8 });
    let turns = 0;
    const counted = createPrints(tools, async () => void turns++);

    const outcome = await counted.take(long, { hasAudio: true });

    expect(outcome).toMatchObject({ outcome: 'ok' });
    expect(turns).toBeGreaterThan(20);
  });
});
