import { expect, test } from 'vitest';
import { DAY_MS } from './local-time.ts';
import { createWorldCalendar } from './world-calendar.ts';

const epoch = Date.UTC(2025, 0, 6);
const calendar = createWorldCalendar(epoch);

test('a patch lasts two weeks and a set eight patches', () => {
  const first = calendar.patchAt(epoch);
  const lastOfSet = calendar.patchAt(epoch + 112 * DAY_MS - 1);
  const nextSet = calendar.patchAt(epoch + 112 * DAY_MS);

  expect(first).toMatchObject({ number: 0, minor: 1, startsAt: epoch });
  expect(calendar.patchAt(epoch + 14 * DAY_MS - 1)).toEqual(first);
  expect(calendar.patchAt(epoch + 14 * DAY_MS)).toMatchObject({ number: 1, set: first.set, minor: 2 });
  expect(lastOfSet).toMatchObject({ number: 7, set: first.set, minor: 8 });
  expect(nextSet).toMatchObject({ number: 8, set: first.set + 1, minor: 1, startsAt: epoch + 112 * DAY_MS });
});

test('before the epoch it is the first patch', () => {
  expect(calendar.patchAt(epoch - 1)).toEqual(calendar.patchAt(epoch));
});

test('a set has one start, seen from any of its days', () => {
  for (const day of [112, 113, 150, 223])
    expect(calendar.setStartsAt(epoch + day * DAY_MS)).toBe(epoch + 112 * DAY_MS);
});

test('a time belongs to the day that began last', () => {
  for (const platform of ['na1', 'kr'] as const) {
    const startsAt = calendar.dayStartsAt(platform, 40);
    expect(calendar.dayAt(platform, startsAt)).toBe(40);
    expect(calendar.dayAt(platform, startsAt - 1)).toBe(39);
    expect(calendar.dayAt(platform, startsAt + DAY_MS - 1)).toBe(40);
  }
});
