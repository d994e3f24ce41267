/**
 * The gate that every downloaded file passes before anything else reads it: its first bytes are those of a known container, ffprobe (sandboxed, with
 * whitelists) finds a video in it, and length, picture and size are those of a clip. The output of ffprobe is validated too.
 */
import { open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Type } from 'typebox';
import type { ClipReason } from '#/domain/football/clip-state.ts';
import { parseJsonBody } from '#/upstream/body.ts';
import { compileShape, decimal, list, maybe, text, whole } from '#/upstream/shape.ts';
import { MAX_SECONDS, runTool, SAFE_INPUT, type ToolResult } from './run-tool.ts';
import type { MediaTools } from './tools.ts';

export interface Probe {
  /** ffprobe's name of the container: `mov,mp4,m4a,3gp,3g2,mj2`, `matroska,webm`, `mpegts`. */
  readonly container: string;
  readonly seconds: number;
  readonly width: number;
  readonly height: number;
  readonly frameRate: number | null;
  readonly videoCodec: string;
  /** Null: it has no sound. */
  readonly audioCodec: string | null;
  readonly hasAudio: boolean;
  readonly bytes: number;
}

export type ProbeOutcome =
  | { readonly outcome: 'ok'; readonly probe: Probe }
  | { readonly outcome: 'failed'; readonly reason: ClipReason; readonly words: string };

export type ProbeFile = (file: string, options: { readonly signal: AbortSignal }) => Promise<ProbeOutcome>;

export interface ProbeLimits {
  readonly minSeconds: number;
  readonly maxSeconds: number;
  readonly minEdge: number;
  readonly maxEdge: number;
  readonly maxBytes: number;
  /** Above any camera, so most of the file is something else. */
  readonly maxBitsPerSecond: number;
}

export const CLIP_LIMITS: ProbeLimits = {
  minSeconds: 3,
  maxSeconds: MAX_SECONDS,
  minEdge: 16,
  maxEdge: 4_096,
  maxBytes: 200_000_000,
  maxBitsPerSecond: 200_000_000,
};

const PROBE_MS = 20_000;

const Stream = Type.Object({
  codec_type: maybe(text(40)),
  codec_name: maybe(text(40)),
  width: maybe(whole()),
  height: maybe(whole()),
  avg_frame_rate: maybe(text(60)),
  disposition: maybe(Type.Object({ attached_pic: maybe(decimal()) })),
});
const Report = Type.Object({
  streams: maybe(list(Stream, 100)),
  format: maybe(Type.Object({ format_name: maybe(text(100)), duration: maybe(text(60)) })),
});
const reportShape = compileShape(Report);

export function createProbe(tools: Pick<MediaTools, 'ffprobe' | 'cage'>, limits = CLIP_LIMITS): ProbeFile {
  return async (file, { signal }) => {
    const { ffprobe, cage } = tools;
    if (!ffprobe.found) return fail('no-tool', ffprobe.detail);
    const { size: bytes } = await stat(file);
    if (bytes > limits.maxBytes)
      return fail('too-big', `the file has ${bytes} bytes; at most ${limits.maxBytes} are kept`);
    if (containerOf(await firstBytes(file)) === null)
      return fail('not-video', 'the file does not begin like a video (MP4, WebM or MPEG-TS)');
    const args = [
      '-v',
      'error',
      ...SAFE_INPUT,
      '-probesize',
      '10M',
      '-analyzeduration',
      '5M',
      '-threads',
      '2',
    ];
    const run = await runTool(
      {
        program: ffprobe.path,
        args: [...args, '-of', 'json', '-show_format', '-show_streams', `file:${file}`],
        directory: dirname(file),
        network: 'none',
        wallMs: PROBE_MS,
        cpuSeconds: 15,
        outputBytes: 1_000_000,
        signal,
      },
      cage,
    );
    if (run.end === 'notStarted')
      return fail('no-tool', `ffprobe could not be started: ${run.stderr.slice(0, 200)}`);
    if (run.end !== 'exited' || run.code !== 0) return refusalOf(run);
    const parsed = parseJsonBody(run.stdout);
    if (parsed.type !== 'json' || !reportShape.fits(parsed.value))
      return fail('bad-media', 'ffprobe told nothing that could be read of the file');
    return judge(parsed.value, bytes, limits);
  };
}

function judge(report: Type.Static<typeof Report>, bytes: number, limits: ProbeLimits): ProbeOutcome {
  const streams = report.streams ?? [];
  // A cover picture is also called a video stream.
  const video = streams.find(
    (stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1,
  );
  if (video === undefined) return fail('not-video', 'the file holds no video');
  const { width, height, codec_name: videoCodec } = video;
  const seconds = Number(report.format?.duration ?? Number.NaN);
  if (videoCodec === undefined || videoCodec === null)
    return fail('bad-media', 'the video is in an unknown codec');
  if (!Number.isFinite(seconds) || seconds <= 0)
    return fail('bad-media', 'the file does not tell how long it is');
  if (seconds < limits.minSeconds)
    return fail('too-short', `it is ${seconds.toFixed(1)} s long; at least ${limits.minSeconds} s are kept`);
  if (seconds > limits.maxSeconds)
    return fail('too-long', `it is ${seconds.toFixed(0)} s long; at most ${limits.maxSeconds} s are kept`);
  if (!isEdge(width, limits) || !isEdge(height, limits))
    return fail(
      'bad-picture',
      `its picture is ${width ?? '?'} by ${height ?? '?'}; edges of ${limits.minEdge} to ${limits.maxEdge} are kept`,
    );
  if ((bytes * 8) / seconds > limits.maxBitsPerSecond)
    return fail('bad-media', `${bytes} bytes are too many for ${seconds.toFixed(1)} s of video`);
  const audio = streams.find((stream) => stream.codec_type === 'audio');
  const probe: Probe = {
    container: report.format?.format_name ?? 'unknown',
    seconds,
    width,
    height,
    frameRate: readRate(video.avg_frame_rate),
    videoCodec,
    audioCodec: audio?.codec_name ?? null,
    hasAudio: audio !== undefined,
    bytes,
  };
  return { outcome: 'ok', probe };
}

function isEdge(edge: number | null | undefined, limits: ProbeLimits): edge is number {
  return edge !== null && edge !== undefined && edge >= limits.minEdge && edge <= limits.maxEdge;
}

/** `30000/1001`. */
function readRate(rate: string | null | undefined): number | null {
  const [over = Number.NaN, under = 1] = (rate ?? '').split('/').map(Number);
  const value = over / under;
  return Number.isFinite(value) && value > 0 && value <= 1_000 ? value : null;
}

async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(400), 0, 400, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function refusalOf({ end, stderr }: ToolResult): ProbeOutcome {
  const size = /Picture size (\d+x\d+) exceeds/.exec(stderr)?.[1];
  if (size !== undefined) return fail('bad-picture', `its picture of ${size} is too large to be looked at`);
  // Addresses in memory are meaningless.
  const words = (stderr.split('\n').at(-1) ?? '').replaceAll(/\[\S+ @ 0x[0-9a-f]+\]\s*/g, '').slice(0, 200);
  return fail('bad-media', `ffprobe ${end === 'exited' ? 'refused the file' : end}: ${words}`);
}

function fail(reason: ClipReason, words: string): ProbeOutcome {
  return { outcome: 'failed', reason, words };
}

export type Container = 'mp4' | 'webm' | 'mpegts';

const BOX_KINDS: ReadonlySet<string> = new Set(['ftyp', 'styp', 'moov', 'mdat', 'free', 'skip', 'wide']);
const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);
const TS_PACKET = 188;
const TS_SYNC = 0x47;

/** The container by the first bytes of a file; names and content types are not trusted. Null: unknown. */
export function containerOf(first: Buffer): Container | null {
  if (BOX_KINDS.has(first.subarray(4, 8).toString('latin1'))) return 'mp4';
  if (first.subarray(0, 4).equals(EBML)) return 'webm';
  return first[0] === TS_SYNC && first[TS_PACKET] === TS_SYNC ? 'mpegts' : null;
}
