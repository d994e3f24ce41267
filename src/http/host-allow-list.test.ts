import { expect, test } from 'vitest';
import { createHostAllowList } from './host-allow-list.ts';

const plain = createHostAllowList({ host: '127.0.0.1', publicUrl: null, allowedHosts: [] });
const wide = createHostAllowList({
  host: '0.0.0.0',
  publicUrl: 'https://games.example.org/',
  allowedHosts: ['intern.example.org:8080', 'nas', '[fd00:0::1]'],
});

test.each([
  'localhost',
  'localhost:8750',
  'LocalHost:1',
  '127.0.0.1:8750',
  '[::1]:8750',
  '[0:0:0:0:0:0:0:1]',
  'localhost.',
])('loopback name %s is allowed everywhere', (host) => {
  expect([plain.allows(host), wide.allows(host)]).toEqual([true, true]);
});

test.each([
  'evil.example',
  'localhost.evil.example',
  'evil-localhost',
  'host',
  'local',
  'org',
  'example.org:8080',
  '127.0.0.1.evil.example',
  'localhost@evil.example',
  'localhost, evil.example',
  'localhost/evil',
  'localhost:8750:1',
  'localhost:99999',
  '0.0.0.0:8750',
  '[::]',
  '[localhost]',
  '',
])('%j is refused', (host) => {
  expect([plain.allows(host), wide.allows(host)]).toEqual([false, false]);
});

test('the host of the public address is allowed with any port, further hosts with the port they name', () => {
  expect(wide.allows('games.example.org')).toBe(true);
  expect(wide.allows('games.example.org:443')).toBe(true);
  expect(wide.allows('nas:9000')).toBe(true);
  expect(wide.allows('[fd00::1]:80')).toBe(true);
  expect(wide.allows('intern.example.org:8080')).toBe(true);
  expect(wide.allows('intern.example.org:8081')).toBe(false);
  expect(plain.allows('games.example.org')).toBe(false);
});

test('a server bound to one address answers to that address', () => {
  const bound = createHostAllowList({ host: '192.168.1.5', publicUrl: null, allowedHosts: [] });
  expect(bound.allows('192.168.1.5:8750')).toBe(true);
  expect(bound.allows('192.168.1.6:8750')).toBe(false);
});

test('own origins are the one the request was addressed to and the public one', () => {
  expect(plain.originsFor('http', 'localhost:8750')).toEqual(['http://localhost:8750']);
  expect(plain.originsFor('http', 'evil.example')).toEqual([]);
  expect(wide.originsFor('http', 'nas')).toEqual(['http://nas', 'https://games.example.org']);
});
