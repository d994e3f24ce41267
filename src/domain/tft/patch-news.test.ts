import { expect, test } from 'vitest';
import { calendarRow } from './fixtures/calendar-rows.ts';
import { begunPatches, type CalendarRow } from './patch-calendar.ts';

const NOW = Date.UTC(2026, 11, 2);
const row = (name: string, startsAt: number, changes: Partial<CalendarRow> = {}): CalendarRow =>
  calendarRow(name, '2026-12-02', { startsAt, ...changes });

test('a patch has begun from its date on, and is news once for all regions', () => {
  const rows = [row('18.6', NOW), row('18.6', NOW - 1, { region: 'kr' }), row('18.7', NOW + 1)];
  expect(begunPatches(rows, NOW)).toEqual(['18.6']);
  expect(begunPatches(rows, NOW + 1)).toEqual(['18.6', '18.7']);
});

test('a plan that has come due is another piece of news than the patch itself', () => {
  const planned = row('19.1', NOW - 1, { isEstimate: true });
  const seen = row('19.1', NOW + 1, { origin: 'detected' });
  expect(begunPatches([planned], NOW)).toEqual(['19.1 as planned']);
  expect(begunPatches([seen], NOW)).toEqual(['19.1']);
});

test('what was seen has begun, although its clock runs ahead of ours', () => {
  expect(begunPatches([row('101.3', NOW + 86_400_000, { origin: 'detected' })], NOW)).toEqual(['101.3']);
});
