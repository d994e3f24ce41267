import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createIconFiles, createKeptIcons, FAILED_MS, type FetchedIcon } from './icons.ts';

let root: string;
let clock: number;
let asked: string[];
let answer: (address: string) => FetchedIcon | Promise<FetchedIcon>;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gamekeeper-kept-icons-'));
  clock = 0;
  asked = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const picture = Buffer.from('<svg></svg>');

function open(directory = join(root, 'icons')) {
  return createKeptIcons({
    files: createIconFiles({ directory, maxFiles: 10, maxBytes: 1e6 }),
    fetchIcon: async (address) => {
      asked.push(address);
      return answer(address);
    },
    now: () => clock,
    log: pino({ level: 'silent' }),
  });
}

test('a picture is fetched once, also when many ask at once and after a restart', async () => {
  answer = () => ({ type: 'fetched', bytes: picture });
  const icons = open();
  const found = await Promise.all([1, 2, 3].map(() => icons.get('data-dragon/a.png')));
  expect(found.map((icon) => icon?.bytes)).toEqual([picture, picture, picture]);
  await icons.get('data-dragon/a.png');
  expect((await open().get('data-dragon/a.png'))?.type).toBe('image/svg+xml');
  expect(asked).toEqual(['data-dragon/a.png']);
});

test('what failed is asked for again after a while, what is missing after a long one', async () => {
  const icons = open();
  answer = (address) => (address === 'missing' ? { type: 'missing' } : { type: 'failed', detail: 'away' });
  for (const at of [0, FAILED_MS - 1, FAILED_MS, 10 * 60_000]) {
    clock = at;
    expect(await icons.get('missing')).toBeUndefined();
    expect(await icons.get('failing')).toBeUndefined();
  }
  expect(asked.filter((address) => address === 'failing').length).toBe(3);
  expect(asked.filter((address) => address === 'missing').length).toBe(2);
});

test('bytes that are no picture are not asked for again and again', async () => {
  answer = () => ({ type: 'fetched', bytes: Buffer.from('<html>maintenance</html>') });
  const icons = open();
  expect(await icons.get('a')).toBeUndefined();
  expect(await icons.get('a')).toBeUndefined();
  expect(asked.length).toBe(1);
});

test('a folder that cannot be written takes the pictures away and nothing else', async () => {
  writeFileSync(join(root, 'file'), '');
  answer = () => ({ type: 'fetched', bytes: picture });
  expect(await open(join(root, 'file', 'icons')).get('a')).toBeUndefined();
});
