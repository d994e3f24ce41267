import { expect, test } from 'vitest';

import { readSearchText } from '../../../lib/search-text.ts';
import { readReportsSearch, toReportsQuery } from './reports-search.ts';

test.each([
  ['', {}],
  ['?subject=p_1-x&week=2026-11-09', { subject: 'p_1-x', week: '2026-11-09' }],
  ['?week=2026-02-31', {}],
  ['?week=yesterday&subject=', {}],
  [`?subject=${'x'.repeat(101)}`, {}],
])('%s is read as %j', (text, search) => {
  expect(readReportsSearch(readSearchText(text))).toEqual(search);
});

test('the API is asked for the same', () => {
  expect(toReportsQuery({})).toBe('limit=200');
  expect(toReportsQuery({ subject: 'a b', week: '2026-11-09' })).toBe(
    'limit=200&subject=a%20b&week=2026-11-09',
  );
});
