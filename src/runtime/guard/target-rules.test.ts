import { expect, test } from 'vitest';
import { createTargetRules, parsePair, targetOf, writePair } from './target-rules.ts';

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
])('%s is refused before it is resolved', (host) => {
  expect(any.judge({ host, port: 443 }).verdict).toBe('refused');
});

test.each([22, 25, 5432, 6379, 8080, 8443])('port %i of a public host is refused', (port) => {
  expect(any.judge({ host: 'video.example.com', port }).verdict).toBe('refused');
});

test('a list of hosts takes each name and all below it, and no name that only ends like it', () => {
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
