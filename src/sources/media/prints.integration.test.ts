/** Prints of real files by the real ffmpeg: what they tell of copies, and what becomes of files that are none. */
import { copyFile, mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PrintedClip } from '#/domain/football/duplicates/clip-copy.ts';
import { decodePicturePrint, encodePicturePrint } from '#/domain/football/duplicates/picture-print.ts';
import { relateClips } from '#/domain/football/duplicates/relate-clips.ts';
import { decodeSoundPrint, encodeSoundPrint } from '#/domain/football/duplicates/sound-print.ts';
import { chosenTools, NO_OWN_FFMPEG } from './fixtures/found-tools.ts';
import { makeClip, runFfmpeg } from './fixtures/made-clips.ts';
import { createPrints, type Prints } from './prints.ts';
import type { MediaTools } from './tools.ts';

describe.each(['installed', 'packages'] as const)('with the tools that are %s', (which) => {
  let directory: string;
  let tools: MediaTools;
  let prints: Prints;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'gamekeeper-test-'));
    const chosen = await chosenTools(which);
    if (chosen === null) return;
    tools = chosen;
    prints = createPrints(tools);
    await film('original.mp4', CAMERA, 7);
  });
  beforeEach(async (context) => {
    if ((await chosenTools(which)) === null) context.skip(NO_OWN_FFMPEG);
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const place = (name: string): string => join(directory, name);
  const ENCODING = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  /** A window that wanders over a picture which stands still. */
  const CAMERA =
    'mandelbrot=size=640x360:rate=25:start_scale=1.5:end_scale=1.5,crop=320:180:320*abs(sin(t)):180*abs(cos(t*0.7))';
  const TUNE = 'aevalsrc=0.3*sin(2*PI*t*(400+150*mod(floor(t*4)*7\\,9))):d=7';

  async function film(name: string, picture: string, seconds: number): Promise<void> {
    const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', TUNE];
    await runFfmpeg(tools, [...inputs, '-t', String(seconds), ...ENCODING, place(name)]);
  }

  async function edit(name: string, ...options: string[]): Promise<void> {
    await runFfmpeg(tools, ['-i', place('original.mp4'), ...options, ...ENCODING, place(name)]);
  }

  /** As it comes back from the database. */
  async function printed(name: string, hasAudio = true): Promise<PrintedClip> {
    const taken = await prints.take(place(name), { hasAudio });
    if (taken.outcome !== 'ok') throw new Error(`no print of ${name}: ${taken.words}`);
    const picture = decodePicturePrint(encodePicturePrint(taken.picture));
    const sound = taken.sound && decodeSoundPrint(encodeSoundPrint(taken.sound));
    const seconds = taken.picture.seconds;
    return { id: name, sha256: name, seconds, picture, sound, postedAt: null, isVerified: true };
  }

  test('a print has eight pictures for every second, and the sound', async () => {
    const { picture, sound } = await printed('original.mp4');

    expect(picture?.seconds).toBeGreaterThan(6.5);
    expect(picture?.seconds).toBeLessThan(7.5);
    expect(sound?.words.length).toBeGreaterThan(60);
  });

  test.each([
    ['smaller and coarser', ['-vf', 'scale=160:90', '-crf', '34'], 'straight'],
    ['mirrored', ['-vf', 'hflip'], 'mirrored'],
    ['cropped', ['-vf', 'crop=iw*0.8:ih*0.8,scale=320:180'], 'whole'],
    ['between bars', ['-vf', 'pad=320:240:0:30'], 'straight'],
    ['cut at both ends', ['-ss', '1.3', '-t', '5'], 'straight'],
  ] as const)('a copy that is %s is known', async (name, options, way) => {
    await edit(`${name}.mp4`, ...options);

    expect(relateClips(await printed('original.mp4'), await printed(`${name}.mp4`))).toMatchObject({
      kind: 'same',
      way,
    });
  });

  test('a film of something else is none, though it sounds the same', async () => {
    await film('other.mp4', 'cellauto=size=320x180:rate=25:rule=110', 7);

    expect(relateClips(await printed('original.mp4'), await printed('other.mp4'))).toBeNull();
  });

  test('bars are found in the small pictures', async () => {
    await edit('barred.mp4', '-vf', 'pad=320:240:0:30');

    expect((await printed('barred.mp4')).picture?.barShare).toBeCloseTo(0.25, 1);
  });

  test('a clip without sound has none, and one whose sound is not there after all is printed without it', async () => {
    await edit('mute.mp4', '-an');

    expect((await printed('mute.mp4', false)).sound).toBeNull();
    expect((await printed('mute.mp4', true)).sound).toBeNull();
  });

  test('a file whose end is missing is printed as far as it goes', async () => {
    await edit('stream.ts', '-f', 'mpegts');
    await truncate(place('stream.ts'), Math.floor((await stat(place('stream.ts'))).size / 2));

    const { picture } = await printed('stream.ts');

    expect(picture?.seconds).toBeGreaterThan(1);
    expect(picture?.seconds).toBeLessThan(6);
  });

  test('a file without pictures is bad media, and is not tried again', async () => {
    await writeFile(place('words.mp4'), 'this is no film '.repeat(500));
    await edit('piece.ts', '-f', 'mpegts');
    const list = ['#EXTM3U', '#EXT-X-TARGETDURATION:9', '#EXTINF:7,', 'piece.ts', '#EXT-X-ENDLIST', ''];
    await writeFile(place('list.mp4'), list.join('\n'));
    await edit('sound.mp4', '-vn');

    for (const name of ['words.mp4', 'list.mp4', 'sound.mp4', 'absent.mp4'])
      expect(await prints.take(place(name), { hasAudio: true })).toMatchObject({
        outcome: 'failed',
        reason: 'bad-media',
        isWorthRetrying: false,
      });
  });

  test('a name that looks like an option or a protocol is only a name', async () => {
    await copyFile(place('original.mp4'), place('-y concat:x.mp4'));

    expect((await printed('-y concat:x.mp4')).picture?.seconds).toBeGreaterThan(6);
  });

  test('without ffmpeg the outcome says what is missing', async () => {
    const detail = 'ffmpeg is not installed: no clip can be compared';
    const without = createPrints({ ...tools, ffmpeg: { found: false, detail } });
    const broken = createPrints({
      ...tools,
      ffmpeg: { found: true, path: place('absent'), detail: '' },
      cage: {
        ...tools.cage,
        prlimit: null,
        timeout: null,
        sandbox: { kind: 'none', detail: '', wrap: (command) => command },
      },
    });

    expect(await without.take(place('original.mp4'), { hasAudio: true })).toMatchObject({
      outcome: 'failed',
      reason: 'no-tool',
      words: detail,
    });
    expect(await broken.take(place('original.mp4'), { hasAudio: true })).toMatchObject({ reason: 'no-tool' });
  });

  test('the signal stops it', async () => {
    const stop = new AbortController();
    const taking = prints.take(place('original.mp4'), { hasAudio: true, signal: stop.signal });
    stop.abort(new Error('enough'));

    await expect(taking).rejects.toThrow('enough');
  });

  test('the event loop goes on while a long clip is printed', async () => {
    await makeClip(tools, place('long.mp4'), { seconds: 160, size: '64x36', rate: 8 });
    await printed('original.mp4'); // Compiled, as in a process that has been at it for a while.
    const watch = watchTurns();

    const { picture } = await printed('long.mp4');

    expect(picture?.seconds).toBeGreaterThan(150);
    const { longestMs, workMs } = watch.end();
    expect(longestMs).toBeLessThan(workMs / 4);
  });
});

/**
 * Processor time that the turns of the event loop took: what other programs do meanwhile does not count. `workMs` leaves out the turns that
 * did nothing but look.
 */
function watchTurns(): { end(): { longestMs: number; workMs: number } } {
  let longestMs = 0;
  let workMs = 0;
  let before = process.threadCpuUsage();
  let isOver = false;
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    const turnMs = (user + system) / 1000;
    longestMs = Math.max(longestMs, turnMs);
    if (turnMs > 1) workMs += turnMs;
    before = process.threadCpuUsage();
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  return {
    end() {
      isOver = true;
      look();
      return { longestMs, workMs };
    },
  };
}
