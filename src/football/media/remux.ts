/**
 * Writes the file that is stored: one video and at most one sound track in a new MP4 that plays while it loads, without metadata, chapters,
 * subtitles and other streams. Codecs that browsers play in MP4 are copied, others are encoded. `V` and not `v`: a cover picture is not a
 * video. Bit-exact: the same input gives the same bytes, so that equal downloads have equal hashes.
 */
import { dirname } from 'node:path';
import type { ClipReason } from '#/domain/football/clip-state.ts';
import type { Probe } from './probe.ts';
import { MAX_SECONDS, runTool, SAFE_INPUT } from './run-tool.ts';
import type { MediaTools } from './tools.ts';

type RemuxOutcome =
  | { readonly outcome: 'ok' }
  | { readonly outcome: 'failed'; readonly reason: ClipReason; readonly words: string };

/** Both files are in the same folder; `target` is overwritten. */
export type Remux = (
  files: { readonly source: string; readonly target: string; readonly probe: Probe },
  options: { readonly signal: AbortSignal },
) => Promise<RemuxOutcome>;

const COPIED_VIDEO: ReadonlySet<string> = new Set(['h264', 'hevc', 'vp9', 'av1', 'mpeg4']);
const COPIED_AUDIO: ReadonlySet<string> = new Set(['aac', 'mp3']);
const ENCODED_VIDEO =
  '-c:v libx264 -preset veryfast -crf 23 -pix_fmt yuv420p -vf crop=trunc(iw/2)*2:trunc(ih/2)*2'.split(' ');
const ENCODED_AUDIO = '-c:a aac -b:a 128k'.split(' ');
const QUIET = '-nostdin -v error -y'.split(' ');
const PICKED = '-map 0:V:0 -map 0:a:0? -map_metadata -1 -map_chapters -1 -sn -dn'.split(' ');
const EXACT =
  '-threads 2 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact -movflags +faststart -f mp4'.split(' ');
const REMUX_MS = 90_000;

export function createRemux({ ffmpeg, cage }: Pick<MediaTools, 'ffmpeg' | 'cage'>): Remux {
  return async ({ source, target, probe }, { signal }) => {
    if (!ffmpeg.found) return fail('no-tool', ffmpeg.detail);
    const run = await runTool(
      {
        program: ffmpeg.path,
        args: argsFor(source, target, probe),
        directory: dirname(target),
        network: 'none',
        wallMs: REMUX_MS,
        cpuSeconds: 120,
        signal,
      },
      cage,
    );
    const tail = run.stderr.split('\n').at(-1)?.slice(0, 200);
    if (run.end === 'notStarted') return fail('no-tool', `ffmpeg could not be started: ${tail}`);
    if (run.end === 'overtime') return fail('tool-failed', `ffmpeg was not done within ${REMUX_MS / 1000} s`);
    if (run.end !== 'exited' || run.code !== 0)
      return fail('bad-media', `ffmpeg could not rewrite it (${run.end}, ${run.code}): ${tail}`);
    return { outcome: 'ok' };
  };
}

function argsFor(source: string, target: string, probe: Probe): string[] {
  const video = COPIED_VIDEO.has(probe.videoCodec) ? ['-c:v', 'copy'] : ENCODED_VIDEO;
  const isSoundCopied = probe.audioCodec === null || COPIED_AUDIO.has(probe.audioCodec);
  const audio = isSoundCopied ? ['-c:a', 'copy'] : ENCODED_AUDIO;
  // Apple's players accept HEVC only under this tag.
  const tag = probe.videoCodec === 'hevc' ? ['-tag:v', 'hvc1'] : [];
  const input = [...QUIET, ...SAFE_INPUT, '-threads', '2', '-i', `file:${source}`, '-t', String(MAX_SECONDS)];
  return [...input, ...PICKED, ...video, ...audio, ...tag, ...EXACT, `file:${target}`];
}

function fail(reason: ClipReason, words: string): RemuxOutcome {
  return { outcome: 'failed', reason, words };
}
