/**
 * Icons of static data: fetched once from Data Dragon or Community Dragon and cached as files, because the page loads pictures only from its
 * own server. An address is the name of the upstream and a path (`data-dragon/cdn/16.1.1/img/tft-item/Bow.png`).
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { StaticOrigin } from '#/domain/tft/static-entry.ts';
import { decodeContent } from './body.ts';
import { createHttpConnections, exchange, headerText, type Exchange } from './exchange.ts';
import { STATIC_FILES } from './static-data.ts';

export interface Icon {
  readonly type: IconType;
  readonly bytes: Buffer;
}

export interface KeptIcons {
  /** Undefined: not available, at least not now. */
  get(address: string): Promise<Icon | undefined>;
}

export interface KeptIconsOptions {
  readonly files: IconFiles;
  readonly fetchIcon: (address: string) => Promise<FetchedIcon>;
  readonly now: () => number;
  readonly log: Logger;
}

export type FetchedIcon =
  | { readonly type: 'fetched'; readonly bytes: Buffer }
  /** Permanently. */
  | { readonly type: 'missing' }
  | { readonly type: 'failed'; readonly detail: string };

const MISSING_MS = 10 * 60_000;
export const FAILED_MS = 30_000;
const MAX_REMEMBERED = 5_000;

/**
 * Concurrent requests for one icon share one fetch. After a failure the icon is not requested for a while: a page shows hundreds at once, and
 * has initials instead.
 */
export function createKeptIcons({ files, fetchIcon, now, log }: KeptIconsOptions): KeptIcons {
  const inFlight = new Map<string, Promise<Icon | undefined>>();
  const notBefore = new Map<string, number>();

  function postpone(address: string, ms: number): void {
    notBefore.set(address, now() + ms);
    const [oldest] = notBefore.keys();
    if (notBefore.size > MAX_REMEMBERED && oldest !== undefined) notBefore.delete(oldest);
  }

  async function find(address: string): Promise<Icon | undefined> {
    const cached = await files.read(address);
    if (cached !== undefined) return cached;
    const fetched = await fetchIcon(address);
    if (fetched.type === 'fetched') {
      const icon = await files.write(address, fetched.bytes);
      if (icon !== undefined) return icon;
      log.warn({ address, bytes: fetched.bytes.length }, 'icon is not a picture, or too large');
    } else if (fetched.type === 'failed') log.debug({ address, detail: fetched.detail }, 'icon not fetched');
    postpone(address, fetched.type === 'failed' ? FAILED_MS : MISSING_MS);
    return undefined;
  }

  return {
    async get(address) {
      if (now() < (notBefore.get(address) ?? 0)) return undefined;
      const joined = inFlight.get(address);
      if (joined !== undefined) return joined;
      const finding = find(address)
        .catch((error: unknown) => {
          // A full disk costs the icons and nothing else.
          log.warn({ err: error, address }, 'icon not stored');
          postpone(address, FAILED_MS);
          return undefined;
        })
        .finally(() => inFlight.delete(address));
      inFlight.set(address, finding);
      return finding;
    },
  };
}

export interface IconClientOptions {
  /** Null: there is no upstream, and every icon is missing. */
  readonly bases: Readonly<Record<StaticOrigin, string>> | null;
  readonly maxBytes: number;
  readonly timeoutMs?: number;
}

export interface IconClient {
  fetchIcon(address: string): Promise<FetchedIcon>;
  stop(): Promise<void>;
}

/** No redirects, one attempt, bounded in time and size. */
export function createIconClient({ bases, maxBytes, timeoutMs = 8_000 }: IconClientOptions): IconClient {
  const connections = createHttpConnections({ connectMs: timeoutMs, maxPerOrigin: 8 });
  return {
    async fetchIcon(address) {
      const url = bases === null ? undefined : urlBelow(bases, address);
      if (url === undefined) return { type: 'missing' };
      const result = await exchange(connections.dispatcher, {
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'gamekeeper' },
        headersMs: timeoutMs,
        bodyMs: timeoutMs,
        maxBytes,
      });
      return toFetched(result, maxBytes);
    },
    stop: () => connections.stop(),
  };
}

/** Paths come from files of the upstream and are not trusted: undefined if one leads out of its base. */
function urlBelow(bases: Readonly<Record<StaticOrigin, string>>, address: string): URL | undefined {
  const slash = address.indexOf('/');
  const origin = address.slice(0, slash);
  if (origin !== 'data-dragon' && origin !== 'community-dragon') return undefined;
  const base = bases[origin].replace(/\/+$/, '');
  const path = address.slice(slash + 1);
  if (!URL.canParse(`${base}/${path}`)) return undefined;
  const url = new URL(`${base}/${path}`);
  const root = new URL(`${base}/`);
  // `..` is resolved by now, however it was written.
  return url.origin === root.origin && url.pathname.startsWith(root.pathname) ? url : undefined;
}

function toFetched(result: Exchange, maxBytes: number): FetchedIcon {
  if (result.type === 'failure') return { type: 'failed', detail: result.detail };
  const { status, headers, bytes, isWhole } = result;
  if (STATIC_FILES.missing.includes(status)) return { type: 'missing' };
  if (status !== 200) return { type: 'failed', detail: `it answered ${status}` };
  if (!isWhole) return { type: 'failed', detail: `it has more than ${maxBytes} bytes` };
  const decoded = decodeContent(bytes, headerText(headers, 'content-encoding'), maxBytes);
  return decoded.type === 'decoded'
    ? { type: 'fetched', bytes: Buffer.from(decoded.bytes) }
    : { type: 'failed', detail: decoded.reason };
}

export interface IconFiles {
  read(address: string): Promise<Icon | undefined>;
  /** Undefined: too large, or not a picture; it is not stored. */
  write(address: string, bytes: Buffer): Promise<Icon | undefined>;
}

export interface IconFilesOptions {
  /** Created with the first icon. */
  readonly directory: string;
  readonly maxFiles: number;
  readonly maxBytes: number;
}

export const MAX_ICON_BYTES = 256 * 1024;
const NAME = /^[0-9a-f]{64}$/;

/**
 * One folder with files named by a hash of the address. A file is complete or does not exist. Their number and size are bounded: the oldest are
 * deleted first, and fetched again when needed.
 */
export function createIconFiles({ directory, maxFiles, maxBytes }: IconFilesOptions): IconFiles {
  /** Sizes by name, the oldest first. */
  let opening: Promise<Map<string, number>> | undefined;
  const open = (): Promise<Map<string, number>> => {
    opening ??= listFiles(directory).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  async function makeRoom(sizes: Map<string, number>): Promise<void> {
    let total = 0;
    for (const size of sizes.values()) total += size;
    for (const [name, size] of sizes) {
      if (sizes.size <= maxFiles && total <= maxBytes) return;
      sizes.delete(name);
      total -= size;
      await rm(join(directory, name), { force: true });
    }
  }

  return {
    async read(address) {
      const name = nameOf(address);
      if (!(await open()).has(name)) return undefined;
      const bytes = await readFile(join(directory, name)).catch((error: unknown) => {
        if (isMissing(error)) return undefined; // It was deleted by hand, and is fetched again.
        throw error;
      });
      return bytes && toIcon(bytes);
    },
    async write(address, bytes) {
      const icon = toIcon(bytes);
      if (icon === undefined) return undefined;
      const sizes = await open();
      const name = nameOf(address);
      const unfinished = join(directory, `${name}.${randomUUID()}.part`);
      await writeFile(unfinished, bytes);
      await rename(unfinished, join(directory, name));
      sizes.delete(name);
      sizes.set(name, bytes.length);
      await makeRoom(sizes);
      return icon;
    },
  };
}

/** Deletes unfinished files. */
async function listFiles(directory: string): Promise<Map<string, number>> {
  await mkdir(directory, { recursive: true });
  const found: { name: string; size: number; changedAt: number }[] = [];
  for (const name of await readdir(directory)) {
    const file = join(directory, name);
    if (name.endsWith('.part')) await rm(file, { force: true });
    if (!NAME.test(name)) continue;
    const { size, mtimeMs } = await stat(file);
    found.push({ name, size, changedAt: mtimeMs });
  }
  found.sort((left, right) => left.changedAt - right.changedAt);
  return new Map(found.map(({ name, size }) => [name, size]));
}

function toIcon(bytes: Buffer): Icon | undefined {
  const type = bytes.length > MAX_ICON_BYTES ? undefined : iconTypeOf(bytes);
  return type && { type, bytes };
}

function nameOf(address: string): string {
  return createHash('sha256').update(address).digest('hex');
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

type IconType = 'image/png' | 'image/webp' | 'image/jpeg' | 'image/svg+xml';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
/** Only a declaration and white space may come before it: a page with a picture in it is a page. */
const SVG = /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?<svg[\s>]/;

/** By the first bytes, because the header of the sender is not trusted. Undefined: not a picture that a page may show. */
export function iconTypeOf(bytes: Buffer): IconType | undefined {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'image/png';
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return 'image/jpeg';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return 'image/webp';
  return SVG.test(bytes.toString('utf8', 0, 500)) ? 'image/svg+xml' : undefined;
}
