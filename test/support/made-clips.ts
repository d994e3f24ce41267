/** Videos for tests, made by ffmpeg once per clone: the arguments that a video is made with name its file. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ffmpegInstaller from '@ffmpeg-installer/ffmpeg';
import { createRandom } from '../../practice/randomness.ts';

const FOLDER = join(import.meta.dirname, '../../node_modules/.cache/gamekeeper-clips');
export const ENCODING = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac'.split(' ');

/** A filter graph of ffmpeg as an input. */
export function generated(...graphs: readonly string[]): string[] {
  return graphs.flatMap((graph) => ['-f', 'lavfi', '-i', graph]);
}

const making = new Map<string, Promise<string>>();

/** The file, which tests must not change. `args`: all but the output. The file's ending chooses the container. */
export function makeVideo(ffmpeg: string, args: readonly string[], ending = 'mp4'): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([ffmpeg, args]));
  const name = `${hash.digest('hex').slice(0, 24)}.${ending}`;
  const made = making.get(name) ?? runFfmpeg(ffmpeg, args, name);
  making.set(name, made);
  return made;
}

async function runFfmpeg(ffmpeg: string, args: readonly string[], name: string): Promise<string> {
  const file = join(FOLDER, name);
  if (existsSync(file)) return file;
  await mkdir(FOLDER, { recursive: true });
  // Several workers may make the same video, and a run may be killed.
  const part = join(FOLDER, `${process.pid}-${name}`);
  await promisify(execFile)(ffmpeg, ['-nostdin', '-v', 'error', '-y', '-threads', '1', ...args, part]);
  await rename(part, file);
  return file;
}

export interface MadeClips {
  /** The path of a video of this seed. `edit` is a piece of ffmpeg's command line: the same scene, other bytes. */
  make(name: string, seed: number, edit?: readonly string[]): Promise<string>;
}

/** A smaller and worse copy, as another site would post it. */
export const SMALL_COPY = ['-vf', 'scale=208:-2', '-crf', '33'] as const;

/** Clips by the ffmpeg that npm brings. Two seeds look as different as two goals do, and the copies of one look alike. */
export function createMadeClips(directory: string): MadeClips {
  return {
    async make(name, seed, edit = []) {
      const file = join(directory, `${name}.mp4`);
      const input = generated(pictureOf(seed), `sine=frequency=${220 + 37 * seed}`);
      await copyFile(
        await makeVideo(ffmpegInstaller.path, [...input, '-t', '6', ...ENCODING, ...edit]),
        file,
      );
      return file;
    },
  };
}

/** A window that wanders over a still pattern of blocks. */
function pictureOf(seed: number): string {
  const random = createRandom(seed);
  const [a, b, c] = [1, 2, 3].map(() => (1 + random.next() * 60).toFixed(2));
  const [x, y] = [1, 2].map(() => (0.3 + random.next() * 1.2).toFixed(2));
  const blocks = `30+mod(pow(floor(X/24)\\,2)*${a}+pow(floor(Y/24)\\,2)*${b}+floor(X/24)*floor(Y/24)*${c}\\,200)`;
  const still = `nullsrc=s=640x360:r=1:d=1,format=gray,geq=lum=${blocks},loop=-1:1:0,setpts=N/12/TB`;
  // Noise is what a worse copy loses.
  return `${still},crop=320:180:320*abs(sin(${x}*t)):180*abs(sin(${y}*t)),noise=alls=20:allf=t:all_seed=${seed}`;
}
