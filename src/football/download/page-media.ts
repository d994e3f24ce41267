/**
 * The addresses of videos that a web page itself names: what it tells link previews (`og:video`, `twitter:player:stream`) and its `<video>`
 * elements. Read as text and nothing else: no script of the page runs, and what does not look plain is left to yt-dlp. In one walk from
 * tag to tag: patterns over a whole page can be made to take minutes by whoever wrote the page.
 */

export interface PageMedia {
  /** One per `<video>`, in their order on the page, as written: relative or not. */
  readonly videos: readonly string[];
  /** What link previews are told. */
  readonly preview: string | null;
  /** Something wants a password. */
  readonly isLogin: boolean;
  /** It has tags at all. */
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
  // Inside a `<video>` that has not named its file yet.
  let isWaiting = false;
  for (const { name, tag } of tagsOf(html)) {
    isPage ||= PAGE_TAGS.has(name);
    if (name === 'meta') preview ??= previewOf(tag);
    if (name === 'input') isLogin ||= attributeOf(tag, 'type')?.toLowerCase() === 'password';
    if (name === 'video') isWaiting = true;
    if (name === '/video') isWaiting = false;
    if (!isWaiting || (name !== 'video' && name !== 'source') || videos.length >= MAX_VIDEOS) continue;
    const address = attributeOf(tag, 'src') ?? '';
    // `blob:` is made by a script out of something else.
    if (address === '' || address.startsWith('blob:')) continue;
    videos.push(address);
    isWaiting = false;
  }
  return { videos, preview, isLogin, isPage };
}

/** From the last `<` in front of each `>`: every character is looked at once. */
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
