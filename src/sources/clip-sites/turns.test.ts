import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

const { signal } = new AbortController();

test('work is done one at a time and in order, whatever becomes of it', async () => {
  const inTurn = createTurns();
  const said: string[] = [];
  const first = Promise.withResolvers<string>();
  const works = [
    inTurn(async () => {
      said.push('first begins');
      return await first.promise;
    }, signal),
    inTurn(async () => {
      said.push('second begins');
      throw new Error('second fails');
    }, signal),
    inTurn(async () => {
      said.push('third begins');
      return 'third';
    }, signal),
  ];
  const ends = Promise.allSettled(works);
  await expect.poll(() => said).toEqual(['first begins']);
  first.resolve('first');
  expect(await ends).toMatchObject([
    { value: 'first' },
    { reason: new Error('second fails') },
    { value: 'third' },
  ]);
  expect(said).toEqual(['first begins', 'second begins', 'third begins']);
});

test('who waits can give up, and the next still waits for those who work', async () => {
  const inTurn = createTurns();
  const working = Promise.withResolvers<void>();
  const first = inTurn(() => working.promise, signal);
  const ending = new AbortController();
  let isRun = false;
  const second = inTurn(async () => {
    isRun = true;
  }, ending.signal);
  let isThirdRun = false;
  const third = inTurn(async () => {
    isThirdRun = true;
  }, signal);
  ending.abort(new Error('enough'));
  await expect(second).rejects.toThrow('enough');
  expect([isRun, isThirdRun]).toEqual([false, false]);
  working.resolve();
  await Promise.all([first, third]);
  expect([isRun, isThirdRun]).toEqual([false, true]);
});
