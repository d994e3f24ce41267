import { expect, test } from 'vitest';
import { toAddress } from './base-url.ts';

test.each([
  ['https://v3.football.example.org', 'https://v3.football.example.org', ''],
  ['http://127.0.0.1:8080/football/', 'http://127.0.0.1:8080', '/football'],
])('%s', (url, origin, prefix) => {
  expect(toAddress(url)).toEqual({ origin, prefix });
});

test.each([
  ['', 'is not an http or https URL'],
  ['ftp://example.org', 'is not an http or https URL'],
  ['https://user:word@example.org', 'has more than a scheme'],
  ['https://example.org?key=1', 'has more than a scheme'],
])('%s is refused', (url, complaint) => {
  expect(() => toAddress(url)).toThrow(complaint);
});
