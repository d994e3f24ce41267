import { expect, test } from 'vitest';

import { pageShortcut, rowAfter, rowShortcut, type PressedKey } from './keyboard.ts';

function press(key: string, more: Partial<PressedKey> = {}): PressedKey {
  return { key, ctrlKey: false, metaKey: false, altKey: false, defaultPrevented: false, ...more };
}

test.each([
  ['/', 'search'],
  ['?', 'help'],
  ['Escape', 'clear'],
  ['e', 'edit'],
  ['q', undefined],
  ['toString', undefined],
])('%s on the page means %s', (key, meaning) => {
  expect(pageShortcut(press(key), false)).toBe(meaning);
});

test('keys that are typed into a field are left alone', () => {
  expect(pageShortcut(press('/'), true)).toBeUndefined();
});

test.each(['ctrlKey', 'metaKey', 'altKey', 'defaultPrevented'] as const)(
  '%s makes a key somebody else’s',
  (mark) => {
    expect(pageShortcut(press('/', { [mark]: true }), false)).toBeUndefined();
    expect(rowShortcut(press('f', { [mark]: true }))).toBeUndefined();
  },
);

test('arrows move between rows and stop at both ends', () => {
  expect(rowAfter('next', 0, 3)).toBe(1);
  expect(rowAfter('next', 2, 3)).toBe(2);
  expect(rowAfter('previous', 0, 3)).toBe(0);
  expect(rowAfter('last', 0, 3)).toBe(2);
  expect(rowAfter('first', 2, 3)).toBe(0);
  expect(rowAfter('filter', 1, 3)).toBeUndefined();
});

test('f, x and g act on a row', () => {
  expect(['f', 'x', 'g'].map((key) => rowShortcut(press(key)))).toEqual(['filter', 'exclude', 'games']);
});
