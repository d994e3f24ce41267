/**
 * Videos for tests, made by the ffmpeg that npm brings: white and gray discs that drift over a dark field with lines, different for every seed.
 * So two seeds look as different as two goals do, and the copies of one look alike.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import ffmpegInstaller from '@ffmpeg-installer/ffmpeg';
import { createRandom } from '../../practice/randomness.ts';

const WIDTH = 320;
const HEIGHT = 180;
const RATE = 12;

export interface MadeClips {
  /** The path of a video of this seed. `edit` is a piece of ffmpeg's command line: the same scene, other bytes. */
  make(name: string, seed: number, edit?: readonly string[], seconds?: number): Promise<string>;
}

/** A copy as somebody else would post it: smaller and worse. */
export const SMALL_COPY = ['-vf', 'scale=208:-2', '-crf', '33'] as const;

export function createMadeClips(directory: string): MadeClips {
  return {
    async make(name, seed, edit = [], seconds = 6) {
      const file = join(directory, `${name}.mp4`);
      const input = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${WIDTH}x${HEIGHT}`, '-r', String(RATE)];
      const sound = ['-f', 'lavfi', '-i', `sine=frequency=${220 + 37 * seed}:duration=${seconds}`];
      const output = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
      const args = ['-y', '-v', 'error', ...input, '-i', 'pipe:0', ...sound, ...output, ...edit, file];
      const child = spawn(ffmpegInstaller.path, args, { stdio: ['pipe', 'ignore', 'inherit'] });
      const exited = once(child, 'exit');
      for (const frame of framesOf(seed, seconds * RATE)) {
        if (!child.stdin.write(frame)) await once(child.stdin, 'drain');
      }
      child.stdin.end();
      const [code] = (await exited) as [number | null];
      if (code !== 0) throw new Error(`ffmpeg could not make ${file}: it ended with ${code}`);
      return file;
    },
  };
}

function* framesOf(seed: number, count: number): Generator<Buffer> {
  const dice = createRandom(seed);
  const random = (): number => dice.next();
  const discs = Array.from({ length: 7 }, () => ({
    x: random() * WIDTH,
    y: random() * HEIGHT,
    dx: (random() - 0.5) * 6,
    dy: (random() - 0.5) * 4,
    radius: 12 + random() * 34,
    shade: 90 + Math.floor(random() * 165),
  }));
  const tilt = 0.3 + random() * 2;
  for (let number = 0; number < count; number++) {
    const frame = Buffer.alloc(WIDTH * HEIGHT);
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++)
        frame[y * WIDTH + x] = 40 + (Math.floor((x + tilt * y + number) / 24) % 2) * 22;
    }
    for (const { x, y, dx, dy, radius, shade } of discs)
      drawDisc(frame, wrap(x + dx * number, WIDTH), wrap(y + dy * number, HEIGHT), radius, shade);
    yield frame;
  }
}

function drawDisc(frame: Buffer, x: number, y: number, radius: number, shade: number): void {
  for (let row = Math.max(0, Math.ceil(y - radius)); row < Math.min(HEIGHT, y + radius); row++) {
    const half = Math.sqrt(Math.max(0, radius * radius - (row - y) ** 2));
    const from = Math.max(0, Math.ceil(x - half));
    const to = Math.min(WIDTH, Math.ceil(x + half));
    if (from < to) frame.fill(shade, row * WIDTH + from, row * WIDTH + to);
  }
}

function wrap(value: number, size: number): number {
  return ((value % size) + size) % size;
}
