import { expect, test } from 'vitest';

import { readStatusSearch } from './status-search.ts';

test('reads the filter of recent jobs from the address', () => {
  expect(readStatusSearch({ jobs: 'trouble' })).toEqual({ jobs: 'trouble' });
});

test.each([[{}], [{ jobs: 'all' }], [{ jobs: 'nonsense' }], [{ jobs: ['trouble'] }]])(
  '%j falls back to all jobs',
  (search) => {
    expect(readStatusSearch(search)).toEqual({});
  },
);
