/**
 * Addresses of videos in what a server sent: in a web page (link previews and `<video>` elements) or in an HLS playlist (qualities and segments).
 * Both are read as text; no script of a page runs. Playlists that need a key or parts of files are left to yt-dlp.
 */
import { MAX_SECONDS } from './run-tool.ts';

export interface PageMedia {
  /** One per `<video>`, in their order on the page, as written: relative or not. */
  readonly videos: readonly string[];
  /** The video for link previews. */
  readonly preview: string | null;
  /** It has a password field. */
  readonly isLogin: boolean;
  /** It has HTML tags. */
  readonly isPage: boolean;
}

const MAX_VIDEOS = 20;
const MAX_TAG = 4_096;
const PREVIEW_NAMES = /^(og:video(:secure_url|:url)?|twitter:player:stream)$/i;
const PAGE_TAGS: ReadonlySet<string> = new Set(['html', 'head', 'body', 'meta', 'video', 'title', 'script']);

export function readPageMedia(html: string): PageMedia {
  const videos: string[] = [];
  let preview: string | null = null;
  let isLogin = false;
  let isPage = false;
  // Inside a `<video>` without a file so far.
  let isWaiting = false;
  for (const { name, tag } of tagsOf(html)) {
    isPage ||= PAGE_TAGS.has(name);
    if (name === 'meta') preview ??= previewOf(tag);
    if (name === 'input') isLogin ||= attributeOf(tag, 'type')?.toLowerCase() === 'password';
    if (name === 'video') isWaiting = true;
    if (name === '/video') isWaiting = false;
    if (!isWaiting || (name !== 'video' && name !== 'source') || videos.length >= MAX_VIDEOS) continue;
    const address = attributeOf(tag, 'src') ?? '';
    // A `blob:` exists only inside the page's script.
    if (address === '' || address.startsWith('blob:')) continue;
    videos.push(address);
    isWaiting = false;
  }
  return { videos, preview, isLogin, isPage };
}

/** From the last `<` before each `>`, in one pass: patterns over a whole page can be made to take minutes. */
function* tagsOf(html: string): Generator<{ readonly name: string; readonly tag: string }> {
  for (let at = 0; at < html.length;) {
    const end = html.indexOf('>', at);
    if (end === -1) return;
    const piece = html.slice(Math.max(at, end - MAX_TAG), end);
    const tag = piece.slice(piece.lastIndexOf('<') + 1);
    const name = /^\/?[a-z]+/i.exec(tag)?.[0];
    if (name !== undefined && piece.includes('<')) yield { name: name.toLowerCase(), tag };
    at = end + 1;
  }
}

function previewOf(tag: string): string | null {
  const name = attributeOf(tag, 'property') ?? attributeOf(tag, 'name') ?? '';
  const address = attributeOf(tag, 'content') ?? '';
  return PREVIEW_NAMES.test(name.trim()) && address !== '' ? address : null;
}

function attributeOf(tag: string, name: string): string | null {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  const value = found?.[1] ?? found?.[2] ?? found?.[3];
  return value === undefined ? null : decodeEntities(value).trim();
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', apos: "'" };

function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|(amp|quot|lt|gt|apos));/gi,
    (_whole, ten, hex, name) => {
      if (typeof name === 'string') return ENTITIES[name.toLowerCase()] ?? '';
      return String.fromCodePoint(typeof ten === 'string' ? Number(ten) : Number.parseInt(String(hex), 16));
    },
  );
}

export type Playlist =
  | { readonly type: 'choices'; readonly choices: readonly PlaylistChoice[] }
  /** In order: the header that all pieces share, where there is one, comes first. */
  | { readonly type: 'pieces'; readonly addresses: readonly string[]; readonly seconds: number }
  | { readonly type: 'unusable'; readonly reason: 'bad-media' | 'too-long'; readonly words: string };

export interface PlaylistChoice {
  readonly address: string;
  readonly bitsPerSecond: number;
  /** 0: unknown. */
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

/** The highest bit rate up to `maxShortEdge`; if all are larger, the lowest one. */
export function chooseQuality(
  choices: readonly PlaylistChoice[],
  maxShortEdge = 1_080,
): PlaylistChoice | undefined {
  const fitting = choices.filter(({ shortEdge }) => shortEdge <= maxShortEdge);
  const byBits = (a: PlaylistChoice, b: PlaylistChoice): number => b.bitsPerSecond - a.bitsPerSecond;
  return fitting.length > 0 ? fitting.toSorted(byBits)[0] : choices.toSorted(byBits).at(-1);
}

/** One pass: searching the next address from each line again would take minutes for hostile input. */
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
