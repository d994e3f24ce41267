/**
 * Reads HLS playlists, as far as short clips need them: the choice between qualities, and the pieces of one of them. What would need a key,
 * or parts of files, is told as not understood, and left to whoever understands more.
 */
import { MAX_SECONDS } from '../media/safe-input.ts';

export type Playlist =
  | { readonly type: 'choices'; readonly choices: readonly PlaylistChoice[] }
  /** In order: the header that all pieces share, where there is one, comes first. */
  | { readonly type: 'pieces'; readonly addresses: readonly string[]; readonly seconds: number }
  | { readonly type: 'unusable'; readonly reason: 'bad-media' | 'too-long'; readonly words: string };

export interface PlaylistChoice {
  readonly address: string;
  readonly bitsPerSecond: number;
  /** 0: not told. */
  readonly shortEdge: number;
}

const MAX_PIECES = 400;
const MAX_CHOICES = 50;
const STREAM_LINE = '#EXT-X-STREAM-INF';

export function isPlaylist(first: Buffer): boolean {
  return first
    .subarray(0, 16)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .startsWith('#EXTM3U');
}

export function readPlaylist(text: string): Playlist {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.some((line) => line.startsWith(STREAM_LINE)) ? readChoices(lines) : readPieces(lines);
}

/** The best that is not wastefully large; of those that do not tell their size, the one with the most bits. */
export function chooseQuality(
  choices: readonly PlaylistChoice[],
  maxShortEdge = 1_080,
): PlaylistChoice | undefined {
  const fitting = choices.filter(({ shortEdge }) => shortEdge <= maxShortEdge);
  const byBits = (a: PlaylistChoice, b: PlaylistChoice): number => b.bitsPerSecond - a.bitsPerSecond;
  return fitting.length > 0 ? fitting.toSorted(byBits)[0] : choices.toSorted(byBits).at(-1);
}

/** In one walk: looked for from each line anew, the address that follows would take minutes where there is none. */
function readChoices(lines: readonly string[]): Playlist {
  const choices: PlaylistChoice[] = [];
  let told: string[] = [];
  for (const line of lines) {
    if (line.startsWith(STREAM_LINE)) {
      if (choices.length + told.length < MAX_CHOICES) told.push(line);
    } else if (line !== '' && !line.startsWith('#')) {
      choices.push(...told.map((stream) => toChoice(stream, line)));
      told = [];
    }
  }
  return choices.length > 0 ? { type: 'choices', choices } : unusable('the playlist names no stream');
}

function toChoice(stream: string, address: string): PlaylistChoice {
  const [, width = 0, height = 0] = /RESOLUTION=(\d{1,5})x(\d{1,5})/.exec(stream)?.map(Number) ?? [];
  const bits = Number(/[:,]BANDWIDTH=(\d{1,12})/.exec(stream)?.[1] ?? 0);
  return { address, bitsPerSecond: bits, shortEdge: Math.min(width, height) };
}

function readPieces(lines: readonly string[]): Playlist {
  const addresses: string[] = [];
  let seconds = 0;
  for (const line of lines) {
    if (/^#EXT-X-KEY:(?!.*METHOD=NONE)/.test(line)) return unusable('the stream is encrypted');
    if (line.startsWith('#EXT-X-BYTERANGE') || /^#EXT-X-MAP:.*BYTERANGE=/.test(line))
      return unusable('the stream is cut out of larger files');
    const header = /^#EXT-X-MAP:.*URI="([^"]+)"/.exec(line)?.[1];
    if (header !== undefined && !addresses.includes(header)) addresses.push(header);
    seconds += Number(/^#EXTINF:\s*(\d{1,6}(?:\.\d+)?)/.exec(line)?.[1] ?? 0);
    if (line !== '' && !line.startsWith('#')) addresses.push(line);
    if (seconds > MAX_SECONDS)
      return { type: 'unusable', reason: 'too-long', words: `the stream is longer than ${MAX_SECONDS} s` };
    if (addresses.length > MAX_PIECES) return unusable(`the stream has more than ${MAX_PIECES} pieces`);
  }
  return addresses.length > 0
    ? { type: 'pieces', addresses, seconds }
    : unusable('the playlist names no pieces');
}

function unusable(words: string): Playlist {
  return { type: 'unusable', reason: 'bad-media', words };
}
