/** The promises of the object store port. Both adapters run this suite. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, type TestContext } from 'vitest';
import { drilled } from '../support/drilled.ts';
import { LISTED_AT_ONCE } from './memory-s3.ts';
import type { ByteRange, ObjectRead, ObjectStore } from '../../src/runtime/objects/object-store.ts';

export interface StoreUnderTest {
  readonly store: ObjectStore;
  readonly remove: () => Promise<void> | void;
}

/** Larger than two parts of an upload, and not a multiple of a part or a chunk. */
export const LARGE_BYTES = 11 * 1024 * 1024 + 321;

export async function* pieces(bytes: Uint8Array, pieceBytes = 100_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

export async function textOf(read: ObjectRead): Promise<string> {
  return (await bytesOf(read)).toString();
}

export async function bytesOf(read: ObjectRead): Promise<Buffer> {
  if (read.outcome !== 'ok') throw new Error(`cannot read: ${read.outcome}`);
  return buffer(read.body);
}

export async function listKeys(store: ObjectStore, prefix = ''): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.toSorted();
}

/** Open files and connections of this process; 0 where they cannot be counted. */
function openFiles(): number {
  return existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0;
}

/** `open` may skip the test. */
export function testObjectStore(open: (context: TestContext) => Promise<StoreUnderTest>): void {
  let opened: StoreUnderTest | undefined;
  let store: ObjectStore;
  beforeEach(async (context) => {
    opened = undefined;
    opened = await open(context);
    ({ store } = opened);
  });
  afterEach(() => opened?.remove());

  const putText = (key: string, text: string, metadata: Record<string, string> = {}) =>
    store.put(key, { stream: pieces(Buffer.from(text)) }, metadata);
  const listed = (prefix = ''): Promise<string[]> => listKeys(store, prefix);

  test('returns what was put: bytes, size and time', async () => {
    const before = Date.now();
    const put = await putText('12/goal/a.mp4', 'some bytes', { player_name: 'Salah' });
    expect(put).toEqual({ bytes: 10, md5: createHash('md5').update('some bytes').digest('hex') });
    const object = await store.head('12/goal/a.mp4');
    expect(object).toMatchObject({ key: '12/goal/a.mp4', bytes: 10 });
    expect(Math.abs((object?.changedAt.getTime() ?? 0) - before)).toBeLessThan(60_000);
    const read = await store.read('12/goal/a.mp4');
    expect(read).toMatchObject({ outcome: 'ok', object, first: 0, last: 9 });
    expect(await textOf(read)).toBe('some bytes');
  });

  test('reports a missing object as a value', async () => {
    expect(await store.head('no/such')).toBeUndefined();
    expect(await store.read('no/such')).toEqual({ outcome: 'missing' });
    expect(await store.read('no/such', { first: 3 })).toEqual({ outcome: 'missing' });
    expect(await store.read('no/such', { lastBytes: 0 })).toEqual({ outcome: 'missing' });
    expect(await listed()).toEqual([]);
    await store.delete('no/such');
  });

  test('stores a file and an empty stream', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gamekeeper-content-'));
    try {
      writeFileSync(join(folder, 'clip'), 'bytes of a file');
      expect((await store.put('a', { file: join(folder, 'clip') }, {})).bytes).toBe(15);
      expect(await textOf(await store.read('a'))).toBe('bytes of a file');
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect((await putText('empty', '')).bytes).toBe(0);
    expect(await store.head('empty')).toMatchObject({ bytes: 0 });
    const empty = await store.read('empty');
    expect(empty).toMatchObject({ outcome: 'ok', first: 0, last: -1 });
    expect(await textOf(empty)).toBe('');
    expect(await store.read('empty', { first: 0 })).toEqual({ outcome: 'unsatisfiable', bytes: 0 });
  });

  test('returns a large object unchanged, whole and in part, across the parts of an upload', async () => {
    const bytes = randomBytes(LARGE_BYTES);
    const put = await store.put('large.mp4', { stream: pieces(bytes, 777_777) }, {});
    expect(put).toEqual({ bytes: LARGE_BYTES, md5: createHash('md5').update(bytes).digest('hex') });
    expect(await store.head('large.mp4')).toMatchObject({ bytes: LARGE_BYTES });
    expect((await bytesOf(await store.read('large.mp4'))).equals(bytes)).toBe(true);
    const border = 5 * 1024 * 1024;
    const part = await bytesOf(await store.read('large.mp4', { first: border - 3, last: border + 2 }));
    expect(part).toEqual(bytes.subarray(border - 3, border + 3));
  });

  test('refuses too much metadata before anything is stored', async () => {
    await expect(putText('a', 'x', { player_name: 'é'.repeat(400) })).rejects.toThrow(
      /at most 2048 are allowed/,
    );
    expect(await listed()).toEqual([]);
  });

  /** `object-key.test.ts` has the others. */
  test.each(['../a', '.unfinished/a', 'ä'])('every method refuses the key %j', async (key) => {
    await expect(putText(key, 'x')).rejects.toThrow(/is not a valid key/);
    await expect(store.head(key)).rejects.toThrow(/is not a valid key/);
    await expect(store.read(key)).rejects.toThrow(/is not a valid key/);
    await expect(store.delete(key)).rejects.toThrow(/is not a valid key/);
    expect(await listed()).toEqual([]);
  });

  const ranges: [ByteRange, string][] = [
    [{ first: 0 }, '0123456789'],
    [{ first: 0, last: 0 }, '0'],
    [{ first: 3, last: 5 }, '345'],
    [{ first: 7 }, '789'],
    [{ first: 9, last: 9 }, '9'],
    [{ first: 5, last: 500 }, '56789'],
    [{ lastBytes: 2 }, '89'],
    [{ lastBytes: 200 }, '0123456789'],
  ];
  test.each(ranges)('reads %j of ten bytes as %s', async (range, text) => {
    await putText('a', '0123456789');
    const read = await store.read('a', range);
    expect(read).toMatchObject({
      outcome: 'ok',
      first: Number(text[0]),
      last: Number(text.at(-1)),
      object: { bytes: 10 },
    });
    expect(await textOf(read)).toBe(text);
  });

  test('reports the size for a range after the last byte', async () => {
    await putText('a', '0123456789');
    for (const range of [{ first: 10 }, { first: 11, last: 20 }, { lastBytes: 0 }])
      expect(await store.read('a', range)).toEqual({ outcome: 'unsatisfiable', bytes: 10 });
  });

  test('releases its resources when a body is destroyed early', async () => {
    const bytes = randomBytes(LARGE_BYTES);
    await store.put('a', { stream: pieces(bytes) }, {});
    const before = openFiles();
    for (let round = 0; round < 10; round++) {
      const read = await store.read('a');
      if (read.outcome !== 'ok') throw new Error(read.outcome);
      if (round % 2 === 0) await once(read.body, 'readable');
      read.body.destroy();
      await once(read.body, 'close');
    }
    await expect.poll(openFiles).toBeLessThanOrEqual(before + 5);
    expect((await bytesOf(await store.read('a'))).equals(bytes)).toBe(true);
  });

  test('deletes an object as often as asked, and no other', async () => {
    const keys = Array.from({ length: 30 }, (_, index) => `1/${index}`);
    await Promise.all(keys.map((key) => putText(key, key)));
    await Promise.all([...keys.slice(0, 29), 'no/such', '1/0'].map((key) => store.delete(key)));
    await store.delete('1/0');
    expect(await listed()).toEqual(['1/29']);
    expect(await store.head('1/3')).toBeUndefined();
  });

  test('lists every key once, and a prefix is text, not a folder', async () => {
    const keys = ['a.b', 'a/b', 'a/c/d', 'ab/c', 'a/c.d', 'B', '1/x', '10/x', 'a/b0'];
    for (const key of keys) await putText(key, key);
    const sorted = keys.toSorted();
    expect(await listed()).toEqual(sorted);
    for (const prefix of ['a', 'a/', 'a/c', 'a/c/', '1', '1/', 'a/b', 'z', 'a/c/d', 'a/c/d/'])
      expect(await listed(prefix)).toEqual(sorted.filter((key) => key.startsWith(prefix)));
    for await (const listed of store.list('10/'))
      expect(listed).toEqual({ key: '10/x', bytes: 4, changedAt: expect.any(Date) });
  });

  test('lists beyond the first page', async () => {
    const pageKeys = drilled(LISTED_AT_ONCE, 1_000);
    const keys = Array.from({ length: pageKeys + 50 }, (_, n) => `many/${String(n).padStart(4, '0')}`);
    const left = keys.values();
    const put = async (): Promise<void> => {
      for (const key of left) await putText(key, 'x');
    };
    await Promise.all(Array.from({ length: 16 }, put));
    expect(await listed('many/')).toEqual(keys);
  });

  test('passes the error of failing content and stores nothing', async () => {
    const failure = new Error('the download broke off');
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield* pieces(randomBytes(LARGE_BYTES));
      throw failure;
    }
    await putText('old', 'old');
    await expect(store.put('new', { stream: broken() }, {})).rejects.toBe(failure);
    await expect(store.put('old', { stream: broken() }, {})).rejects.toBe(failure);
    expect(await listed()).toEqual(['old']);
    expect(await textOf(await store.read('old'))).toBe('old');
    expect(await store.discardUnfinished(new Date(Date.now() + 60_000))).toBe(0);
  });

  test('stores nothing when a put is aborted', async () => {
    const stopping = new AbortController();
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (let bytes = 0; ; bytes += 100_000) {
        if (bytes > LARGE_BYTES) stopping.abort(new Error('time is up'));
        yield randomBytes(100_000);
      }
    }
    const put = store.put('a', { stream: endless() }, {}, { signal: stopping.signal });
    await expect(put).rejects.toThrow('time is up');
    expect(await listed()).toEqual([]);
    expect(await store.discardUnfinished(new Date(Date.now() + 60_000))).toBe(0);
  });

  test('a check leaves nothing and returns the name of the store', async () => {
    expect(await store.check()).toMatch(/^the (folder|bucket) /);
    expect(await listed()).toEqual([]);
  });

  test('agrees with a map after any sequence of puts and deletes', async () => {
    const key = fc.constantFrom('1/a', '1/b', '1/b.c', '2/a', '2/x');
    const change = fc.oneof(
      fc.record({ put: key, text: fc.string({ maxLength: 5 }) }),
      fc.record({ remove: key }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 15 }), async (changes) => {
        const expected = new Map<string, string>();
        for (const stored of await listed()) await store.delete(stored);
        for (const one of changes) {
          if ('put' in one) {
            await putText(one.put, one.text);
            expected.set(one.put, one.text);
          } else {
            await store.delete(one.remove);
            expected.delete(one.remove);
          }
        }
        expect(await listed()).toEqual([...expected.keys()].toSorted());
        for (const [name, text] of expected) {
          const read = await store.read(name);
          expect(read).toMatchObject({ object: { bytes: Buffer.byteLength(text) } });
          expect(await textOf(read)).toBe(text);
        }
      }),
      { numRuns: 25 },
    );
  });
}
