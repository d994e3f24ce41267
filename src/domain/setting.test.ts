import { expect, test } from 'vitest';
import { flag, int, list, oneOf, secret, secretUrl, someOf, text, url, type Undescribed } from './setting.ts';

function parse<T>(setting: Undescribed<T>, value: string): T | undefined {
  return setting.help('A setting.').parse(value);
}

test.each([
  ['8080', 8080],
  ['0', 0],
  ['65536', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['8080x', undefined],
  ['99999999999999999999', undefined],
])('the whole number %j is read as %j', (value, expected) => {
  expect(parse(int('Test', 1, 0, 65_535), value)).toBe(expected);
});

test.each([
  ['true', true],
  ['FALSE', false],
  ['1', true],
  ['0', false],
  ['yes', undefined],
  ['toString', undefined],
])('the flag %j is read as %j', (value, expected) => {
  expect(parse(flag('Test', false), value)).toBe(expected);
});

test('a choice is accepted only by its exact name', () => {
  const setting = oneOf('Test', 'info', ['info', 'warn']);

  expect(parse(setting, 'warn')).toBe('warn');
  expect(parse(setting, 'Warn')).toBeUndefined();
});

test.each([
  ['b, a', ['a', 'b']],
  ['a,a', ['a']],
  ['a,x', undefined],
  [' , ', undefined],
])('the list %j is read as %j', (value, expected) => {
  expect(parse(someOf('Test', ['a'], ['a', 'b', 'c']), value)).toEqual(expected);
});

test('text follows its pattern, its parser, or no rule', () => {
  const letters = { matches: /^[a-z]+$/, expected: 'letters' };

  expect(parse(text('Test', 'x', letters), 'A1')).toBeUndefined();
  expect(parse(text('Test', 'x', { expected: 'anything' }), 'A1')).toBe('A1');
  expect(parse(text('Test', 'x', { ...letters, parse: (value) => value.toUpperCase() }), 'ab')).toBe('AB');
  expect(
    parse(text('Test', 'x', { ...letters, parse: (value) => value.toUpperCase() }), 'A1'),
  ).toBeUndefined();
});

test('a list with one invalid item is refused', () => {
  const setting = list('Test', { matches: /^[a-z]+$/, expected: 'words' });

  expect(parse(setting, 'a, b')).toEqual(['a', 'b']);
  expect(parse(setting, 'a, 2')).toBeUndefined();
});

test.each([
  ['https://games.example.org/', 'https://games.example.org'],
  ['HTTP://x', 'HTTP://x'],
  ['ftp://x', undefined],
  ['http://', undefined],
  ['http://a b', undefined],
  ['example.org', undefined],
])('the address %j is read as %j', (value, expected) => {
  expect(parse(url('Test', ['http:', 'https:']), value)).toBe(expected);
});

test('secrets are wrapped, and refused by the same rules', () => {
  const key = secret('Test', { matches: /^k\d+$/, expected: 'k and digits' });
  const address = secretUrl('Test', ['postgres:']);

  expect(parse(key, 'k12')?.reveal()).toBe('k12');
  expect(parse(key, 'x')).toBeUndefined();
  expect(parse(address, 'postgres://u:p@h/d')?.reveal()).toBe('postgres://u:p@h/d');
  expect(parse(address, 'mysql://u:p@h/d')).toBeUndefined();
});
