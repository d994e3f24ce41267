import { expect, test } from 'vitest';

import { readActionsSearch, readHistorySearch, readQuarantineSearch } from './operations-search.ts';

test.each([
  [{ hours: '24' }, { hours: 24 }],
  [{ hours: 168 }, { hours: 168 }],
  [{ hours: '6' }, {}],
  [{ hours: '7' }, {}],
  [{ hours: 'long' }, {}],
  [{ hours: ['24', '1'] }, {}],
  [{}, {}],
])('of %j the charts take %j', (search, read) => {
  expect(readHistorySearch(search)).toEqual(read);
});

test.each([
  [{ source: 'lol' }, { source: 'lol' }],
  [{ source: 'LOL' }, {}],
  [{ source: 'football' }, {}],
  [{ source: ['tft'] }, {}],
  [{}, {}],
])('of %j the quarantine takes %j', (search, read) => {
  expect(readQuarantineSearch(search)).toEqual(read);
});

test.each([
  [{ before: '120' }, { before: '120' }],
  [{ before: '0' }, {}],
  [{ before: '-5' }, {}],
  [{ before: '1e3' }, {}],
  [{ before: '9'.repeat(20) }, {}],
  [{}, {}],
])('of %j the actions take %j', (search, read) => {
  expect(readActionsSearch(search)).toEqual(read);
});
