import { expect, test } from 'vitest';

import { readSearchText } from '../../lib/search-text.ts';
import { readJobsSearch, toJobsQuery } from './jobs-search.ts';

test.each([
  ['', {}],
  ['?minutes=60', {}],
  [
    '?minutes=1440&kind=lol/sync-account&outcome=dead-lettered',
    { minutes: 1_440, kind: 'lol/sync-account', outcome: 'dead-lettered' },
  ],
  ['?minutes=7&outcome=nonsense&kind=', {}],
  [`?kind=${'x'.repeat(201)}`, {}],
])('%s is read as %j', (text, search) => {
  expect(readJobsSearch(readSearchText(text))).toEqual(search);
});

test('the API is asked for the same', () => {
  expect(toJobsQuery({})).toBe('minutes=60');
  expect(toJobsQuery({ minutes: 15, kind: 'a/b', outcome: 'done' })).toBe(
    'minutes=15&kind=a%2Fb&outcome=done',
  );
});
