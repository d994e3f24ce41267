/**
 * Fetches pictures from the two places of static data and from nowhere else. An address is the upstream's name and a path
 * (`data-dragon/cdn/16.1.1/img/tft-item/Bow.png`); paths come from files of those upstreams and are not trusted: one that leads out of
 * the upstream's base is refused. No redirects, one try, bounded in time and size.
 */
import type { StaticOrigin } from '#/domain/tft/static-entry.ts';
import { headerText } from '../http/answer-headers.ts';
import { decodeContent } from '../http/content-decoding.ts';
import { exchange, type Exchange } from '../http/exchange.ts';
import { createHttpConnections } from '../http/http-connections.ts';

export interface IconClientOptions {
  /** Null: nobody is asked, and no picture is there. */
  readonly bases: Readonly<Record<StaticOrigin, string>> | null;
  readonly maxBytes: number;
  readonly timeoutMs?: number;
}

/** The same words as in `upstream/static-data/kept-icons.ts`, which neither side imports from the other. */
type FetchedIcon =
  | { readonly type: 'fetched'; readonly bytes: Buffer }
  | { readonly type: 'missing' }
  | { readonly type: 'failed'; readonly detail: string };

export interface IconClient {
  fetchIcon(address: string): Promise<FetchedIcon>;
  stop(): Promise<void>;
}

/** A file server says 403 of files that it does not have. */
const NOT_THERE: ReadonlySet<number> = new Set([403, 404, 410]);

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
        onSending: () => undefined,
        onHeaders: () => undefined,
      });
      return toFetched(result, maxBytes);
    },
    stop: () => connections.stop(),
  };
}

function urlBelow(bases: Readonly<Record<StaticOrigin, string>>, address: string): URL | undefined {
  const slash = address.indexOf('/');
  const origin = address.slice(0, slash);
  if (origin !== 'data-dragon' && origin !== 'community-dragon') return undefined;
  const base = bases[origin].replace(/\/+$/, '');
  const path = address.slice(slash + 1);
  if (!URL.canParse(`${base}/${path}`)) return undefined;
  const url = new URL(`${base}/${path}`);
  const root = new URL(`${base}/`);
  // `..` is resolved by now, in whatever way it was written.
  return url.origin === root.origin && url.pathname.startsWith(root.pathname) ? url : undefined;
}

function toFetched(result: Exchange, maxBytes: number): FetchedIcon {
  if (result.type === 'failure') return { type: 'failed', detail: result.detail };
  const { status, headers, bytes, isWhole } = result;
  if (NOT_THERE.has(status)) return { type: 'missing' };
  if (status !== 200) return { type: 'failed', detail: `it answered ${status}` };
  if (!isWhole) return { type: 'failed', detail: `it has more than ${maxBytes} bytes` };
  const decoded = decodeContent(bytes, headerText(headers, 'content-encoding'), maxBytes);
  return decoded.type === 'decoded'
    ? { type: 'fetched', bytes: Buffer.from(decoded.bytes) }
    : { type: 'failed', detail: decoded.reason };
}
