/**
 * Which targets that come from outside may be requested: the form of a URL, its host and port before anything is resolved, and the addresses
 * that a name resolves to. `guarded-connect.ts` applies the rules at the moment of connecting.
 */
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

export type ForeignUrl =
  | { readonly isUsable: true; readonly url: URL }
  | { readonly isUsable: false; readonly fault: 'form' | 'target'; readonly words: string };

export interface ForeignUrlRules {
  readonly targets: TargetRules;
  /** Plain HTTP to public hosts; allowed pairs may always use it. */
  readonly isHttpAllowed: boolean;
}

const MAX_LENGTH = 2_048;

/** Checks the form of a URL and its target. `base`: for relative URLs. */
export function readForeignUrl(text: string, rules: ForeignUrlRules, base?: URL): ForeignUrl {
  if (text.length > MAX_LENGTH)
    return wrong(`the address has ${text.length} characters; at most ${MAX_LENGTH} are read`);
  // URL parsers drop these silently, so the checked URL would differ from the written one.
  if (hasControlCharacters(text)) return wrong('the address holds control characters');
  if (!URL.canParse(text, base?.href)) return wrong(`${JSON.stringify(text.slice(0, 80))} is not an address`);
  const url = new URL(text, base);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return wrong(`the address begins with ${url.protocol.slice(0, 20)}; only https: is followed`);
  if (url.username !== '' || url.password !== '') return wrong('the address holds a user name or password');
  url.hash = '';
  const judged = rules.targets.judge(targetOf(url));
  if (judged.verdict === 'refused') return { isUsable: false, fault: 'target', words: judged.words };
  if (url.protocol === 'http:' && judged.verdict === 'public' && !rules.isHttpAllowed)
    return wrong('the address begins with http:; only https: is followed');
  return { isUsable: true, url };
}

function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

function wrong(words: string): ForeignUrl {
  return { isUsable: false, fault: 'form', words };
}

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
  /** Allowed names, each with its subdomains. Null: any. */
  readonly hosts: readonly string[] | null;
}

const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);
/** Names that are never public, whatever a resolver answers. */
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

/** Parses `host:port` of a CONNECT request. */
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

const REFUSED_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // A cloud's inner service under a public address.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

const GLOBAL_UNICAST_V6 = ['2000::', 3] as const;
const REFUSED_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

/** Addresses, as a resolver gives them; anything that is no address is not public. */
export interface AddressRules {
  isPublic(address: string): boolean;
}

/** `own`: addresses of this machine, which are refused even where they are public. */
export function createAddressRules(own: readonly string[] = ownAddresses()): AddressRules {
  const refused = new BlockList();
  for (const [address, bits] of REFUSED_V4) refused.addSubnet(address, bits, 'ipv4');
  for (const [address, bits] of REFUSED_V6) refused.addSubnet(address, bits, 'ipv6');
  for (const address of own) if (isIP(address) !== 0) refused.addAddress(address, familyOf(address));
  const globalV6 = new BlockList();
  globalV6.addSubnet(...GLOBAL_UNICAST_V6, 'ipv6');
  return {
    isPublic(address) {
      // With a zone (`fe80::1%eth0`) it is meant for one link.
      if (isIP(address) === 0 || address.includes('%')) return false;
      const family = familyOf(address);
      if (family === 'ipv6' && !globalV6.check(address, 'ipv6')) return false;
      return !refused.check(address, family);
    },
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((found) => (found ?? []).map(({ address }) => address));
}
