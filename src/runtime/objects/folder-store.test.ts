import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toFolderFault } from './folder-files.ts';
import { createFolderObjectStore } from './folder-store.ts';
import { ObjectStoreFault, type ObjectStore } from './object-store.ts';

let place: string;
let directory: string;
let store: ObjectStore;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'gamekeeper-objects-'));
  directory = join(place, 'objects');
  store = createFolderObjectStore({ directory });
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const LONG_AGO = new Date('2020-01-01T00:00:00Z');
async function* bytes(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}
async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of store.list('')) found.push(key);
  return found;
}
const namesBelow = (path: string): string[] =>
  existsSync(path)
    ? readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : [];

test('stores an object as the file of its key, accessible by the owner only', async () => {
  await store.put('12/goal/a.mp4', { stream: bytes('one', 'two') }, { player: 'Zoë' });
  expect(readFileSync(join(directory, '12/goal/a.mp4'), 'utf8')).toBe('onetwo');
  expect(statSync(join(directory, '12/goal/a.mp4')).mode & 0o777).toBe(0o600);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(namesBelow(join(directory, '.unfinished'))).toEqual([]);
});

test('does not follow links to files or folders', async () => {
  mkdirSync(directory);
  writeFileSync(join(place, 'secret'), 'secret');
  mkdirSync(join(place, 'elsewhere'));
  writeFileSync(join(place, 'elsewhere', 'secret'), 'secret');
  symlinkSync(join(place, 'secret'), join(directory, 'linked'));
  symlinkSync(join(place, 'elsewhere'), join(directory, 'folder'));
  expect(await store.read('linked')).toEqual({ outcome: 'missing' });
  expect(await store.head('linked')).toBeUndefined();
  expect(await keys()).toEqual([]);
});

test('lists files of others if their names are valid keys', async () => {
  mkdirSync(join(directory, 'a'), { recursive: true });
  for (const name of ['a/b.mp4', 'a/my file.mp4', '.hidden', 'a/.hidden'])
    writeFileSync(join(directory, name), 'x');
  expect(await keys()).toEqual(['a/b.mp4']);
  expect(await store.head('a/b.mp4')).toMatchObject({ bytes: 1 });
});

test('removes folders that are empty after a deletion, and no others', async () => {
  await store.put('1/a/x', { stream: bytes('x') }, {});
  await store.put('1/b/y', { stream: bytes('y') }, {});
  await store.delete('1/a/x');
  expect(existsSync(join(directory, '1/a'))).toBe(false);
  expect(await store.head('1/b/y')).toMatchObject({ bytes: 1 });
  await store.delete('1/b/y');
  expect(readdirSync(directory)).toEqual(['.unfinished']);
});

test('creates a folder again that a concurrent delete removes', async () => {
  const comeAndGo = async (name: string): Promise<void> => {
    for (let round = 0; round < 25; round++) {
      await store.put(`1/a/${name}`, { stream: bytes(name) }, {});
      expect(await store.head(`1/a/${name}`)).toMatchObject({ bytes: 1 });
      await store.delete(`1/a/${name}`);
    }
  };
  await Promise.all(['p', 'q', 'r', 's', 't', 'u'].map(comeAndGo));
  expect(readdirSync(directory)).toEqual(['.unfinished']);
});

test('does not take a folder for the object of that key', async () => {
  await store.put('1/a/x', { stream: bytes('x') }, {});
  expect(await store.head('1/a')).toBeUndefined();
  expect(await store.read('1/a')).toEqual({ outcome: 'missing' });
  expect(await store.head('1/a/x/y')).toBeUndefined();
  await store.delete('1/a');
  await store.delete('1/a/x/y');
  expect(await keys()).toEqual(['1/a/x']);
  const fault: unknown = await store.put('1/a', { stream: bytes('x') }, {}).catch((error: unknown) => error);
  expect(fault).toMatchObject({ name: 'ObjectStoreFault', kind: 'misconfigured' });
  expect(await keys()).toEqual(['1/a/x']);
});

test('discards what killed writers left if it is old, and the metadata files of earlier versions', async () => {
  await store.put('2/needed', { stream: bytes('x') }, { player_name: 'Zoë' });
  const unfinished = join(directory, '.unfinished');
  for (const name of ['old', 'new']) writeFileSync(join(unfinished, name), 'half');
  utimesSync(join(unfinished, 'old'), LONG_AGO, LONG_AGO);
  for (const folder of ['1/abandoned', '.metadata/2'])
    mkdirSync(join(directory, folder), { recursive: true });
  writeFileSync(join(directory, '.metadata/2/needed~.json'), '{"player":"Zo%C3%AB"}');
  expect(await keys()).toEqual(['2/needed']);
  expect(await store.head('2/needed')).toMatchObject({ bytes: 1 });

  expect(await store.discardUnfinished(new Date('2021-01-01T00:00:00Z'))).toBe(1);

  expect(readdirSync(directory).toSorted()).toEqual(['.unfinished', '2']);
  expect(readdirSync(unfinished)).toEqual(['new']);
  expect(await keys()).toEqual(['2/needed']);
});

test('reports a folder that cannot be created', async () => {
  writeFileSync(directory, 'a file');
  const fault: unknown = await store.check().catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(ObjectStoreFault);
  expect(fault).toMatchObject({ kind: 'misconfigured', isTransient: false });
  expect((fault as Error).message).toContain(directory);
});

test.each([
  ['ENOSPC', 'full', /Free space/],
  ['EROFS', 'refused', /read-only/],
  ['EACCES', 'refused', /permission to read and write/],
  ['EMFILE', 'busy', /open in this process/],
  ['EIO', 'broken', /Check the disk/],
])('maps %s to %s', (code, kind, words) => {
  const fault = toFolderFault(Object.assign(new Error('x'), { code }), 'store a', '/objects');
  expect(fault).toMatchObject({ name: 'ObjectStoreFault', kind });
  expect((fault as Error).message).toMatch(words);
  expect((fault as Error).message).toContain(`The folder /objects could not store a (${code}).`);
});

test('passes the error of content that cannot be read', async () => {
  const missing = join(place, 'missing.mp4');
  await expect(store.put('a', { file: missing }, {})).rejects.toMatchObject({
    code: 'ENOENT',
    path: missing,
  });
  expect(await keys()).toEqual([]);
  expect(namesBelow(join(directory, '.unfinished'))).toEqual([]);
});

test('with concurrent writers of one key, the object is whole', async () => {
  const texts = Array.from({ length: 12 }, (_, index) => `${index}`.repeat(50_000));
  await Promise.all(texts.map((text) => store.put('a', { stream: bytes(text) }, {})));
  expect(texts).toContain(readFileSync(join(directory, 'a'), 'utf8'));
  expect(await keys()).toEqual(['a']);
  expect(namesBelow(join(directory, '.unfinished'))).toEqual([]);
});
