/**
 * Downloads one video from its addresses to a checked MP4: from the video's own address, otherwise from what its page names, otherwise with
 * yt-dlp. The first result that passes the gate counts. All three ways share one guard with one budget and a fresh folder, which is removed if
 * there is no video.
 *
 * The returned file is never the downloaded one: it is made from its video and sound (`remux.ts`).
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClipReason } from '#/domain/football/clip-state.ts';
import { createTargetRules, type ForeignUrlRules, readForeignUrl } from '#/runtime/guard/targets.ts';
import { type Guard, startGuard } from '#/runtime/guard/guard.ts';
import type { LookUp } from '#/runtime/guard/guarded-connect.ts';
import { fetchDirectMedia } from './direct-media.ts';
import { type DownloadFailure, failure } from './download-failure.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { CLIP_LIMITS, createProbe, type Probe } from './probe.ts';
import { createRemux } from './remux.ts';
import type { MediaTools } from './tools.ts';
import { downloadWithYtDlp } from './yt-dlp.ts';

export interface ClipDownloadOptions {
  readonly tools: MediaTools;
  /** Exact `host:port` pairs that are allowed although they are not public. */
  readonly allowedPairs: readonly string[];
  /** Names (each with all below it) that videos and their pages may come from. Null: any public host. */
  readonly hosts: readonly string[] | null;
  readonly isHttpAllowed?: boolean;
  readonly maxBytes?: number;
  /** For all of one download, the rewriting of the file not counted. */
  readonly maxMs?: number;
  readonly lookUp?: LookUp;
}

const DEFAULT_MAX_MS = 90_000;

export function createClipDownload(options: ClipDownloadOptions): DownloadClip {
  const rules: ForeignUrlRules = {
    targets: createTargetRules(options),
    isHttpAllowed: options.isHttpAllowed ?? false,
  };
  const maxBytes = options.maxBytes ?? CLIP_LIMITS.maxBytes;
  const maxMs = options.maxMs ?? DEFAULT_MAX_MS;
  return async (address, { directory, signal }) => {
    signal.throwIfAborted();
    const missing = [options.tools.ffprobe, options.tools.ffmpeg].find((tool) => !tool.found);
    // Without the tools nothing could be checked, so nothing is requested.
    if (missing !== undefined) return toFailed(failure('no-tool', missing.detail));
    const folder = await mkdtemp(join(directory, 'clip-'));
    const work = join(folder, 'work');
    await mkdir(work);
    const lookUp = options.lookUp === undefined ? {} : { lookUp: options.lookUp };
    const guard = await startGuard({ ...options, maxBytes: Math.ceil(maxBytes * 1.1), maxMs, ...lookUp });
    let outcome: DownloadOutcome | null = null;
    try {
      outcome = await download({
        address,
        folder,
        work,
        signal,
        guard,
        rules,
        maxBytes,
        maxMs,
        tools: options.tools,
      });
      return outcome;
    } finally {
      await guard.stop();
      if (outcome?.outcome !== 'ok') await rm(folder, { recursive: true, force: true });
    }
  };
}

interface Download {
  readonly address: ClipAddress;
  readonly folder: string;
  /** Inside it, for what is not handed on. */
  readonly work: string;
  readonly signal: AbortSignal;
  readonly guard: Guard;
  readonly rules: ForeignUrlRules;
  readonly maxBytes: number;
  readonly maxMs: number;
  readonly tools: MediaTools;
}

/** Reasons for which the other ways would fail too: they request the same, or have no budget left. */
const FINAL: ReadonlySet<string> = new Set([
  'address-refused',
  'too-big',
  'too-slow',
  'too-long',
  'rate-limited',
]);

async function download(job: Download): Promise<DownloadOutcome> {
  let told = failure('bad-address', 'neither the video nor its page has an address');
  for (const [number, way] of waysOf(job).entries()) {
    const source = await way();
    const result = typeof source === 'string' ? await accept(source, job) : toFailed(source);
    if (result.outcome === 'ok') return result;
    if (number === 0 || weightOf(result, job) > weightOf(told, job)) told = result;
    if (FINAL.has(result.reason)) break;
  }
  return toFailed(told);
}

/** The first failure counts unless a later one is more precise; `not-video` of a page is the least precise. */
function weightOf({ reason }: DownloadFailure, { address }: Download): number {
  if (reason === 'no-tool') return address.mediaUrl === null ? 1 : -1;
  return reason === 'not-video' ? 0 : 2;
}

type Way = () => Promise<string | DownloadFailure>;

function waysOf(job: Download): Way[] {
  const { pageUrl, mediaUrl, videoNumber = 1 } = job.address;
  const direct = [mediaUrl, pageUrl].filter((address) => address !== null);
  const ways: Way[] = direct.map((address) => () => fetchDirectly(job, address, videoNumber));
  if (pageUrl !== null) ways.push(() => askYtDlp(job, pageUrl, videoNumber));
  return ways;
}

async function fetchDirectly(
  job: Download,
  address: string,
  videoNumber: number,
): Promise<string | DownloadFailure> {
  const { work, signal, maxBytes } = job;
  const file = join(work, 'direct.bin');
  const fetch = createGuardedFetch(job.guard, job.rules);
  try {
    return (await fetchDirectMedia({ address, videoNumber, file, maxBytes, signal }, fetch)) ?? file;
  } finally {
    await fetch.stop();
  }
}

async function askYtDlp(
  job: Download,
  pageUrl: string,
  videoNumber: number,
): Promise<string | DownloadFailure> {
  const { guard, tools, maxBytes, maxMs, signal } = job;
  const read = readForeignUrl(pageUrl, job.rules);
  if (!read.isUsable) return failure(read.fault === 'form' ? 'bad-address' : 'address-refused', read.words);
  const directory = join(job.work, 'yt-dlp');
  await mkdir(directory);
  return await downloadWithYtDlp(
    { url: read.url, videoNumber, directory, maxBytes, wallMs: maxMs, signal },
    guard,
    tools,
  );
}

/** Gate, rewrite, and the gate again: a file may not contain what its header announces. */
async function accept(source: string, job: Download): Promise<DownloadOutcome> {
  const { folder, work, signal, tools } = job;
  const probeFile = createProbe(tools, { ...CLIP_LIMITS, maxBytes: job.maxBytes });
  const probed = await probeFile(source, { signal });
  if (probed.outcome === 'failed') return toFailed(failure(probed.reason, probed.words));
  const target = join(folder, 'clip.mp4');
  const rewritten = await createRemux(tools)({ source, target, probe: probed.probe }, { signal });
  // No retry, also after the time limit: the same file would take as long again.
  if (rewritten.outcome === 'failed')
    return toFailed({ ...failure(rewritten.reason, rewritten.words), isWorthRetrying: false });
  const final = await probeFile(target, { signal });
  if (final.outcome === 'failed') return toFailed(failure(final.reason, final.words));
  await rm(work, { recursive: true, force: true });
  return toOk(target, final.probe);
}

function toOk(file: string, probe: Probe): DownloadOutcome {
  return { outcome: 'ok', file, probe };
}

function toFailed({ reason, words, isWorthRetrying }: DownloadFailure): DownloadOutcome {
  return { outcome: 'failed', reason, words, isWorthRetrying };
}

export interface ClipAddress {
  readonly pageUrl: string | null;
  readonly mediaUrl: string | null;
  /** The number of the video on the page, from 1. Default: 1. */
  readonly videoNumber?: number;
}

export type DownloadOutcome =
  /** `file`: an MP4 below the given directory, made from the video and sound of the download. */
  | { readonly outcome: 'ok'; readonly file: string; readonly probe: Probe }
  | {
      readonly outcome: 'failed';
      readonly reason: ClipReason;
      readonly words: string;
      readonly isWorthRetrying: boolean;
    };

/** `directory` must exist; everything is written into a fresh folder below it. Rejects with the signal's reason, and for bugs. */
export type DownloadClip = (
  address: ClipAddress,
  options: { readonly directory: string; readonly signal: AbortSignal },
) => Promise<DownloadOutcome>;
