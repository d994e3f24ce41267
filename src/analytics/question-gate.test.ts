import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createQuestionGate, GateFull } from './question-gate.ts';

const never = new AbortController().signal;

function createWork() {
  const held = Promise.withResolvers<string>();
  let started = false;
  return {
    ...held,
    isStarted: () => started,
    work: () => {
      started = true;
      return held.promise;
    },
  };
}

test('as many as may run do, the others in the order in which they came', async () => {
  const gate = createQuestionGate({ atOnce: 2, maxWaiting: 5, maxWaitMs: 10_000 });
  const works = [1, 2, 3, 4].map(createWork);
  const ends = works.map(({ work }) => gate.run(work, never));
  await turn();
  expect(works.map(({ isStarted }) => isStarted())).toEqual([true, true, false, false]);
  expect(gate.stats()).toEqual({ running: 2, waiting: 2, refused: 0 });

  works[1]?.resolve('second');
  expect(await ends[1]).toBe('second');
  await turn();
  expect(works.map(({ isStarted }) => isStarted())).toEqual([true, true, true, false]);
  works[0]?.reject(new Error('broken'));
  await expect(ends[0]).rejects.toThrow('broken');
  await turn();
  expect(works[3]?.isStarted()).toBe(true);
  works[2]?.resolve('third');
  works[3]?.resolve('fourth');
  expect(await Promise.all([ends[2], ends[3]])).toEqual(['third', 'fourth']);
  expect(gate.stats()).toEqual({ running: 0, waiting: 0, refused: 0 });
});

test('when the line is full the next one is refused at once', async () => {
  const gate = createQuestionGate({ atOnce: 1, maxWaiting: 1, maxWaitMs: 10_000 });
  const first = createWork();
  const second = createWork();
  const ends = [gate.run(first.work, never), gate.run(second.work, never)];
  await expect(gate.run(async () => 'third', never)).rejects.toBeInstanceOf(GateFull);
  expect(gate.stats()).toEqual({ running: 1, waiting: 1, refused: 1 });
  first.resolve('1');
  second.resolve('2');
  expect(await Promise.all(ends)).toEqual(['1', '2']);
});

test('nobody waits longer than the limit, and whoever runs is not touched by it', async () => {
  const gate = createQuestionGate({ atOnce: 1, maxWaiting: 5, maxWaitMs: 5 });
  const first = createWork();
  const end = gate.run(first.work, never);
  await expect(gate.run(async () => 'late', never)).rejects.toBeInstanceOf(GateFull);
  expect(gate.stats()).toEqual({ running: 1, waiting: 0, refused: 1 });
  first.resolve('done');
  expect(await end).toBe('done');
});

test('who goes away while waiting leaves the line and never begins', async () => {
  const gate = createQuestionGate({ atOnce: 1, maxWaiting: 5, maxWaitMs: 10_000 });
  const [first, second] = [createWork(), createWork()];
  const leaving = new AbortController();
  const ends = [gate.run(first.work, never), gate.run(second.work, leaving.signal)];
  leaving.abort(new Error('gone'));
  await expect(ends[1]).rejects.toThrow('gone');
  first.resolve('done');
  await ends[0];
  expect(second.isStarted()).toBe(false);
  expect(gate.stats()).toEqual({ running: 0, waiting: 0, refused: 0 });
  await expect(gate.run(second.work, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  expect(await gate.run(async () => 'free again', never)).toBe('free again');
});
