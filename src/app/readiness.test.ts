import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Part, SystemStatus } from '#/contract/status.ts';
import { createGoodbye, missingParts } from './readiness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function statusWith(states: Readonly<Record<string, Part['state']>>): Pick<SystemStatus, 'parts'> {
  const parts = Object.entries(states).map(([id, state]) => ({ id, state }) as Part);
  return { parts };
}

test('a part that is down or starting is missing, a degraded one is not', () => {
  const status = statusWith({ postgres: 'down', clickhouse: 'starting', jobs: 'degraded', live: 'running' });

  expect(missingParts(status)).toEqual(['postgres', 'clickhouse']);
});

test('parts that other processes of a fleet run are never missing', () => {
  const status = statusWith({
    postgres: 'running',
    scheduler: 'down',
    projector: 'down',
    practice: 'starting',
  });

  expect(missingParts(status)).toEqual([]);
});

test('the goodbye ends after its time, counted from the request to stop', async () => {
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

test('a start that failed stops without a goodbye', async () => {
  const said: string[] = [];
  void createGoodbye(new AbortController().signal, 60_000)().then(() => said.push('at once'));
  await vi.advanceTimersByTimeAsync(0);
  expect(said).toEqual(['at once']);
});
