/**
 * Which host and port somebody may be taken to, before anything is resolved: public names on the two ports of the web, within a list
 * of hosts where there is one; and exact `host:port` pairs that the operator allowed, whatever they are.
 */
import { isIP } from 'node:net';

export interface Target {
  /** In lower case, an IPv6 address without its brackets. */
  readonly host: string;
  readonly port: number;
}

export interface TargetRules {
  /** `allowed`: an exact pair of the list, whose addresses are not looked at. `public`: if its addresses are. */
  judge(
    target: Target,
  ): { readonly verdict: 'allowed' | 'public' } | { readonly verdict: 'refused'; readonly words: string };
}

export interface TargetRuleOptions {
  /** `127.0.0.1:9000`, `clips.local:8080`. */
  readonly allowedPairs: readonly string[];
  /** Names that may be asked, each with all names below it. Null: any. */
  readonly hosts: readonly string[] | null;
}

const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);
/** Names that never lead out, whatever a resolver says of them. */
const INNER_NAMES = /(^|\.)(localhost|local|internal|intranet|home\.arpa|onion|test|invalid)\.?$/;

export function createTargetRules({ allowedPairs, hosts }: TargetRuleOptions): TargetRules {
  const pairs = new Set(allowedPairs.map((pair) => pair.toLowerCase()));
  return {
    judge({ host, port }) {
      if (pairs.has(writePair({ host, port }))) return { verdict: 'allowed' };
      if (isIP(host) !== 0) return refuse(`${host} is an address; only names of public hosts are asked`);
      if (!host.includes('.') || INNER_NAMES.test(host)) return refuse(`${host} is not a public name`);
      if (!WEB_PORTS.has(port)) return refuse(`${host} is asked on port ${port}; only 80 and 443 are`);
      if (hosts !== null && !hosts.some((name) => isNameWithin(host, name)))
        return refuse(`${host} is not among the hosts that the site may lead to`);
      return { verdict: 'public' };
    },
  };
}

/** `host:port`, as it stands in a CONNECT; null where it is none. */
export function parsePair(text: string): Target | null {
  const found = /^(?:\[([0-9a-f:.%]+)\]|([^\s:@/?#[\]]+)):(\d{1,5})$/i.exec(text);
  const host = (found?.[1] ?? found?.[2] ?? '').toLowerCase();
  const port = Number(found?.[3]);
  return host === '' || port < 1 || port > 65_535 ? null : { host, port };
}

export function targetOf(url: URL): Target {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { host: url.hostname.replaceAll(/^\[|\]$/g, '').toLowerCase(), port };
}

export function writePair({ host, port }: Target): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

function isNameWithin(host: string, name: string): boolean {
  const wanted = name.toLowerCase();
  return host === wanted || host.endsWith(`.${wanted}`);
}

function refuse(words: string): { verdict: 'refused'; words: string } {
  return { verdict: 'refused', words };
}
