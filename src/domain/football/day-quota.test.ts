import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDayCount, hearQuota, takeCall, type DayCount, type QuotaWord } from './day-quota.ts';

const NOON = Date.UTC(2026, 10, 14, 12);
const MIDNIGHT = Date.UTC(2026, 10, 15);
const MINUTE = 60_000;
const said = (limit: number | null, remaining: number | null, refusal: QuotaWord['refusal'] = null) => ({
  limit,
  remaining,
  refusal,
});
const takenAt = (count: DayCount, now: number) => takeCall(count, now).taken;

test('a day that is used up opens again half a minute after midnight', () => {
  const count = hearQuota(createDayCount(NOON), said(100, 0), NOON);
  expect(takenAt(count, NOON)).toEqual({ isGranted: false, retryAfterMs: MIDNIGHT + 30_000 - NOON });
  expect(takenAt(count, MIDNIGHT + 30_000)).toEqual({ isGranted: true });
});

test('a refusal for the day holds whatever the headers say', () => {
  const count = hearQuota(createDayCount(NOON), said(100, 50, 'day'), NOON);
  expect(takenAt(count, MIDNIGHT - 1)).toMatchObject({ isGranted: false });
  expect(takenAt(count, MIDNIGHT + 30_000)).toEqual({ isGranted: true });
});

test('a refusal for a while ends with it', () => {
  const count = hearQuota(createDayCount(NOON), said(null, null, { forMs: 65_000 }), NOON);
  expect(takenAt(count, NOON + 64_999)).toEqual({ isGranted: false, retryAfterMs: 1 });
  expect(takenAt(count, NOON + 65_000)).toEqual({ isGranted: true });
});

test('a shorter refusal does not shorten a longer one', () => {
  const long = hearQuota(createDayCount(NOON), said(null, null, { forMs: 60_000 }), NOON);
  const count = hearQuota(long, said(null, null, { forMs: 1_000 }), NOON);
  expect(takenAt(count, NOON + 59_000)).toMatchObject({ isGranted: false });
});

test('answers without headers leave the count as it is', () => {
  const count = hearQuota(hearQuota(createDayCount(NOON), said(100, 40), NOON), said(null, null), NOON);
  expect(count).toMatchObject({ limit: 100, used: 60 });
  expect(hearQuota(createDayCount(NOON), said(null, 5), NOON)).toMatchObject({ limit: null, used: 0 });
});

test('more than all left is none used', () => {
  expect(hearQuota(createDayCount(NOON), said(100, 150), NOON)).toMatchObject({ used: 0 });
});

describe('right after midnight', () => {
  const soon = MIDNIGHT + MINUTE;

  test("yesterday's word does not shut the new day", () => {
    const count = hearQuota(createDayCount(soon), said(100, 0), soon);
    expect(count).toMatchObject({ limit: 100, used: 0 });
    expect(takenAt(count, soon)).toMatchObject({ isGranted: false });
    expect(takenAt(count, soon + 2 * MINUTE)).toEqual({ isGranted: true });
  });

  test('a word that can be of today is believed', () => {
    expect(hearQuota(createDayCount(soon), said(100, 97), soon)).toMatchObject({ used: 3 });
  });
});

test('however calls and words follow each other, a day never gives more calls than were left when it was last told', () => {
  const step = fc.record({ afterMs: fc.nat(3 * 3_600_000), left: fc.option(fc.nat(20)) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let now = NOON;
      let count = createDayCount(now);
      let left = Number.POSITIVE_INFINITY;
      let day = Math.floor(now / 86_400_000);
      for (const { afterMs, left: told } of steps) {
        now += afterMs;
        // A new day has all calls again, as many as that may be.
        if (Math.floor(now / 86_400_000) !== day) left = Number.POSITIVE_INFINITY;
        day = Math.floor(now / 86_400_000);
        if (told === null) {
          const taken = takeCall(count, now);
          ({ count } = taken);
          if (taken.taken.isGranted) left -= 1;
        } else if (now % 86_400_000 >= 10 * MINUTE) {
          count = hearQuota(count, said(20, told), now);
          left = told;
        }
        if (left < 0) return false;
      }
      return true;
    }),
  );
});
