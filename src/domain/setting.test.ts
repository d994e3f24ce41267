import { expect, test } from 'vitest';
import {
  flag,
  integer,
  oneOf,
  optionalSecret,
  optionalSecretUrl,
  optionalUrl,
  someOf,
  text,
  textList,
} from './setting.ts';

const words = { group: 'Test', describe: 'A setting.' };

test.each([
  ['8080', 8080],
  ['0', 0],
  ['65536', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['8080x', undefined],
  ['99999999999999999999', undefined],
])('the whole number %j is read as %j', (value, expected) => {
  expect(integer(words, { min: 0, max: 65_535, default: 1 }).parse(value)).toBe(expected);
});

test.each([
  ['true', true],
  ['FALSE', false],
  ['1', true],
  ['0', false],
  ['yes', undefined],
  ['toString', undefined],
])('the flag %j is read as %j', (value, expected) => {
  expect(flag(words, false).parse(value)).toBe(expected);
});

test('a choice is taken only by its exact name', () => {
  const setting = oneOf(words, ['info', 'warn'], 'info');

  expect(setting.parse('warn')).toBe('warn');
  expect(setting.parse('Warn')).toBeUndefined();
});

test.each([
  ['b, a', ['a', 'b']],
  ['a,a', ['a']],
  ['a,x', undefined],
  [' , ', undefined],
])('the list %j is read as %j', (value, expected) => {
  expect(someOf(words, ['a', 'b', 'c'], ['a']).parse(value)).toEqual(expected);
});

test('free text follows its pattern, or none', () => {
  expect(text(words, { default: 'x', pattern: /^[a-z]+$/, expected: 'letters' }).parse('A1')).toBeUndefined();
  expect(text(words, { default: 'x', expected: 'anything' }).parse('A1')).toBe('A1');
});

test('one bad item spoils a list', () => {
  const setting = textList(words, { item: /^[a-z]+$/, expected: 'words' });

  expect(setting.parse('a, b')).toEqual(['a', 'b']);
  expect(setting.parse('a, 2')).toBeUndefined();
});

test.each([
  ['https://games.example.org/', 'https://games.example.org'],
  ['HTTP://x', 'HTTP://x'],
  ['ftp://x', undefined],
  ['http://', undefined],
  ['http://a b', undefined],
  ['example.org', undefined],
])('the address %j is read as %j', (value, expected) => {
  expect(optionalUrl(words, ['http:', 'https:']).parse(value)).toBe(expected);
});

test('secrets come out wrapped, or not at all', () => {
  expect(
    optionalSecret(words, { pattern: /^k\d+$/, expected: 'k and digits' })
      .parse('k12')
      ?.reveal(),
  ).toBe('k12');
  expect(optionalSecret(words, { pattern: /^k\d+$/, expected: 'k and digits' }).parse('x')).toBeUndefined();
  expect(optionalSecretUrl(words, ['postgres:']).parse('postgres://u:p@h/d')?.reveal()).toBe(
    'postgres://u:p@h/d',
  );
  expect(optionalSecretUrl(words, ['postgres:']).parse('mysql://u:p@h/d')).toBeUndefined();
});
