import { expect, test } from 'vitest';

import { pageShortcut, rowAfter, rowShortcut, type PressedKey } from './keyboard.ts';

function press(key: string, more: Partial<PressedKey> = {}): PressedKey {
  return { key, ctrlKey: false, metaKey: false, altKey: false, defaultPrevented: false, ...more };
}

test('keys on the page and on a row have their meanings, and others none', () => {
  const onPage = ['/', '?', 'Escape', 'e', 'q', 'toString'].map((key) => pageShortcut(press(key), false));

  expect(onPage).toEqual(['search', 'help', 'clear', 'edit', undefined, undefined]);
  expect(['f', 'x', 'g'].map((key) => rowShortcut(press(key)))).toEqual(['filter', 'exclude', 'games']);
});

test('keys that are typed into a field are left alone', () => {
  expect(pageShortcut(press('/'), true)).toBeUndefined();
});

test.each(['ctrlKey', 'metaKey', 'altKey', 'defaultPrevented'] as const)(
  '%s gives a key to another program',
  (mark) => {
    expect(pageShortcut(press('/', { [mark]: true }), false)).toBeUndefined();
    expect(rowShortcut(press('f', { [mark]: true }))).toBeUndefined();
  },
);

test.each([
  ['next', 0, 1],
  ['next', 2, 2],
  ['previous', 0, 0],
  ['last', 0, 2],
  ['first', 2, 0],
  ['filter', 1, undefined],
] as const)('%s from row %i of three leads to %s', (key, from, to) => {
  expect(rowAfter(key, from, 3)).toBe(to);
});
