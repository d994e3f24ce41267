import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { guardBody } from './guarded-body.ts';

const guard = { key: 'a.mp4', toFault: (error: unknown) => error };
const sending = (...texts: string[]): Readable => Readable.from(texts.map((text) => Buffer.from(text)));

test('all bytes pass', async () => {
  expect((await buffer(guardBody(sending('one', 'two'), { ...guard, bytes: 6 }))).toString()).toBe('onetwo');
});

test('a source that ends too early is an error, however quietly it ended', async () => {
  await expect(buffer(guardBody(sending('one', 'two'), { ...guard, bytes: 7 }))).rejects.toThrow(
    'The object store broke off while a.mp4 was read: 1 of 7 bytes are missing.',
  );
});

test.each([
  [0, 3, 'one'],
  [1, 3, 'net'],
  [3, 3, 'two'],
  [5, 1, 'o'],
  [2, 2, 'et'],
])('with %i bytes before them and more behind, %i bytes are cut out', async (before, bytes, text) => {
  const source = sending('one', 'two', '!');
  const body = guardBody(source, { ...guard, before, bytes, behind: 7 - before - bytes });
  expect((await buffer(body)).toString()).toBe(text);
  expect(source.destroyed).toBe(true);
});

test('what the source says is told in the words of the store', async () => {
  const source = new Readable({ read: () => source.destroy(new Error('EIO')) });
  const toFault = (error: unknown): Error => new Error('in words', { cause: error });
  await expect(buffer(guardBody(source, { ...guard, bytes: 1, toFault }))).rejects.toThrow('in words');
});

test('a source that says nothing is given up', async () => {
  const source = new Readable({ read: () => undefined });
  await expect(buffer(guardBody(source, { ...guard, bytes: 1, idleMs: 20 }))).rejects.toThrow(
    'The object store sent nothing of a.mp4 for 20 ms.',
  );
  expect(source.destroyed).toBe(true);
});

test('a body that nobody reads lets go of its source when it is destroyed', async () => {
  const source = sending('one');
  const body = guardBody(source, { ...guard, bytes: 3 });
  body.destroy();
  await expect.poll(() => source.destroyed).toBe(true);
});
