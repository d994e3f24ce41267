import { describe, expect, test } from 'vitest';
import {
  ACCOUNT_REGIONS,
  findPlatform,
  placeOfMatch,
  PLATFORMS,
  regionOf,
  REGIONS,
  toAccountRegion,
} from './routing.ts';

test('every platform that can be asked belongs to one of four regions', () => {
  const byRegion = Object.groupBy(PLATFORMS, regionOf);

  expect(byRegion).toEqual({
    americas: ['na1', 'br1', 'la1', 'la2', 'pbe1'],
    europe: ['euw1', 'eun1', 'tr1', 'ru', 'me1'],
    asia: ['kr', 'jp1'],
    sea: ['oc1', 'sg2', 'tw2', 'vn2'],
  });
  expect(REGIONS).toEqual(['americas', 'europe', 'asia', 'sea']);
});

test.each([
  ['euw1', 'euw1'],
  ['EUW1', 'euw1'],
  ['Kr', 'kr'],
  ['kr1', undefined],
  ['oce', undefined],
  ['cn1', undefined],
  ['th2', undefined],
  ['constructor', undefined],
  ['', undefined],
])('the platform %j is found as %j', (text, platform) => {
  expect(findPlatform(text)).toBe(platform);
});

test('accounts of sea are asked in asia, all others at home', () => {
  expect(REGIONS.map(toAccountRegion)).toEqual(['americas', 'europe', 'asia', 'asia']);
  expect(ACCOUNT_REGIONS).toEqual(['americas', 'europe', 'asia']);
});

describe('where a match is asked for', () => {
  test.each([
    ['EUW1_6834713231', { platform: 'euw1', region: 'europe' }],
    ['KR_6604607115', { platform: 'kr', region: 'asia' }],
    ['RU_490603994', { platform: 'ru', region: 'europe' }],
    ['ME1_1', { platform: 'me1', region: 'europe' }],
    ['OC1_1', { platform: 'oc1', region: 'sea' }],
    ['TH2_24825892', { platform: 'th2', region: 'sea' }],
    ['PH2_1', { platform: 'ph2', region: 'sea' }],
  ])('%s is read from its prefix', (matchId, place) => {
    expect(placeOfMatch(matchId)).toEqual(place);
  });

  test.each(['XX9_1', 'EUW1', '_1', '', 'toString_1'])('%j names no platform', (matchId) => {
    expect(placeOfMatch(matchId)).toBeUndefined();
  });
});
