import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createIconFiles, MAX_ICON_BYTES } from './icons.ts';

let directory: string;
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'gamekeeper-icons-')), 'icons');
});
afterEach(() => rmSync(join(directory, '..'), { recursive: true, force: true }));

const open = (limits: { maxFiles?: number; maxBytes?: number } = {}) =>
  createIconFiles({ directory, maxFiles: 10, maxBytes: 1e6, ...limits });
const svg = (size = 20): Buffer => Buffer.from(`<svg>${'x'.repeat(size - 11)}</svg>`);

test('a picture is kept across restarts, under where it came from', async () => {
  expect(await open().read('data-dragon/a.png')).toBeUndefined();
  expect(await open().write('data-dragon/a.png', svg())).toEqual({ type: 'image/svg+xml', bytes: svg() });
  expect(await open().read('data-dragon/a.png')).toEqual({ type: 'image/svg+xml', bytes: svg() });
  expect(await open().read('data-dragon/b.png')).toBeUndefined();
});

test('what is no picture or too large is not kept', async () => {
  const files = open();
  expect(await files.write('x', Buffer.from('<html>'))).toBeUndefined();
  expect(await files.write('x', svg(MAX_ICON_BYTES + 1))).toBeUndefined();
  expect(await files.write('y', svg(MAX_ICON_BYTES))).toBeDefined();
  expect(await files.read('x')).toBeUndefined();
  expect(readdirSync(directory).length).toBe(1);
});

test('no address leads out of the folder', async () => {
  const files = open();
  await files.write('../../outside', svg());
  expect(readdirSync(join(directory, '..'))).toEqual(['icons']);
  expect(await files.read('../../outside')).toBeDefined();
});

test('the oldest leave when there are too many', async () => {
  const few = open({ maxFiles: 2 });
  for (const name of ['a', 'b', 'c']) await few.write(name, svg());
  expect(
    await Promise.all(['a', 'b', 'c'].map(async (name) => (await few.read(name)) !== undefined)),
  ).toEqual([false, true, true]);
  expect(readdirSync(directory).length).toBe(2);
});

test('the oldest leave when they are too many bytes', async () => {
  const small = open({ maxBytes: 50 });
  for (const name of ['a', 'b', 'c']) await small.write(name, svg(20));
  expect(await small.read('a')).toBeUndefined();
  expect(await small.read('b')).toBeDefined();
  expect(await small.read('c')).toBeDefined();
});

test('after a restart the oldest are known by their files, and what was cut off is gone', async () => {
  const before = open();
  for (const name of ['a', 'b']) await before.write(name, svg());
  const [first = '', second = ''] = readdirSync(directory);
  utimesSync(join(directory, first), 2_000, 2_000);
  utimesSync(join(directory, second), 1_000, 1_000);
  writeFileSync(join(directory, `${'0'.repeat(64)}.x.part`), 'half');
  await open({ maxFiles: 2 }).write('c', svg());
  const left = readdirSync(directory);
  expect([left.includes(first), left.includes(second), left.length]).toEqual([true, false, 2]);
});

test('a file that somebody has removed is simply not there', async () => {
  const files = open();
  await files.write('a', svg());
  for (const name of readdirSync(directory)) rmSync(join(directory, name));
  expect(await files.read('a')).toBeUndefined();
});
