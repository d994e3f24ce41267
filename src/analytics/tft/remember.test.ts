import { expect, test } from 'vitest';
import { remember, rememberEach } from './remember.ts';

test('it asks once for all who want to know at the same time, and again when the answer is too old', async () => {
  let [time, asked] = [0, 0];
  const read = remember(
    () => Promise.resolve(++asked),
    () => time,
  );
  expect(await Promise.all([read(10), read(10)])).toEqual([1, 1]);
  time = 9;
  expect(await read(10)).toBe(1);
  time = 10;
  expect(await read(10)).toBe(2);
  time = 12;
  expect(await read(10)).toBe(2);
  expect(await read(2)).toBe(3);
});

test('a failure is told to those who waited for it, and not remembered', async () => {
  let asked = 0;
  const read = remember(
    () => (++asked === 1 ? Promise.reject(new Error('away')) : Promise.resolve(asked)),
    () => 0,
  );
  await expect(Promise.all([read(10), read(10)])).rejects.toThrow('away');
  expect(await read(10)).toBe(2);
});

test('an answer that begins to be old is given while a newer one is fetched', async () => {
  let [time, asked] = [0, 0];
  const waiting: ((value: number) => void)[] = [];
  const read = remember(
    () => (++asked === 1 ? Promise.resolve(1) : new Promise<number>((resolve) => waiting.push(resolve))),
    () => time,
  );
  await read(100, 10);
  time = 20;
  expect(await Promise.all([read(100, 10), read(100, 10)])).toEqual([1, 1]);
  expect(asked).toBe(2);
  for (const resolve of waiting) resolve(2);
  await expect.poll(() => read(100, 10)).toBe(2);
  time = 120;
  const tooOld = read(100, 10);
  for (const resolve of waiting) resolve(3);
  expect(await tooOld).toBe(3);
});

test('a newer one that cannot be fetched does no harm while the old one is good enough', async () => {
  let [time, asked] = [0, 0];
  const read = remember(
    () => (++asked === 1 ? Promise.resolve(1) : Promise.reject(new Error('away'))),
    () => time,
  );
  await read(100, 10);
  time = 50;
  expect(await read(100, 10)).toBe(1);
  time = 100;
  await expect(read(100, 10)).rejects.toThrow('away');
});

test('each key has its own answer, and the oldest key leaves when there are too many', async () => {
  const asked: string[] = [];
  const read = rememberEach(
    ({ name }: { readonly name: string }) => {
      asked.push(name);
      return Promise.resolve(name.length);
    },
    { now: () => 0, maxAgeMs: 10, most: 2 },
  );
  for (const name of ['one', 'three', 'one', 'seven', 'three', 'one']) await read({ name });
  expect(await read({ name: 'three' })).toBe(5);
  expect(asked).toEqual(['one', 'three', 'seven', 'one', 'three']);
});
