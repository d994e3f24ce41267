import { expect, test } from 'vitest';
import { createAddressBook } from './base-url.ts';

test.each([
  ['https://{route}.api.riotgames.com', 'https://euw1.api.riotgames.com', ''],
  ['https://{route}.api.riotgames.com/', 'https://euw1.api.riotgames.com', ''],
  ['http://127.0.0.1:8760/{route}', 'http://127.0.0.1:8760', '/euw1'],
  ['http://127.0.0.1:8760/practice/{route}/', 'http://127.0.0.1:8760', '/practice/euw1'],
])('the template %s leads to %s%s', (template, origin, prefix) => {
  expect(createAddressBook(template)('euw1')).toEqual({ origin, prefix });
});

test.each([
  ['https://euw1.api.riotgames.com', 'has no {route}'],
  ['{route}', 'is not an http or https URL'],
  ['ftp://{route}.example.org', 'is not an http or https URL'],
  ['https://{route}.example.org?x=1', 'has more than'],
  ['https://me:word@{route}.example.org', 'has more than'],
])('the template %s is refused: it %s', (template, fault) => {
  expect(() => createAddressBook(template)).toThrow(fault);
});
