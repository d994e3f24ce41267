import { expect, test } from 'vitest';
import { singleFlight, singleFlightByKey } from './single-flight.ts';

test('concurrent callers share one load, whose value is reused until it is too old', async () => {
  let [time, loads] = [0, 0];
  const read = singleFlight(() => Promise.resolve(++loads), { maxAgeMs: 10, now: () => time });
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  time = 9;
  expect(await read()).toBe(1);
  time = 10;
  expect(await read()).toBe(2);
  time = 12;
  expect(await read()).toBe(2);
  expect(await read({ maxAgeMs: 2 })).toBe(3);
});

test('without an age, only loads in flight are shared', async () => {
  let loads = 0;
  const read = singleFlight(() => Promise.resolve(++loads));
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  expect(await read()).toBe(2);
});

test('a failure reaches every waiting caller and is not cached', async () => {
  let loads = 0;
  const load = () => (++loads === 1 ? Promise.reject(new Error('away')) : Promise.resolve(loads));
  const read = singleFlight(load, { maxAgeMs: 10, now: () => 0 });
  await expect(Promise.all([read(), read()])).rejects.toThrow('away');
  expect(await read()).toBe(2);
});

test('an ageing value is returned while a new one is loaded', async () => {
  let [time, loads] = [0, 0];
  const waiting: ((value: number) => void)[] = [];
  const read = singleFlight(
    () => (++loads === 1 ? Promise.resolve(1) : new Promise<number>((resolve) => waiting.push(resolve))),
    { maxAgeMs: 100, refreshAfterMs: 10, now: () => time },
  );
  await read();
  time = 20;
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  expect(loads).toBe(2);
  for (const resolve of waiting) resolve(2);
  await expect.poll(() => read()).toBe(2);
  time = 120;
  const tooOld = read();
  for (const resolve of waiting) resolve(3);
  expect(await tooOld).toBe(3);
});

test('a failed refresh is not reported until the value is too old', async () => {
  let [time, loads] = [0, 0];
  const load = () => (++loads === 1 ? Promise.resolve(1) : Promise.reject(new Error('away')));
  const read = singleFlight(load, { maxAgeMs: 100, refreshAfterMs: 10, now: () => time });
  await read();
  time = 50;
  expect(await read()).toBe(1);
  time = 100;
  await expect(read()).rejects.toThrow('away');
});

test('each key has a value of its own, and the oldest key is dropped when there are too many', async () => {
  const loaded: string[] = [];
  const read = singleFlightByKey<number>({ maxAgeMs: 10, maxKeys: 2, now: () => 0 });
  const lengthOf = (name: string): Promise<number> =>
    read(name, async () => {
      loaded.push(name);
      return name.length;
    });
  for (const name of ['one', 'three', 'one', 'seven', 'three', 'one']) await lengthOf(name);
  expect(await lengthOf('three')).toBe(5);
  expect(loaded).toEqual(['one', 'three', 'seven', 'one', 'three']);
});

test('a key without an age is loaded again once its load has ended, also after a failure', async () => {
  const read = singleFlightByKey<string>({ maxAgeMs: 0, maxKeys: 2 });
  let loads = 0;
  const load = () => (++loads === 1 ? Promise.reject(new Error('away')) : Promise.resolve(`load ${loads}`));
  await expect(Promise.all([read('key', load), read('key', load)])).rejects.toThrow('away');
  expect(await Promise.all([read('key', load), read('key', load)])).toEqual(['load 2', 'load 2']);
  expect(await read('key', load)).toBe('load 3');
});
