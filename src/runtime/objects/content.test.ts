import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { guardBody, toSpan } from './content.ts';

const guard = { key: 'a.mp4', toFault: (error: unknown) => error };
const sending = (...texts: string[]): Readable => Readable.from(texts.map((text) => Buffer.from(text)));

test('delivers all bytes', async () => {
  expect((await buffer(guardBody(sending('one', 'two'), { ...guard, bytes: 6 }))).toString()).toBe('onetwo');
});

test('fails if the source ends too early', async () => {
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
])('after %i surplus bytes, delivers %i bytes', async (before, bytes, text) => {
  const source = sending('one', 'two', '!');
  const body = guardBody(source, { ...guard, before, bytes, behind: 7 - before - bytes });
  expect((await buffer(body)).toString()).toBe(text);
  expect(source.destroyed).toBe(true);
});

test('maps an error of the source', async () => {
  const source = new Readable({ read: () => source.destroy(new Error('EIO')) });
  const toFault = (error: unknown): Error => new Error('mapped', { cause: error });
  await expect(buffer(guardBody(source, { ...guard, bytes: 1, toFault }))).rejects.toThrow('mapped');
});

test('fails if the source is silent too long', async () => {
  const source = new Readable({ read: () => undefined });
  await expect(buffer(guardBody(source, { ...guard, bytes: 1, idleMs: 20 }))).rejects.toThrow(
    'The object store sent nothing of a.mp4 for 20 ms.',
  );
  expect(source.destroyed).toBe(true);
});

test('destroys its source when it is destroyed before the first read', async () => {
  const source = sending('one');
  const body = guardBody(source, { ...guard, bytes: 3 });
  body.destroy();
  await expect.poll(() => source.destroyed).toBe(true);
});

test.each([
  [undefined, 10, { first: 0, last: 9 }],
  [undefined, 0, { first: 0, last: -1 }],
  [{ first: 0 }, 10, { first: 0, last: 9 }],
  [{ first: 3 }, 10, { first: 3, last: 9 }],
  [{ first: 9 }, 10, { first: 9, last: 9 }],
  [{ first: 0, last: 0 }, 10, { first: 0, last: 0 }],
  [{ first: 2, last: 4 }, 10, { first: 2, last: 4 }],
  [{ first: 2, last: 400 }, 10, { first: 2, last: 9 }],
  [{ lastBytes: 3 }, 10, { first: 7, last: 9 }],
  [{ lastBytes: 30 }, 10, { first: 0, last: 9 }],
  [{ first: 10 }, 10, undefined],
  [{ first: 0 }, 0, undefined],
  [{ lastBytes: 0 }, 10, undefined],
  [{ lastBytes: 3 }, 0, undefined],
])('resolves %j of %i bytes to %j', (range, bytes, span) => {
  expect(toSpan(range, bytes)).toEqual(span);
});

test.each([{ first: -1 }, { first: 1.5 }, { first: 0, last: NaN }, { first: 3, last: 2 }, { lastBytes: -1 }])(
  'refuses the range %j',
  (range) => {
    expect(() => toSpan(range, 10)).toThrow(RangeError);
  },
);
