import { expect, test } from 'vitest';

import { DEFAULT_OPTIONS } from '#/domain/lol/history/history-options.ts';

import { readSearchText, writeSearchText } from '../../../lib/search-text.ts';
import {
  isFiltered,
  queryForHistory,
  readAskedHistory,
  searchForHistory,
  withoutFilter,
} from './history-address.ts';

const options = {
  ...DEFAULT_OPTIONS,
  zone: 'Europe/Berlin',
  dayStartMinutes: 300,
  gapMinutes: 45,
  queues: [420, 440],
  roles: ['MIDDLE'] as const,
  champions: [103],
  from: '2026-01-01',
  until: '2026-06-30',
};
const noView = { platform: undefined, year: undefined };

test('an address says the options, the platform and the year, and is read back', () => {
  const view = { platform: 'euw1', year: '2025' };
  const address = writeSearchText(searchForHistory(options, view));

  expect(address).toBe(
    '?zone=Europe/Berlin&dayStart=05:00&gap=45&queue=420,440&role=MIDDLE&champion=103&from=2026-01-01&until=2026-06-30&platform=euw1&year=2025',
  );
  expect(readAskedHistory(readSearchText(address))).toEqual({ type: 'ok', options, view });
});

test('what is as usual is not said', () => {
  expect(searchForHistory(DEFAULT_OPTIONS, noView)).toEqual({});
  expect(readAskedHistory({})).toEqual({ type: 'ok', options: DEFAULT_OPTIONS, view: noView });
});

test('what cannot be read is reported by its parameter', () => {
  const asked = readAskedHistory({ zone: 'Moon/Base', gap: '60' });

  expect(asked).toMatchObject({ type: 'refused', faults: [{ where: 'zone', value: 'Moon/Base' }] });
});

test('without the filter the clock and the session stay', () => {
  expect(withoutFilter(options)).toEqual({
    ...DEFAULT_OPTIONS,
    zone: 'Europe/Berlin',
    dayStartMinutes: 300,
    gapMinutes: 45,
  });
  expect(isFiltered(options)).toBe(true);
  expect(isFiltered(withoutFilter(options))).toBe(false);
});

test('the API is asked with the same words, and with the hint', () => {
  expect(queryForHistory(DEFAULT_OPTIONS, undefined)).toBe('');
  expect(queryForHistory({ ...DEFAULT_OPTIONS, zone: 'Asia/Seoul' }, 'kr')).toBe(
    'zone=Asia/Seoul&platform=kr',
  );
});
