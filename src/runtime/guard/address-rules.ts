/**
 * Which addresses strangers may send us to: those of the public internet, and none that lead back inside (this machine, its network,
 * the metadata services of clouds) under any spelling. Of IPv6 only global unicast is left, so every form that carries an IPv4 address
 * inside (mapped, compatible, NAT64, 6to4, Teredo) is out without being taken apart.
 */
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

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
