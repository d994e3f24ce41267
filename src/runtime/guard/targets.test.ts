import { expect, test } from 'vitest';
import {
  createAddressRules,
  createTargetRules,
  parsePair,
  readForeignUrl,
  targetOf,
  writePair,
} from './targets.ts';

const targets = createTargetRules({ allowedPairs: ['127.0.0.1:9000'], hosts: null });
const rules = { targets, isHttpAllowed: false };

test.each([
  'https://video.example.com/a.mp4?x=1',
  'http://127.0.0.1:9000/a.mp4',
  '  https://video.example.com/a.mp4',
])('accepts %j', (text) => {
  expect(readForeignUrl(text, rules)).toMatchObject({ isUsable: true });
});

test.each([
  // Read against the page that holds it, without its fragment.
  ['../v/1.mp4#t=3', 'https://example.com/v/1.mp4'],
  // A name in another script is asked by its name in the resolver.
  ['https://bücher.example.com/', 'https://xn--bcher-kva.example.com/'],
])('reads %s as %s', (text, href) => {
  const read = readForeignUrl(text, rules, new URL('https://example.com/posts/7'));
  expect(read.isUsable && read.url.href).toBe(href);
});

test.each([
  'file:///etc/passwd',
  'ftp://example.com/a.mp4',
  'javascript:alert(1)',
  'data:video/mp4;base64,AAAA',
  'gopher://example.com/',
  'http://video.example.com/a.mp4',
  'https://user@video.example.com/',
  'https://user:password@video.example.com/',
  'https://video.example.com/\u0000',
  'https://video.exa\nmple.com/',
  `https://video.example.com/${'a'.repeat(2_100)}`,
  'video.example.com/a.mp4',
  'https://',
  '',
])('refuses the form of %j', (text) => {
  expect(readForeignUrl(text, rules)).toMatchObject({ isUsable: false, fault: 'form' });
});

test.each([
  'https://127.0.0.1/',
  'http://0177.0.0.1/',
  'http://①②⑦.⓪.⓪.①/',
  'https://video.example.com:8443/',
])('refuses the target of %j', (text) => {
  expect(readForeignUrl(text, rules)).toMatchObject({ isUsable: false, fault: 'target' });
});

test('allows plain HTTP to public hosts only if configured', () => {
  expect(readForeignUrl('http://video.example.com/', { targets, isHttpAllowed: true }).isUsable).toBe(true);
});

const any = createTargetRules({
  allowedPairs: ['127.0.0.1:9000', 'Clips.local:8080', '[::1]:9001'],
  hosts: null,
});

test('an allowed pair is allowed by exactly its host and port', () => {
  expect(any.judge({ host: '127.0.0.1', port: 9000 }).verdict).toBe('allowed');
  expect(any.judge({ host: 'clips.local', port: 8080 }).verdict).toBe('allowed');
  expect(any.judge({ host: '::1', port: 9001 }).verdict).toBe('allowed');
  expect(any.judge({ host: '127.0.0.1', port: 9001 }).verdict).toBe('refused');
  expect(any.judge({ host: '127.0.0.2', port: 9000 }).verdict).toBe('refused');
  expect(any.judge({ host: 'localhost', port: 9000 }).verdict).toBe('refused');
});

test.each([
  '8.8.8.8',
  '2606:4700::1111',
  'localhost',
  'printer',
  'a.localhost',
  'db.internal',
  'nas.local',
  'x.home.arpa',
  'local.',
])('refuses %s before it is resolved', (host) => {
  expect(any.judge({ host, port: 443 }).verdict).toBe('refused');
});

test.each([22, 25, 5432, 6379, 8080, 8443])('refuses port %i of a public host', (port) => {
  expect(any.judge({ host: 'video.example.com', port }).verdict).toBe('refused');
});

test('a list of hosts covers each name with its subdomains, and no other name', () => {
  const some = createTargetRules({ allowedPairs: [], hosts: ['Example.com'] });
  expect(some.judge({ host: 'example.com', port: 443 }).verdict).toBe('public');
  expect(some.judge({ host: 'a.b.example.com', port: 80 }).verdict).toBe('public');
  expect(some.judge({ host: 'notexample.com', port: 443 }).verdict).toBe('refused');
  expect(some.judge({ host: 'example.com.evil.net', port: 443 }).verdict).toBe('refused');
});

test('a pair is a host and a port', () => {
  expect(parsePair('[::1]:80')).toEqual({ host: '::1', port: 80 });
  expect(parsePair('EXAMPLE.com:80')).toEqual({ host: 'example.com', port: 80 });
});

test.each(
  'example.com|example.com:|example.com:0|example.com:65536|a b:80|user@host:80|host:80/x|:80|::1:80'.split(
    '|',
  ),
)('%s is no pair', (text) => {
  expect(parsePair(text)).toBeNull();
});

test('the target of an address has the port of its scheme', () => {
  expect(targetOf(new URL('https://Example.com/x'))).toEqual({ host: 'example.com', port: 443 });
  expect(targetOf(new URL('http://[::1]/'))).toEqual({ host: '::1', port: 80 });
  expect(writePair(targetOf(new URL('http://[::1]:81/')))).toBe('[::1]:81');
});

const addresses = createAddressRules([]);

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
  expect(addresses.isPublic(address)).toBe(false);
});

test.each(
  '1.1.1.1 100.63.255.255 172.15.0.1 172.32.0.1 192.0.1.1 198.17.0.1 2606:4700::1111 2001:4860:4860::8888'.split(
    ' ',
  ),
)('%s is public', (address) => {
  expect(addresses.isPublic(address)).toBe(true);
});

test('an address of this machine is refused although it is public', () => {
  const own = createAddressRules(['93.184.216.34', '2606:2800:220:1::1']);
  expect(own.isPublic('93.184.216.34')).toBe(false);
  expect(own.isPublic('2606:2800:220:1:0:0:0:1')).toBe(false);
  expect(own.isPublic('93.184.216.35')).toBe(true);
});
