import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { defineJob } from './define-job.ts';
import { done } from './job-outcome.ts';
import { refuseBadSchedules, slotsBetween } from './schedules.ts';

const at = (time: string): Date => new Date(time);

test.each([
  [
    'every minute, a month later',
    '* * * * *',
    'UTC',
    '2026-10-01T00:00:30Z',
    '2026-11-01T00:00:30Z',
    '2026-11-01T00:00:00Z',
  ],
  [
    'every second',
    '* * * * * *',
    'UTC',
    '2026-11-15T12:00:00Z',
    '2026-11-15T12:00:07.5Z',
    '2026-11-15T12:00:07Z',
  ],
  [
    'once a year, years later',
    '0 0 1 1 *',
    'UTC',
    '2020-06-01T00:00:00Z',
    '2026-11-15T00:00:00Z',
    '2026-01-01T00:00:00Z',
  ],
  [
    'a slot at the very end counts',
    '0 12 * * *',
    'UTC',
    '2026-11-14T12:00:00Z',
    '2026-11-15T12:00:00Z',
    '2026-11-15T12:00:00Z',
  ],
  [
    'a slot at the very beginning does not',
    '0 12 * * *',
    'UTC',
    '2026-11-15T12:00:00Z',
    '2026-11-15T13:00:00Z',
    null,
  ],
  ['none in between', '0 0 29 2 *', 'UTC', '2025-03-01T00:00:00Z', '2026-11-15T00:00:00Z', null],
  [
    'in the time of a place',
    '0 9 * * *',
    'Europe/Berlin',
    '2026-07-01T00:00:00Z',
    '2026-07-01T10:00:00Z',
    '2026-07-01T07:00:00Z',
  ],
])('the newest slot: %s', (_, cron, timeZone, after, until, expected) => {
  const slots = slotsBetween({ cron, timeZone }, at(after), at(until), 1);

  expect(slots).toEqual(expected === null ? [] : [at(expected)]);
});

test.each([
  ['a rule', 'every full moon', 'UTC'],
  ['a time zone', '0 9 * * *', 'Middle/Earth'],
])('%s that cannot be read is refused when the program starts', (_, cron, timeZone) => {
  const kind = defineJob({
    kind: 'test/strange',
    payload: Type.Object({}),
    retry: { limit: 0, firstDelaySeconds: 0, maxDelaySeconds: 0 },
    schedule: { cron, timeZone, missed: 'skip', payload: {} },
    handle: async () => done(),
  });

  expect(() => refuseBadSchedules([kind])).toThrow(
    `job kind test/strange: its schedule "${cron}" (${timeZone}) cannot be read`,
  );
});
