import { expect, test } from 'vitest';
import type { Part, SystemStatus } from '#/contract/status.ts';
import { createGoodbye, missingParts } from './fleet-readiness.ts';

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
  const untilSaid = createGoodbye(stop.signal, 60);
  stop.abort();
  const askedAt = performance.now();

  await untilSaid();

  const tookMs = performance.now() - askedAt;
  expect(tookMs).toBeGreaterThan(55);
  await untilSaid();
  expect(performance.now() - askedAt - tookMs).toBeLessThan(40);
});

test('a start that failed has nobody to say goodbye to', async () => {
  const askedAt = performance.now();

  await createGoodbye(new AbortController().signal, 60_000)();

  expect(performance.now() - askedAt).toBeLessThan(1_000);
});
