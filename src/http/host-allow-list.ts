/**
 * Which names this server answers to. Without it, any page could point a name of its own at 127.0.0.1 (DNS rebinding)
 * and read everything with the reader's browser; the Host header then carries that foreign name. Pure.
 *
 * A refused host gets 403 and not 421: 421 asks the client to try again on another connection, and there is none.
 */
import { isIPv6 } from 'node:net';
import type { HttpSettings } from './http-settings.ts';

export interface HostAllowList {
  /** `host` as in the Host header: a name or address, with or without a port. */
  readonly allows: (host: string) => boolean;
  /** Exact origins that belong to this server when it is addressed as `host`. */
  readonly originsFor: (scheme: string, host: string) => string[];
}

type Place = { readonly name: string; readonly port: string | undefined };

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '::1'];
const ANY_ADDRESS = new Set(['0.0.0.0', '::', '']);

export function createHostAllowList(
  settings: Pick<HttpSettings, 'host' | 'publicUrl' | 'allowedHosts'>,
): HostAllowList {
  const publicOrigin = settings.publicUrl === null ? undefined : new URL(settings.publicUrl).origin;
  const places: Place[] = LOOPBACK_NAMES.map((name) => ({ name, port: undefined }));
  if (!ANY_ADDRESS.has(settings.host)) places.push({ name: settings.host.toLowerCase(), port: undefined });
  if (settings.publicUrl !== null)
    places.push({ name: bareName(new URL(settings.publicUrl).hostname), port: undefined });
  for (const entry of settings.allowedHosts) {
    const place = parseHost(entry);
    if (place !== undefined) places.push(place);
  }

  const allows = (host: string): boolean => {
    const given = parseHost(host);
    if (given === undefined) return false;
    return places.some(
      ({ name, port }) => name === given.name && (port === undefined || port === given.port),
    );
  };
  return {
    allows,
    originsFor(scheme, host) {
      // Behind a proxy the scheme is what a header says, and that may be anything.
      const address = `${scheme}://${host}`;
      const own = allows(host) && URL.canParse(address) ? [new URL(address).origin] : [];
      return publicOrigin === undefined ? own : [...own, publicOrigin];
    },
  };
}

/** `undefined` for what is not a host at all: user names, paths and lists have no place in the header. */
function parseHost(text: string): Place | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::(\d{1,5}))?$/i.exec(text.trim());
  const [, address, name, port] = match ?? [];
  if (port !== undefined && Number(port) > 65_535) return undefined;
  if (address !== undefined) return isIPv6(address) ? { name: bareName(`[${address}]`), port } : undefined;
  return name === undefined ? undefined : { name: bareName(name), port };
}

/** One spelling for one host: lower case, no closing dot, IPv6 without brackets and shortened. */
function bareName(name: string): string {
  if (name.startsWith('[')) return new URL(`http://${name}`).hostname.slice(1, -1);
  return name.toLowerCase().replace(/\.$/, '');
}
