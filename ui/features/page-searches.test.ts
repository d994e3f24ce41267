/** What pages read from their addresses, and what they ask the API for. Whatever makes no sense is left out. */
import { expect, test } from 'vitest';

import { readSearchText } from '../lib/search-text.ts';
import { readJobsSearch, toJobsQuery } from './jobs/jobs-search.ts';
import { readReportsSearch, toReportsQuery } from './lol/reports/reports-search.ts';
import {
  readActionsSearch,
  readHistorySearch,
  readQuarantineSearch,
} from './operations/operations-search.ts';
import { readStatusSearch } from './status/status-search.ts';

type Search = object;
const jobs = (text: string) => readJobsSearch(readSearchText(text));
const reports = (text: string) => readReportsSearch(readSearchText(text));

test.each<[name: string, read: Search, expected: Search]>([
  ['jobs', jobs(''), {}],
  ['jobs, usual minutes', jobs('?minutes=60'), {}],
  [
    'jobs, all filters',
    jobs('?minutes=1440&kind=lol/sync-account&outcome=dead-lettered'),
    { minutes: 1_440, kind: 'lol/sync-account', outcome: 'dead-lettered' },
  ],
  ['jobs, nonsense', jobs('?minutes=7&outcome=nonsense&kind='), {}],
  ['jobs, long kind', jobs(`?kind=${'x'.repeat(201)}`), {}],
  ['reports', reports('?subject=p_1-x&week=2026-11-09'), { subject: 'p_1-x', week: '2026-11-09' }],
  ['reports, no such day', reports('?week=2026-02-31'), {}],
  ['reports, nonsense', reports('?week=yesterday&subject='), {}],
  ['reports, long subject', reports(`?subject=${'x'.repeat(101)}`), {}],
  ['charts', readHistorySearch({ hours: '24' }), { hours: 24 }],
  ['charts, a number', readHistorySearch({ hours: 168 }), { hours: 168 }],
  ['charts, usual hours', readHistorySearch({ hours: '6' }), {}],
  ['charts, no choice', readHistorySearch({ hours: '7' }), {}],
  ['charts, a list', readHistorySearch({ hours: ['24', '1'] }), {}],
  ['quarantine', readQuarantineSearch({ source: 'lol' }), { source: 'lol' }],
  ['quarantine, unknown source', readQuarantineSearch({ source: 'football' }), {}],
  ['quarantine, a list', readQuarantineSearch({ source: ['tft'] }), {}],
  ['actions', readActionsSearch({ before: '120' }), { before: '120' }],
  ['actions, zero', readActionsSearch({ before: '0' }), {}],
  ['actions, no whole number', readActionsSearch({ before: '1e3' }), {}],
  ['actions, too long', readActionsSearch({ before: '9'.repeat(20) }), {}],
  ['status', readStatusSearch({ jobs: 'trouble' }), { jobs: 'trouble' }],
  ['status, unknown', readStatusSearch({ jobs: 'nonsense' }), {}],
  ['status, a list', readStatusSearch({ jobs: ['trouble'] }), {}],
])('%s', (_name, read, expected) => {
  expect(read).toEqual(expected);
});

test('the API is asked for what the address says', () => {
  expect(toJobsQuery({})).toBe('minutes=60');
  expect(toJobsQuery({ minutes: 15, kind: 'a/b', outcome: 'done' })).toBe(
    'minutes=15&kind=a%2Fb&outcome=done',
  );
  expect(toReportsQuery({})).toBe('limit=200');
  expect(toReportsQuery({ subject: 'a b', week: '2026-11-09' })).toBe(
    'limit=200&subject=a%20b&week=2026-11-09',
  );
});
