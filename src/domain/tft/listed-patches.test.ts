import { describe, expect, test } from 'vitest';
import { at, calendarRow } from './fixtures/calendar-rows.ts';
import { knownPatches, type CalendarRow } from './patch-calendar.ts';
import { findListedPatches } from './patch-detection.ts';
import { partitionOf } from './patch-name.ts';

const KNOWN = knownPatches();

/** Data Dragon's list, newest first, from 16.`newest` down. */
const upTo = (newest: number): string[] => Array.from({ length: 12 }, (_, step) => `16.${newest - step}.1`);

function find(versions: string[], read: string, lastRead: string | null, rows: CalendarRow[] = KNOWN) {
  const list = { versions, readAt: at(read), lastReadAt: lastRead === null ? null : at(lastRead) };
  return findListedPatches(rows, list).map(
    (row) => `${partitionOf(row)} ${new Date(row.startsAt).toISOString().slice(0, 10)}`,
  );
}

describe('a version that was not listed at the last look', () => {
  test('starts on the day of this look, marked as listed and estimated', () => {
    const list = {
      versions: upTo(23),
      readAt: at('2026-11-20T15:00:00Z'),
      lastReadAt: at('2026-11-20T14:00:00Z'),
    };
    expect(findListedPatches(KNOWN, list)).toEqual([
      calendarRow('18.7', '2026-11-20', { origin: 'listed', isEstimate: true }),
    ]);
  });

  test('starts two weeks after the patch before it when the last look is older, within the gap', () => {
    expect(find(upTo(23), '2026-11-25T10:00:00Z', '2026-11-10T10:00:00Z')).toEqual(['18.7 2026-11-18']);
    expect(find(upTo(23), '2026-11-25T10:00:00Z', '2026-11-20T10:00:00Z')).toEqual(['18.7 2026-11-20']);
    expect(find(upTo(23), '2026-11-16T10:00:00Z', '2026-11-10T10:00:00Z')).toEqual(['18.7 2026-11-16']);
  });
});

describe('at the first look', () => {
  test('nothing is missing while the calendar is up to date', () => {
    expect(find(upTo(22), '2026-11-16T10:00:00Z', null)).toEqual([]);
    expect(find(['lolpatch_3.7', '15.7.1', '14.1.1', '0.151.2'], '2026-11-16T10:00:00Z', null)).toEqual([]);
  });

  test('several missing versions are spread two weeks apart, none in the future', () => {
    const behind = KNOWN.filter(({ patch, setNumber }) => setNumber < 19 && patch !== '18.6');
    expect(find(upTo(24), '2026-11-30T10:00:00Z', null, behind)).toEqual([
      '18.6 2026-11-04',
      '18.7 2026-11-18',
      '18.8 2026-11-30',
    ]);
  });
});

test('the order of the calendar rows changes nothing', () => {
  expect(find(upTo(23), '2026-11-25T10:00:00Z', null, KNOWN.toReversed())).toEqual(['18.7 2026-11-18']);
});

describe('a planned set', () => {
  test('has the client of its date, so its first version opens no patch of the set before', () => {
    // 19.1 is planned four weeks after 18.6.
    expect(find(upTo(24), '2026-12-02T10:00:00Z', null)).toEqual(['18.7 2026-11-18']);
    expect(find(['17.1.1', ...upTo(24)], '2027-01-07T10:00:00Z', null)).toEqual(['18.7 2026-11-18']);
  });

  test('continues after the patches that are planned, over New Year', () => {
    const list = ['17.2.1', '17.1.1', ...upTo(24)];
    expect(find(list, '2027-01-21T10:00:00Z', '2027-01-21T09:00:00Z')).toContain('19.3 2027-01-21');
  });
});

test('a version that cannot be due yet is ignored', () => {
  const rows = KNOWN.filter(({ setNumber }) => setNumber <= 18);
  expect(find(['99.1.1', '16.26.1', ...upTo(23)], '2026-11-18T10:00:00Z', null, rows)).toEqual([
    '18.7 2026-11-18',
  ]);
});

test('practice sets are not opened: their games carry a version', () => {
  const practice = calendarRow('106.3', '2026-11-10', { origin: 'detected' });
  expect(find(['106.4.1', '106.3.1'], '2026-11-20T10:00:00Z', null, [...KNOWN, practice])).toEqual([]);
});
