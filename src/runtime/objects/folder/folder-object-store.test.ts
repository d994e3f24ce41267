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
import { ObjectStoreFault } from '../object-store-fault.ts';
import type { ObjectStore } from '../object-store.ts';
import { copyAside } from './durable-file.ts';
import { toFolderFault } from './folder-fault.ts';
import { createFolderObjectStore } from './folder-object-store.ts';

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

test('an object is the file of its key, for its owner alone', async () => {
  await store.put('12/goal/a.mp4', { stream: bytes('one', 'two') }, { player: 'Zoë' });
  expect(readFileSync(join(directory, '12/goal/a.mp4'), 'utf8')).toBe('onetwo');
  expect(statSync(join(directory, '12/goal/a.mp4')).mode & 0o777).toBe(0o600);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(namesBelow(join(directory, '.unfinished'))).toEqual([]);
});

test('a link is not followed, neither by reading nor by listing, and neither is one to a folder listed', async () => {
  mkdirSync(directory);
  writeFileSync(join(place, 'secret'), 'secret');
  mkdirSync(join(place, 'elsewhere'));
  writeFileSync(join(place, 'elsewhere', 'secret'), 'secret');
  symlinkSync(join(place, 'secret'), join(directory, 'linked'));
  symlinkSync(join(place, 'elsewhere'), join(directory, 'folder'));
  expect(await store.read('linked')).toEqual({ outcome: 'missing' });
  expect(await store.head('linked')).toBeUndefined();
  expect(await store.copy('linked', 'copied', {})).toBeUndefined();
  expect(await keys()).toEqual([]);
});

test('what a person has put there is listed if it could be a key, and has no words beside it', async () => {
  mkdirSync(join(directory, 'a'), { recursive: true });
  for (const name of ['a/b.mp4', 'a/my file.mp4', '.hidden', 'a/.hidden'])
    writeFileSync(join(directory, name), 'x');
  expect(await keys()).toEqual(['a/b.mp4']);
  expect(await store.head('a/b.mp4')).toMatchObject({ bytes: 1, metadata: {} });
});

test('deleting leaves no empty folder, and no folder that is still needed goes', async () => {
  await store.put('1/a/x', { stream: bytes('x') }, { n: '1' });
  await store.put('1/b/y', { stream: bytes('y') }, { n: '2' });
  await store.delete(['1/a/x']);
  expect(existsSync(join(directory, '1/a'))).toBe(false);
  expect(existsSync(join(directory, '.metadata/1/a'))).toBe(false);
  expect(await store.head('1/b/y')).toMatchObject({ metadata: { n: '2' } });
  await store.delete(['1/b/y']);
  expect(readdirSync(directory).toSorted()).toEqual(['.metadata', '.unfinished']);
});

test('a folder that vanishes because its last object is deleted is made again for the next', async () => {
  const comeAndGo = async (name: string): Promise<void> => {
    for (let round = 0; round < 25; round++) {
      await store.put(`1/a/${name}`, { stream: bytes(name) }, { name });
      expect(await store.head(`1/a/${name}`)).toMatchObject({ metadata: { name } });
      await store.delete([`1/a/${name}`]);
    }
  };
  await Promise.all(['p', 'q', 'r', 's', 't', 'u'].map(comeAndGo));
  expect(readdirSync(directory).toSorted()).toEqual(['.metadata', '.unfinished']);
});

test('a folder with the name of a key is not that object, and deleting the key does not touch it', async () => {
  await store.put('1/a/x', { stream: bytes('x') }, {});
  expect(await store.head('1/a')).toBeUndefined();
  expect(await store.read('1/a')).toEqual({ outcome: 'missing' });
  expect(await store.head('1/a/x/y')).toBeUndefined();
  await store.delete(['1/a', '1/a/x/y']);
  expect(await keys()).toEqual(['1/a/x']);
  const fault: unknown = await store.put('1/a', { stream: bytes('x') }, {}).catch((error: unknown) => error);
  expect(fault).toMatchObject({ name: 'ObjectStoreFault', kind: 'misconfigured' });
  expect(await keys()).toEqual(['1/a/x']);
});

test('what killed writers left is discarded when it is old; what is being written is not', async () => {
  await store.put('kept', { stream: bytes('x') }, { n: '1' });
  const unfinished = join(directory, '.unfinished');
  writeFileSync(join(unfinished, 'old'), 'half');
  writeFileSync(join(unfinished, 'new'), 'half');
  writeFileSync(join(directory, '.metadata', 'deleted~.json'), '{}');
  for (const path of [
    join(unfinished, 'old'),
    join(directory, '.metadata/deleted~.json'),
    join(directory, '.metadata/kept~.json'),
  ])
    utimesSync(path, LONG_AGO, LONG_AGO);
  for (const folder of ['1/abandoned', '.metadata/1/abandoned'])
    mkdirSync(join(directory, folder), { recursive: true });
  await store.put('2/needed', { stream: bytes('x') }, {});
  expect(await keys()).toEqual(['2/needed', 'kept']);
  expect(await store.discardUnfinished(new Date('2021-01-01T00:00:00Z'))).toBe(2);
  expect(namesBelow(unfinished)).toEqual(['new']);
  expect(namesBelow(join(directory, '.metadata')).toSorted()).toEqual(['kept~.json', 'needed~.json']);
  expect(readdirSync(directory).toSorted()).toEqual(['.metadata', '.unfinished', '2', 'kept']);
  expect(readdirSync(join(directory, '.metadata')).toSorted()).toEqual(['2', 'kept~.json']);
  expect(await store.head('kept')).toMatchObject({ metadata: { n: '1' } });
});

test('a copy is as old as its making, not as old as what it was made from', async () => {
  await store.put('from', { stream: bytes('x') }, {});
  utimesSync(join(directory, 'from'), LONG_AGO, LONG_AGO);
  const copy = await store.copy('from', 'to', {});
  expect(copy?.changedAt.getTime()).toBeGreaterThan(LONG_AGO.getTime());
});

test('a copy made again leaves nothing behind: two names of one file cannot be renamed to each other', async () => {
  await store.put('from', { stream: bytes('x') }, {});
  for (const n of ['1', '2', '3']) await store.copy('from', 'to', { n });
  expect(await store.head('to')).toMatchObject({ metadata: { n: '3' } });
  expect(namesBelow(join(directory, '.unfinished'))).toEqual([]);
});

test('where there are no hard links, the bytes are copied', async () => {
  await store.put('from', { stream: bytes('some bytes') }, {});
  await copyAside(join(directory, 'from'), join(directory, 'to'));
  expect(readFileSync(join(directory, 'to'), 'utf8')).toBe('some bytes');
  expect(statSync(join(directory, 'to')).ino).not.toBe(statSync(join(directory, 'from')).ino);
});

test('words that are no JSON are told with their file', async () => {
  await store.put('a', { stream: bytes('x') }, {});
  writeFileSync(join(directory, '.metadata', 'a~.json'), '{"n":');
  await expect(store.head('a')).rejects.toThrow(/a~\.json is not JSON\. Remove it, or put a again\./);
});

test('a folder that cannot be made is told with what to check', async () => {
  writeFileSync(directory, 'a file');
  const fault: unknown = await store.check().catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(ObjectStoreFault);
  expect(fault).toMatchObject({ kind: 'misconfigured', isPassing: false });
  expect((fault as Error).message).toContain(directory);
});

test.each([
  ['ENOSPC', 'full', /Make room/],
  ['EROFS', 'refused', /read-only/],
  ['EACCES', 'refused', /right to read and write/],
  ['EMFILE', 'busy', /open in this process/],
  ['EIO', 'broken', /needs a look/],
])('%s is told as %s', (code, kind, words) => {
  const fault = toFolderFault(Object.assign(new Error('x'), { code }), 'take a', '/objects');
  expect(fault).toMatchObject({ name: 'ObjectStoreFault', kind });
  expect((fault as Error).message).toMatch(words);
  expect((fault as Error).message).toContain(`The folder /objects could not take a (${code}).`);
});

test('the content that cannot be read is not blamed on the folder', async () => {
  const missing = join(place, 'missing.mp4');
  await expect(store.put('a', { file: missing }, {})).rejects.toMatchObject({
    code: 'ENOENT',
    path: missing,
  });
  expect(await keys()).toEqual([]);
  expect(namesBelow(join(directory, '.unfinished'))).toEqual([]);
});

test('many writers of one key: one of them has it, whole', async () => {
  const texts = Array.from({ length: 12 }, (_, index) => `${index}`.repeat(50_000));
  await Promise.all(texts.map((text, n) => store.put('a', { stream: bytes(text) }, { n: String(n) })));
  expect(texts).toContain(readFileSync(join(directory, 'a'), 'utf8'));
  expect(await keys()).toEqual(['a']);
  expect(namesBelow(join(directory, '.unfinished'))).toEqual([]);
});
