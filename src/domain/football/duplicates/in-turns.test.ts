import { expect, test } from 'vitest';
import { runInTurns } from './in-turns.ts';

function* work(steps: string[]): Generator<void, string> {
  steps.push('first');
  yield;
  steps.push('second');
  yield;
  steps.push('third');
  return 'done';
}

test('work in turns pauses at each place where it may be interrupted', async () => {
  const steps: string[] = [];
  const result = await runInTurns(work(steps), async () => void steps.push('pause'));

  expect(result).toBe('done');
  expect(steps).toEqual(['first', 'pause', 'second', 'pause', 'third']);
});
