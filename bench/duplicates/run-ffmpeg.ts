/** Runs ffmpeg over files of our own making, and feeds it pictures if it is to have some. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export async function runFfmpeg(
  ffmpeg: string,
  args: readonly string[],
  pictures?: Iterable<Uint8Array>,
): Promise<void> {
  const child = spawn(ffmpeg, ['-v', 'error', '-y', ...args], { stdio: ['pipe', 'ignore', 'pipe'] });
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString('utf8')));
  const closed = once(child, 'close');
  // Each picture is overwritten by the next one, so it has to be copied before it waits in the pipe.
  const copies = (function* () {
    for (const picture of pictures ?? []) yield Buffer.from(picture);
  })();
  const fed = pipeline(Readable.from(copies), child.stdin);
  const [code] = (await closed) as [number | null];
  if (code !== 0) throw new Error(`ffmpeg ${args.join(' ')} ended with ${code}: ${words.trim()}`);
  await fed;
}
