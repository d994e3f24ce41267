import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Part, SystemStatus } from '#/contract/status.ts';
import { createGoodbye, missingParts } from './readiness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function statusWith(states: Readonly<Record<string, Part['state']>>): Pick<SystemStatus, 'parts'> {
  const parts = Object.entries(states).map(([id, state]) => ({ id, state }) as Part);
  return { parts };
}

test('a part that is down or only starting is missing, one that limps is not', () => {
  const status = statusWith({ postgres: 'down', clickhouse: 'starting', jobs: 'degraded', live: 'running' });

  expect(missingParts(status)).toEqual(['postgres', 'clickhouse']);
});

test('what other processes of a fleet do is no reason to be sent nothing', () => {
  const status = statusWith({
    postgres: 'running',
    scheduler: 'down',
    projector: 'down',
    practice: 'starting',
  });

  expect(missingParts(status)).toEqual([]);
});

test('a goodbye is over when it was said for as long as it takes, counted from the order', async () => {
  const stop = new AbortController();
  const untilSaid = createGoodbye(stop.signal, 60_000);
  const said: string[] = [];
  stop.abort();
  await vi.advanceTimersByTimeAsync(20_000);
  void untilSaid().then(() => said.push('first'));

  await vi.advanceTimersByTimeAsync(39_999);
  expect(said).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(said).toEqual(['first']);
  void untilSaid().then(() => said.push('second'));
  await vi.advanceTimersByTimeAsync(0);
  expect(said).toEqual(['first', 'second']);
});

test('a start that failed has nobody to say goodbye to', async () => {
  const said: string[] = [];
  void createGoodbye(new AbortController().signal, 60_000)().then(() => said.push('at once'));
  await vi.advanceTimersByTimeAsync(0);
  expect(said).toEqual(['at once']);
});
