/**
 * Downloads the video of a page with yt-dlp. Distributions ship old versions, so it gets the guard as its only way out, limits, a fixed file name in a
 * fresh folder (names from pages have been used to write scripts), no configuration, no cookies and no other program. Its exit code alone is not
 * trusted: it is 0 when a file was too large.
 */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Guard } from '#/runtime/guard/guard.ts';
import { type DownloadFailure, failure, failureOfGuard, failureOfYtDlp } from './download-failure.ts';
import { runTool } from './run-tool.ts';
import type { MediaTools } from './tools.ts';

export interface YtDlpRequest {
  readonly url: URL;
  readonly videoNumber: number;
  /** Empty, for yt-dlp only. */
  readonly directory: string;
  readonly maxBytes: number;
  readonly wallMs: number;
  readonly signal: AbortSignal;
}

/** Returns the file, or why there is none. */
export async function downloadWithYtDlp(
  request: YtDlpRequest,
  guard: Guard,
  { ytDlp, cage }: Pick<MediaTools, 'ytDlp' | 'cage'>,
): Promise<string | DownloadFailure> {
  if (!ytDlp.found) return failure('no-tool', ytDlp.detail);
  const refusalsBefore = guard.refusals().length;
  const run = await runTool(
    {
      program: ytDlp.path,
      args: argsFor(request, guard),
      directory: request.directory,
      network: 'proxied',
      wallMs: request.wallMs,
      cpuSeconds: 60,
      fileBytes: Math.ceil(request.maxBytes * 1.1),
      outputBytes: 1_000_000,
      signal: request.signal,
    },
    cage,
  );
  if (run.end === 'notStarted')
    return failure('no-tool', `yt-dlp could not be started: ${run.stderr.slice(0, 200)}`);
  const file = join(request.directory, FILE_NAME);
  if (run.end === 'exited' && run.code === 0 && (await isPlainFile(file))) return file;
  const told = failureOfGuard(guard, refusalsBefore);
  if (told !== null) return told;
  if (run.end === 'overtime')
    return failure('too-slow', `yt-dlp was not done within ${Math.round(request.wallMs / 1000)} s`);
  if (run.end !== 'exited')
    return failure('tool-failed', `yt-dlp ended by force (${run.end}): ${run.stderr.slice(-200)}`);
  return failureOfYtDlp(`${run.stdout.toString('utf8')}\n${run.stderr}`.trim());
}

const FILE_NAME = 'clip.bin';
const ALWAYS = (
  '--ignore-config --no-cache-dir --no-exec --no-cookies --no-mtime --no-progress --no-playlist --restrict-filenames ' +
  '--socket-timeout 10 --retries 2 --fragment-retries 2 --abort-on-unavailable-fragments ' +
  // It would pass URLs to ffmpeg; our own run without a network rewrites the file anyway.
  '--fixup never --downloader native --ffmpeg-location /nonexistent'
).split(' ');

function argsFor({ url, videoNumber, maxBytes }: YtDlpRequest, guard: Guard): string[] {
  const chosen = ['--playlist-items', String(videoNumber), '--max-filesize', String(maxBytes)];
  return [
    ...ALWAYS,
    ...chosen,
    '--proxy',
    guard.proxyUrl,
    '-f',
    'b[ext=mp4]/b',
    '-o',
    FILE_NAME,
    '--',
    url.href,
  ];
}

async function isPlainFile(file: string): Promise<boolean> {
  try {
    const found = await lstat(file);
    return found.isFile() && found.size > 0;
  } catch {
    // No file.
    return false;
  }
}
