import { expect, test } from 'vitest';

import { completeQuestion } from '#/domain/tft/explore/partial-question.ts';

import { readSearchText, writeSearchText } from '../../../lib/search-text.ts';
import { readQuestion, searchFor, searchForFilter } from './explorer-search.ts';
import { readFlatSearch } from '../../../lib/flat-search.ts';

const question = completeQuestion({
  filter: {
    patches: ['17.4'],
    lp: { min: 500 },
    where: { all: [{ unit: 'tft_x', stars: { min: 2 } }, { none: [{ trait: 'tft_z' }] }] },
  },
  by: 'unit-item',
  of: 'tft_x',
  sort: 'n',
  page: 3,
});

test('a question survives the way through the address', () => {
  const address = writeSearchText(searchFor(question));

  expect(readQuestion(readFlatSearch(readSearchText(address)))).toEqual({
    type: 'ok',
    question,
    gamesRow: undefined,
  });
});

test('the explorer without a query asks the default question', () => {
  expect(readQuestion({})).toMatchObject({ type: 'ok', question: completeQuestion({}) });
  expect(searchFor(completeQuestion({}))).toEqual({});
});

test('the row whose games are shown is in the address, and no part of the question', () => {
  const search = searchFor(question, 'item:tft_item_y');

  expect(readQuestion(search)).toEqual({ type: 'ok', question, gamesRow: 'item:tft_item_y' });
});

test('an address that cannot be read says where', () => {
  const asked = readQuestion({ by: 'nonsense', patch: '17.4' });

  expect(asked.type).toBe('refused');
  expect(asked.type === 'refused' && asked.faults.map(({ where }) => where)).toEqual(['by']);
});

test('other pages take over the filter, and neither sorting nor page', () => {
  expect(readQuestion(searchForFilter(question))).toMatchObject({
    question: { filter: question.filter, by: 'unit', page: 0, sort: 'shrunk' },
  });
});

test('only text is taken from an address', () => {
  expect(readFlatSearch({ by: 'unit', page: 2, where: '', patch: ['a'] })).toEqual({ by: 'unit' });
});
