import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

const { signal } = new AbortController();

test('work is done one at a time and in order, whatever becomes of it; work that is given up while it waits is not begun', async () => {
  const inTurn = createTurns();
  const begun: string[] = [];
  const first = Promise.withResolvers<string>();
  const work = (name: string, result: () => Promise<string>, ending = signal): Promise<string> =>
    inTurn(() => {
      begun.push(name);
      return result();
    }, ending);
  const giveUp = new AbortController();
  const ends = Promise.allSettled([
    work('first', () => first.promise),
    work('given up', async () => 'never', giveUp.signal),
    work('fails', () => Promise.reject(new Error('it fails'))),
    work('last', async () => 'last'),
  ]);
  giveUp.abort(new Error('enough'));
  await expect.poll(() => begun).toEqual(['first']);
  first.resolve('first');
  expect(await ends).toMatchObject([
    { value: 'first' },
    { reason: new Error('enough') },
    { reason: new Error('it fails') },
    { value: 'last' },
  ]);
  expect(begun).toEqual(['first', 'fails', 'last']);
});
