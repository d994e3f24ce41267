import { expect, test } from 'vitest';
import { createAddressRules } from './address-rules.ts';

const rules = createAddressRules([]);

test.each([
  ['0.0.0.0', 'this host'],
  ['0.1.2.3', 'this network'],
  ['10.255.255.255', 'private'],
  ['100.100.100.200', 'carrier-grade, and a metadata service'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['168.63.129.16', 'a metadata service under a public address'],
  ['169.254.169.254', 'a metadata service'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.192', 'a metadata service'],
  ['192.0.2.1', 'documentation'],
  ['192.88.99.1', '6to4 relay'],
  ['192.168.1.1', 'private'],
  ['198.18.0.1', 'benchmarks'],
  ['198.19.255.255', 'benchmarks'],
  ['198.51.100.7', 'documentation'],
  ['203.0.113.9', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback, mapped'],
  ['::ffff:7f00:1', 'loopback, mapped and in hex'],
  ['::ffff:8.8.8.8', 'mapped'],
  ['::ffff:0:127.0.0.1', 'translated'],
  ['::127.0.0.1', 'loopback, compatible'],
  ['64:ff9b::7f00:1', 'loopback behind NAT64'],
  ['64:ff9b:1::1', 'local NAT64'],
  ['100::1', 'discard'],
  ['2001::1', 'Teredo'],
  ['2001:db8::1', 'documentation'],
  ['2002:7f00:1::', 'loopback in 6to4'],
  ['3fff::1', 'documentation'],
  ['fc00::1', 'unique local'],
  ['fd00:ec2::254', 'a metadata service'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local, with its zone'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
  ['0x7f.1', 'no address'],
  ['127.1', 'no address'],
  ['2130706433', 'no address'],
  ['', 'nothing'],
])('%s (%s) is not public', (address) => {
  expect(rules.isPublic(address)).toBe(false);
});

test.each(
  '1.1.1.1 100.63.255.255 172.15.0.1 172.32.0.1 192.0.1.1 198.17.0.1 2606:4700::1111 2001:4860:4860::8888'.split(
    ' ',
  ),
)('%s is public', (address) => {
  expect(rules.isPublic(address)).toBe(true);
});

test('an address of this machine is refused although it is public', () => {
  const own = createAddressRules(['93.184.216.34', '2606:2800:220:1::1']);
  expect(own.isPublic('93.184.216.34')).toBe(false);
  expect(own.isPublic('2606:2800:220:1:0:0:0:1')).toBe(false);
  expect(own.isPublic('93.184.216.35')).toBe(true);
});
