/**
 * Prints of a downloaded file: one pass of ffmpeg yields eight small gray pictures per second and the sound as mono samples, and the comparison
 * uses what is computed from them. The pass has the same whitelists and limits as the gate, and reads at most three minutes.
 *
 * Hashing yields to the event loop between chunks: a minute of video takes about 80 ms of computing.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { dirname } from 'node:path';
import type { ClipReason } from '#/domain/football/clip-state.ts';
import { runInTurns } from '#/domain/football/duplicates/in-turns.ts';
import { FINE_PER_SECOND, type PicturePrint } from '#/domain/football/duplicates/picture-print.ts';
import { PICTURE_EDGE, PICTURE_PIXELS } from '#/domain/football/duplicates/picture-sums.ts';
import { printPictures } from '#/domain/football/duplicates/print-pictures.ts';
import { printSound } from '#/domain/football/duplicates/print-sound.ts';
import { SAMPLE_RATE, type SoundPrint } from '#/domain/football/duplicates/sound-print.ts';
import { MAX_SECONDS, runTool, SAFE_INPUT, type ToolResult } from './run-tool.ts';
import type { MediaTools } from './tools.ts';

interface TakingPrints {
  /** As the gate found it. A sound that cannot be decoded is left out. */
  readonly hasAudio: boolean;
  readonly signal?: AbortSignal | undefined;
}

interface FailedPrints {
  readonly outcome: 'failed';
  readonly reason: Extract<ClipReason, 'no-tool' | 'tool-failed' | 'bad-media' | 'too-slow'>;
  readonly words: string;
  readonly isWorthRetrying: boolean;
}

type PrintsOutcome =
  | { readonly outcome: 'ok'; readonly picture: PicturePrint; readonly sound: SoundPrint | null }
  | FailedPrints;

export interface Prints {
  /** Rejects only with the signal's reason. The folder of the file is the working directory of the pass. */
  take(file: string, taking: TakingPrints): Promise<PrintsOutcome>;
}

const PASS_MS = 60_000;
const SAMPLE_BYTES = 2;
/** The gate refuses videos shorter than three seconds, so fewer pictures mean a failure. */
const LEAST_PICTURES = 2;

export function createPrints(
  { ffmpeg, cage }: Pick<MediaTools, 'ffmpeg' | 'cage'>,
  turn: () => Promise<void> = nextTurn,
): Prints {
  async function pass(program: string, file: string, withSound: boolean, signal: AbortSignal | undefined) {
    const directory = dirname(file);
    const args = argsFor(file, withSound);
    const extraPipes = withSound ? 1 : 0;
    return await runTool(
      { program, args, directory, network: 'none', wallMs: PASS_MS, cpuSeconds: 120, extraPipes, signal },
      cage,
    );
  }

  return {
    async take(file, { hasAudio, signal }) {
      if (!ffmpeg.found) return fail('no-tool', ffmpeg.detail);
      let run = await pass(ffmpeg.path, file, hasAudio, signal);
      // A broken sound track also fails the pass for the pictures, so repeat it without sound.
      if (hasAudio && hasFailed(run)) run = await pass(ffmpeg.path, file, false, signal);
      if (hasFailed(run)) return toFailure(run);
      const picture = await runInTurns(printPictures(run.stdout), turn);
      const samples = run.extra[0];
      const sound = samples ? await runInTurns(printSound(toSamples(samples)), turn) : null;
      return { outcome: 'ok', picture, sound: sound === null || sound.words.length === 0 ? null : sound };
    },
  };
}

/** Pictures are enough: many files are damaged at their end. */
function hasFailed({ end, stdout }: ToolResult): boolean {
  return end !== 'exited' || stdout.length < LEAST_PICTURES * PICTURE_PIXELS;
}

function toFailure({ end, code, stderr }: ToolResult): FailedPrints {
  const words = `${end}, ${code}: ${stderr.split('\n').at(-1)?.slice(0, 200)}`;
  if (end === 'notStarted') return fail('no-tool', `ffmpeg could not be started (${words})`);
  if (end === 'overtime') return fail('too-slow', `ffmpeg had not read it after ${PASS_MS / 1000} s`);
  return fail('bad-media', `ffmpeg found no pictures in it (${words})`);
}

/** No retry, also after the time limit: the same file would take as long again, and hold a download slot. */
function fail(reason: FailedPrints['reason'], words: string): FailedPrints {
  return { outcome: 'failed', reason, words, isWorthRetrying: false };
}

/** Bars are detected later in the small pictures: another pass would cost as much as this one. */
function argsFor(file: string, withSound: boolean): string[] {
  const small = `fps=${FINE_PER_SECOND},format=gray,scale=${PICTURE_EDGE}:${PICTURE_EDGE}:flags=area`;
  const gray = '-c:v rawvideo -pix_fmt gray -f rawvideo pipe:1'.split(' ');
  const samples = `-map 0:a:0 -ac 1 -ar ${SAMPLE_RATE} -c:a pcm_s16le -f s16le pipe:3`.split(' ');
  const until = ['-t', String(MAX_SECONDS)];
  // Pictures this small do not show whether the edges of blocks were smoothed; not doing it saves a fifth of the decoder's time.
  const input = [...SAFE_INPUT, '-threads', '2', '-skip_loop_filter', 'all', '-i', `file:${file}`];
  const pictures = [...until, '-map', '0:V:0', '-vf', small, ...gray];
  return ['-nostdin', '-v', 'error', ...input, ...pictures, ...(withSound ? [...until, ...samples] : [])];
}

/** Little endian, as on every machine that Node runs on. Copied, because an Int16Array needs an even offset. */
function toSamples(bytes: Buffer): Int16Array {
  const whole = Uint8Array.from(bytes.subarray(0, bytes.length - (bytes.length % SAMPLE_BYTES)));
  return new Int16Array(whole.buffer);
}
