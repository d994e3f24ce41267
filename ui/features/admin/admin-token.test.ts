import { expect, test } from 'vitest';

import { createAdminTokenHolder, readTokenText } from './admin-token.ts';

test.each([
  ['  gk_abc\n', 'gk_abc'],
  ['two words', undefined],
  ['', undefined],
  ['x'.repeat(201), undefined],
])('%j is read as %j', (text, token) => {
  expect(readTokenText(text)).toBe(token);
});

test('a token outlives a reload of the tab until it is given up', () => {
  const storage = createStorage();
  createAdminTokenHolder(() => storage).keep('gk_abc');
  const reloaded = createAdminTokenHolder(() => storage);

  expect(reloaded.current()).toBe('gk_abc');
  reloaded.keep(null);
  expect(reloaded.current()).toBeNull();
  expect(createAdminTokenHolder(() => storage).current()).toBeNull();
});

test('where storage is forbidden it lasts as long as the page', () => {
  const holder = createAdminTokenHolder(() => {
    throw new Error('The operation is insecure.');
  });

  holder.keep('gk_abc');

  expect(holder.current()).toBe('gk_abc');
});

test('what a stranger put into storage is no token', () => {
  const storage = createStorage();
  storage.setItem('gamekeeper-admin-token', 'not one word');

  expect(createAdminTokenHolder(() => storage).current()).toBeNull();
});

test('a listener hears of each change, and no more after leaving', () => {
  const holder = createAdminTokenHolder(createStorage);
  const heard: (string | null)[] = [];
  const leave = holder.onChange(() => heard.push(holder.current()));

  holder.keep('gk_abc');
  holder.keep(null);
  leave();
  holder.keep('gk_def');

  expect(heard).toEqual(['gk_abc', null]);
});

function createStorage(): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    clear: () => entries.clear(),
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}
