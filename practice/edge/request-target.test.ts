import { expect, test } from 'vitest';
import { parseRequestTarget } from './request-target.ts';

const LOCAL = '127.0.0.1:4100';

test.each([
  [
    '/euw1/tft/league/v1/challenger?queue=RANKED_TFT',
    LOCAL,
    'euw1',
    '/tft/league/v1/challenger',
    'queue=RANKED_TFT',
  ],
  ['/europe/lol/match/v5/matches/EUW1_1', LOCAL, 'europe', '/lol/match/v5/matches/EUW1_1', ''],
  ['/tft/league/v1/challenger', 'kr.api.riotgames.com', 'kr', '/tft/league/v1/challenger', ''],
  ['/tft/league/v1/challenger?', 'KR.localhost:4100', 'kr', '/tft/league/v1/challenger', ''],
  ['/kr/tft', 'euw1.localhost', 'euw1', '/kr/tft', ''],
  ['/practice/seen', 'euw1.localhost:4100', 'euw1', '/practice/seen', ''],
  ['/euw1/practice/seen', LOCAL, 'euw1', '/practice/seen', ''],
  ['/sea', LOCAL, 'sea', '/', ''],
])('%s at %s is a call to %s', (url, hostHeader, host, path, query) => {
  expect(parseRequestTarget(url, hostHeader)).toEqual({ to: 'riot', host, path, query });
});

test('the side door and static data are reached by this machine’s own name only', () => {
  expect(parseRequestTarget('/practice/seen?matches=1', LOCAL)).toEqual({
    to: 'practice',
    path: '/practice/seen',
    query: 'matches=1',
  });
  expect(parseRequestTarget('/ddragon/api/versions.json', 'localhost')).toMatchObject({ to: 'static' });
  expect(parseRequestTarget('/cdragon/latest', LOCAL)).toMatchObject({ to: 'static' });
});

test('football and the clip site have a first segment of their own, and no Riot host leads to them', () => {
  expect(parseRequestTarget('/football/fixtures?live=all', LOCAL)).toEqual({
    to: 'annex',
    name: 'football',
    path: '/fixtures',
    query: 'live=all',
  });
  expect(parseRequestTarget('/clips', LOCAL)).toMatchObject({ to: 'annex', name: 'clips', path: '/' });
  expect(parseRequestTarget('/clips/search', 'euw1.localhost')).toMatchObject({ to: 'riot', host: 'euw1' });
});

test.each([
  '/',
  '',
  '/euw/tft',
  '/footballs/fixtures',
  '/EUW1/tft',
  '/xx9/lol',
  '*',
  'http://somewhere/euw1/tft',
])('%j leads nowhere', (url) => {
  expect(parseRequestTarget(url, LOCAL)).toEqual({ to: 'nowhere' });
});
