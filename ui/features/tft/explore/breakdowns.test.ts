import { expect, test } from 'vitest';

import { completeQuestion } from '#/domain/tft/explore/partial-question.ts';
import { BREAKDOWN_IDS } from '#/domain/tft/explore/breakdowns.ts';

import { BOARD_CHOICES, UNIT_CHOICES, withBreakdown } from './breakdowns.ts';

const units = completeQuestion({ filter: { patches: ['17.4'] }, page: 3 });

test('every breakdown can be chosen', () => {
  const offered = new Set([...BOARD_CHOICES, ...UNIT_CHOICES].map(({ by }) => by));

  expect(BREAKDOWN_IDS.filter((by) => !offered.has(by))).toEqual(['item-holder']);
  expect(UNIT_CHOICES.map(({ by }) => by).every((by) => by.startsWith('unit-'))).toBe(true);
});

test('another breakdown begins with its first row and keeps the filter', () => {
  expect(withBreakdown(units, 'item')).toEqual(completeQuestion({ filter: units.filter, by: 'item' }));
});

test('days stand in their order, and a ranking comes back after them', () => {
  const days = withBreakdown(units, 'day');

  expect(days).toMatchObject({ by: 'day', sort: 'key', order: 'asc' });
  expect(withBreakdown(days, 'unit')).toMatchObject({ sort: 'shrunk', order: 'asc' });
});

test('compositions that are played come first', () => {
  expect(withBreakdown(units, 'composition')).toMatchObject({ sort: 'n', order: 'desc' });
});

test('a chosen order stays between rankings', () => {
  expect(withBreakdown({ ...units, sort: 'win-low', order: 'desc' }, 'item')).toMatchObject({
    sort: 'win-low',
    order: 'desc',
  });
});

test('the subject unit stays, and goes when it means nothing any more', () => {
  const items = withBreakdown(units, 'unit-item', 'tft_ahri');

  expect(items).toMatchObject({ by: 'unit-item', of: 'tft_ahri' });
  expect(withBreakdown(items, 'unit-stars').of).toBe('tft_ahri');
  expect(withBreakdown(items, 'unit')).not.toHaveProperty('of');
});
