/** What one clip costs, as it comes from a site: nine seconds in 1280×720. By turns and the middle of several, for the machine has other work. */
import { join } from 'node:path';
import type { Prints } from '../../src/sources/media/prints.ts';
import { FILM } from './broadcast/goal-film.ts';
import { FRAME_EDGE, FRAMES_PER_SECOND } from './found-footy-rule.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

export interface Costs {
  readonly ours: number;
  /** A bare pass that decodes and throws away. */
  readonly decode: number;
  /** A start of ffmpeg for each picture. */
  readonly pictureByPicture: number;
}

const TURNS = 5;

export async function measureCost(
  ffmpeg: string,
  prints: Prints,
  folder: string,
  source: string,
): Promise<Costs> {
  const file = join(folder, 'large.mp4');
  const large = [
    '-vf',
    'scale=1280:720',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '23',
    '-c:a',
    'copy',
  ];
  await runFfmpeg(ffmpeg, ['-i', source, ...large, file]);
  const [ours, decode]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn++) {
    ours.push(await timed(() => prints.take(file, { hasAudio: true })));
    decode.push(
      await timed(() => runFfmpeg(ffmpeg, ['-threads', '2', '-i', file, '-map', '0:v:0', '-f', 'null', '-'])),
    );
  }
  const pictureByPicture = await timed(() => takePictures(ffmpeg, file, folder));
  return { ours: middle(ours), decode: middle(decode), pictureByPicture };
}

async function takePictures(ffmpeg: string, file: string, folder: string): Promise<void> {
  for (let picture = 0; picture < FILM.seconds * FRAMES_PER_SECOND; picture++) {
    const at = String(picture / FRAMES_PER_SECOND);
    const one = ['-frames:v', '1', '-vf', `scale=${FRAME_EDGE}:${FRAME_EDGE}`, join(folder, 'picture.png')];
    await runFfmpeg(ffmpeg, ['-ss', at, '-i', file, ...one]);
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
