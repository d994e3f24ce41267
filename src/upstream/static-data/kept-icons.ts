/**
 * Pictures by where they lie upstream: from our own files, or fetched once and kept. Whoever asks for the same one meanwhile waits for the
 * same fetch. What cannot be had is not asked for again for a while: a page asks for hundreds at once, and has initials to show.
 */
import type { Logger } from 'pino';
import type { Icon, IconFiles } from './icon-files.ts';

export type FetchedIcon =
  | { readonly type: 'fetched'; readonly bytes: Buffer }
  /** It is not there, and will hardly be tomorrow. */
  | { readonly type: 'missing' }
  | { readonly type: 'failed'; readonly detail: string };

export interface KeptIcons {
  /** Undefined: it cannot be had, at least not now. */
  get(address: string): Promise<Icon | undefined>;
}

export interface KeptIconsOptions {
  readonly files: IconFiles;
  readonly fetchIcon: (address: string) => Promise<FetchedIcon>;
  readonly now: () => number;
  readonly log: Logger;
}

const MISSING_MS = 10 * 60_000;
export const FAILED_MS = 30_000;
const MAX_REMEMBERED = 5_000;

export function createKeptIcons({ files, fetchIcon, now, log }: KeptIconsOptions): KeptIcons {
  const underWay = new Map<string, Promise<Icon | undefined>>();
  const notBefore = new Map<string, number>();

  function putOff(address: string, forMs: number): void {
    notBefore.set(address, now() + forMs);
    const [oldest] = notBefore.keys();
    if (notBefore.size > MAX_REMEMBERED && oldest !== undefined) notBefore.delete(oldest);
  }

  async function find(address: string): Promise<Icon | undefined> {
    const kept = await files.read(address);
    if (kept !== undefined) return kept;
    const fetched = await fetchIcon(address);
    if (fetched.type === 'fetched') {
      const icon = await files.write(address, fetched.bytes);
      if (icon !== undefined) return icon;
      log.warn({ address, bytes: fetched.bytes.length }, 'an icon is no picture, or too large');
    } else if (fetched.type === 'failed') log.debug({ address, detail: fetched.detail }, 'icon not fetched');
    putOff(address, fetched.type === 'failed' ? FAILED_MS : MISSING_MS);
    return undefined;
  }

  return {
    async get(address) {
      if (now() < (notBefore.get(address) ?? 0)) return undefined;
      const joined = underWay.get(address);
      if (joined !== undefined) return joined;
      const finding = find(address)
        .catch((error: unknown) => {
          // A full disk takes the pictures away and nothing else.
          log.warn({ err: error, address }, 'icon not kept');
          putOff(address, FAILED_MS);
          return undefined;
        })
        .finally(() => underWay.delete(address));
      underWay.set(address, finding);
      return finding;
    },
  };
}
