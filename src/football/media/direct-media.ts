/**
 * Fetches a video without yt-dlp: a video file, a stream in segments (HLS), or a page that names one of both. The first bytes decide what it
 * is, never its name or content type.
 */
import { open, readFile, rm } from 'node:fs/promises';
import { decodeContent } from '#/upstream/body.ts';
import { type DownloadFailure, failure } from './download-failure.ts';
import type { GuardedFetch } from './guarded-fetch.ts';
import { chooseQuality, isPlaylist, readPageMedia, readPlaylist } from './page-media.ts';
import { containerOf } from './probe.ts';

export interface DirectRequest {
  readonly address: string;
  readonly base?: URL;
  /** Which video, where the address turns out to be a page. */
  readonly videoNumber: number;
  /** Is made, or overwritten. */
  readonly file: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Null: it is in the file. */
export async function fetchDirectMedia(
  request: DirectRequest,
  fetch: GuardedFetch,
): Promise<DownloadFailure | null> {
  return await fetchAnything(request, fetch, { pagesLeft: 1, playlistsLeft: 2 });
}

interface Patience {
  readonly pagesLeft: number;
  readonly playlistsLeft: number;
}

const MAX_TEXT_BYTES = 4 * 1024 * 1024;

async function fetchAnything(
  request: DirectRequest,
  fetch: GuardedFetch,
  patience: Patience,
): Promise<DownloadFailure | null> {
  const fetched = await fetch.fetchToFile(request);
  if (fetched.type === 'failed') return fetched.failure;
  const { url, encoding } = fetched;
  const isEncoded = encoding !== undefined && encoding !== 'identity';
  const first = await beginningOf(request.file);
  if (!isEncoded && containerOf(first) !== null) return null;
  if (fetched.bytes > MAX_TEXT_BYTES)
    return failure('not-video', 'what came is no video that is known (MP4, WebM, MPEG-TS, HLS)');
  const decoded = decodeContent(await readFile(request.file), encoding, MAX_TEXT_BYTES);
  if (decoded.type !== 'decoded') return failure('bad-media', decoded.reason);
  const bytes = Buffer.from(decoded.bytes);
  if (isPlaylist(bytes))
    return await fetchStream(bytes.toString('utf8'), { ...request, base: url }, fetch, patience);
  return await fetchFromPage(bytes.toString('utf8'), { ...request, base: url }, fetch, patience);
}

async function fetchStream(
  text: string,
  request: DirectRequest,
  fetch: GuardedFetch,
  patience: Patience,
): Promise<DownloadFailure | null> {
  if (patience.playlistsLeft === 0) return failure('bad-media', 'the playlist leads to more playlists');
  const playlist = readPlaylist(text);
  if (playlist.type === 'unusable') return failure(playlist.reason, playlist.words);
  if (playlist.type === 'choices') {
    const choice = chooseQuality(playlist.choices);
    if (choice === undefined) return failure('bad-media', 'the playlist names no stream');
    const next = { pagesLeft: 0, playlistsLeft: patience.playlistsLeft - 1 };
    return await fetchAnything({ ...request, address: choice.address }, fetch, next);
  }
  await rm(request.file, { force: true });
  let bytes = 0;
  for (const address of playlist.addresses) {
    const maxBytes = request.maxBytes - bytes;
    const piece = await fetch.fetchToFile({ ...request, address, maxBytes, isAppended: true });
    if (piece.type === 'failed') return piece.failure;
    bytes += piece.bytes;
  }
  return null;
}

async function fetchFromPage(
  html: string,
  request: DirectRequest,
  fetch: GuardedFetch,
  patience: Patience,
): Promise<DownloadFailure | null> {
  const { videos, preview, isLogin, isPage } = readPageMedia(html);
  if (isLogin) return failure('login-needed', `${request.base?.host ?? 'the site'} asks for a login`);
  if (patience.pagesLeft === 0 || !isPage)
    return failure('not-video', 'what came is no video that is known (MP4, WebM, MPEG-TS, HLS)');
  const address = videos[request.videoNumber - 1] ?? (request.videoNumber === 1 ? preview : null);
  if (address === null) return failure('not-video', 'the page names no video of its own');
  return await fetchAnything({ ...request, address }, fetch, { ...patience, pagesLeft: 0 });
}

async function beginningOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(400), 0, 400, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
