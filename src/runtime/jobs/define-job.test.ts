import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { defineJob, limitConcurrency, type JobDefinition } from './define-job.ts';
import { done, retryAt } from './job-outcome.ts';

const Payload = Type.Object({ id: Type.Integer() });
const good: JobDefinition<typeof Payload> = {
  kind: 'test/good',
  payload: Payload,
  retry: { limit: 3, firstDelaySeconds: 1, maxDelaySeconds: 60 },
  handle: async () => done(),
};

test('a definition says only what is unusual', () => {
  const { timeoutSeconds, concurrency, batch, priority, onePerKey, schedule } = defineJob(good);

  expect({ timeoutSeconds, concurrency, batch, priority, onePerKey, schedule }).toEqual({
    timeoutSeconds: 900,
    concurrency: 10,
    batch: 10,
    priority: 0,
    onePerKey: false,
    schedule: null,
  });
});

test.each([
  [{ kind: 'Good' }, 'the name must look like "area/what-it-does"'],
  [{ kind: 'test/no spaces' }, 'the name must look like'],
  [{ onePerKey: true }, 'onePerKey needs a key'],
  [
    { retry: { limit: -1, firstDelaySeconds: 1, maxDelaySeconds: 1 } },
    'retry.limit is -1; expected a whole number from 0',
  ],
  [
    { retry: { limit: 1, firstDelaySeconds: 10, maxDelaySeconds: 1 } },
    'retry.maxDelaySeconds is 1; expected a whole number from 10',
  ],
  [{ concurrency: 0 }, 'concurrency is 0'],
  [{ concurrency: 5, batch: 6 }, 'batch is 6; expected a whole number from 1 to 5'],
  [{ timeoutSeconds: 86_400 }, 'timeoutSeconds is 86400'],
  [{ priority: 1.5 }, 'priority is 1.5'],
])('the definition %j is refused', (change, message) => {
  expect(() => defineJob({ ...good, ...change })).toThrow(message);
});

test('a payload that does not fit is refused with the place of the fault', () => {
  const kind = defineJob(good);

  expect(kind.check({ id: 1 })).toEqual({ ok: true, payload: { id: 1 } });
  expect(kind.check({ id: 'x' })).toEqual({ ok: false, reason: '/id must be integer' });
  expect(kind.check(null)).toEqual({ ok: false, reason: 'the payload must be object' });
});

test.each([
  [0, [20, 4], [1, 1]],
  [5, [5, 4], [1, 1]],
  [2, [2, 2], [1, 1]],
])('with a limit of %i jobs at once, concurrency and batch of a kind are at most that', (most, many, one) => {
  const kinds = [
    defineJob({ ...good, concurrency: 20, batch: 4 }),
    defineJob({ ...good, kind: 'test/one', concurrency: 1 }),
  ];
  const limited = limitConcurrency(kinds, most).map(({ concurrency, batch }) => [concurrency, batch]);
  expect(limited).toEqual([many, one]);
});

test('retryAt refuses a date that is none', () => {
  expect(() => retryAt(new Date('soon'))).toThrow('retryAt was given an invalid date');
});
