import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startHttpUpstream } from './fixtures/loopback-upstream.ts';
import {
  createIconClient,
  createIconFiles,
  createKeptIcons,
  FAILED_MS,
  iconTypeOf,
  MAX_ICON_BYTES,
  type FetchedIcon,
} from './icons.ts';

let root: string;
let directory: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gamekeeper-icons-'));
  directory = join(root, 'icons');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the cache', () => {
  let clock: number;
  let asked: string[];
  let answer: (address: string) => FetchedIcon | Promise<FetchedIcon>;
  beforeEach(() => {
    clock = 0;
    asked = [];
  });

  const picture = Buffer.from('<svg></svg>');

  function open(folder = directory) {
    return createKeptIcons({
      files: createIconFiles({ directory: folder, maxFiles: 10, maxBytes: 1e6 }),
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

  test('requests a failed icon again after a while, a missing one after a long time', async () => {
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

  test('does not request bytes that are not a picture again', async () => {
    answer = () => ({ type: 'fetched', bytes: Buffer.from('<html>maintenance</html>') });
    const icons = open();
    expect(await icons.get('a')).toBeUndefined();
    expect(await icons.get('a')).toBeUndefined();
    expect(asked.length).toBe(1);
  });

  test('a folder that cannot be written costs the icons and nothing else', async () => {
    writeFileSync(join(root, 'file'), '');
    answer = () => ({ type: 'fetched', bytes: picture });
    expect(await open(join(root, 'file', 'icons')).get('a')).toBeUndefined();
  });
});

describe('the files', () => {
  const open = (limits: { maxFiles?: number; maxBytes?: number } = {}) =>
    createIconFiles({ directory, maxFiles: 10, maxBytes: 1e6, ...limits });
  const svg = (size = 20): Buffer => Buffer.from(`<svg>${'x'.repeat(size - 11)}</svg>`);

  test('a picture is kept across restarts, under where it came from', async () => {
    expect(await open().read('data-dragon/a.png')).toBeUndefined();
    expect(await open().write('data-dragon/a.png', svg())).toEqual({ type: 'image/svg+xml', bytes: svg() });
    expect(await open().read('data-dragon/a.png')).toEqual({ type: 'image/svg+xml', bytes: svg() });
    expect(await open().read('data-dragon/b.png')).toBeUndefined();
  });

  test('stores no file that is not a picture or too large', async () => {
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

  test('deletes the oldest when there are too many', async () => {
    const few = open({ maxFiles: 2 });
    for (const name of ['a', 'b', 'c']) await few.write(name, svg());
    expect(
      await Promise.all(['a', 'b', 'c'].map(async (name) => (await few.read(name)) !== undefined)),
    ).toEqual([false, true, true]);
    expect(readdirSync(directory).length).toBe(2);
  });

  test('deletes the oldest when they have too many bytes', async () => {
    const small = open({ maxBytes: 50 });
    for (const name of ['a', 'b', 'c']) await small.write(name, svg(20));
    expect(await small.read('a')).toBeUndefined();
    expect(await small.read('b')).toBeDefined();
    expect(await small.read('c')).toBeDefined();
  });

  test('after a restart the oldest are known by their files, and unfinished files are deleted', async () => {
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

  test('a file that was deleted by hand is missing', async () => {
    const files = open();
    await files.write('a', svg());
    for (const name of readdirSync(directory)) rmSync(join(directory, name));
    expect(await files.read('a')).toBeUndefined();
  });
});

describe('the client', () => {
  async function startUpstream(status = 200, body = '<svg></svg>') {
    const upstream = await startHttpUpstream((_request, response) => response.writeHead(status).end(body));
    const bases = {
      'data-dragon': `${upstream.origin}/ddragon/`,
      'community-dragon': `${upstream.origin}/cdragon`,
    };
    const client = createIconClient({ bases, maxBytes: 1_000 });
    onTestFinished(async () => {
      await client.stop();
      await upstream.stop();
    });
    return { client, heard: () => upstream.heard.map(({ url }) => url) };
  }

  test('the address says which upstream, and the path below its base', async () => {
    const { client, heard } = await startUpstream();
    expect(await client.fetchIcon('data-dragon/cdn/1/img/a%20b.png')).toEqual({
      type: 'fetched',
      bytes: Buffer.from('<svg></svg>'),
    });
    await client.fetchIcon('community-dragon/latest/game/x.png');
    expect(heard()).toEqual(['/ddragon/cdn/1/img/a%20b.png', '/cdragon/latest/game/x.png']);
  });

  test.each([
    'elsewhere/a.png',
    'data-dragon',
    'data-dragon/../secret.png',
    'data-dragon/%2e%2e/secret.png',
    'data-dragon/a/../../../x.png',
    'data-dragon/\\..\\..\\x.png',
    'https://elsewhere.example/a.png',
  ])('%s leads out of the upstreams, and nothing is sent', async (address) => {
    const { client, heard } = await startUpstream();
    expect(await client.fetchIcon(address)).toEqual({ type: 'missing' });
    expect(heard()).toEqual([]);
  });

  test('an icon is missing by status, and without upstreams', async () => {
    for (const status of [403, 404, 410]) {
      const { client } = await startUpstream(status, 'no');
      expect(await client.fetchIcon('data-dragon/a.png')).toEqual({ type: 'missing' });
    }
    const without = createIconClient({ bases: null, maxBytes: 1_000 });
    expect(await without.fetchIcon('data-dragon/a.png')).toEqual({ type: 'missing' });
    await without.stop();
  });
});

const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

test.each([
  ['image/png', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a], 'rest')],
  ['image/jpeg', bytes([0xff, 0xd8, 0xff, 0xe0])],
  ['image/webp', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 ')],
  ['image/svg+xml', bytes('<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
  ['image/svg+xml', bytes('\uFEFF<?xml version="1.0"?>\n <svg>')],
])('%s is known by its first bytes', (type, picture) => {
  expect(iconTypeOf(picture)).toBe(type);
});

test.each([
  ['nothing', bytes('')],
  ['half a PNG', bytes([0x89], 'PNG')],
  ['a page', bytes('<!doctype html><svg></svg>')],
  ['a page that begins with a comment', bytes('<!-- x --><html>')],
  ['a picture of another kind', bytes('GIF89a')],
  ['a sound', bytes('RIFF', [1, 2, 3, 4], 'WAVEfmt ')],
  ['a word that begins like one', bytes('<svgs>')],
])('%s is not a picture', (_name, picture) => {
  expect(iconTypeOf(picture)).toBeUndefined();
});
