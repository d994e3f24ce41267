import { expect, test } from 'vitest';
import { PLATFORMS } from '../riot/routing.ts';
import {
  OTHER_CODE,
  platformCode,
  platformName,
  TIER_NAMES,
  tierCode,
  tierName,
  UNKNOWN,
} from './stored-codes.ts';

test('every platform and every tier has its own code, and is found by it again', () => {
  for (const platform of [...PLATFORMS, 'ph2', 'th2'])
    expect(platformName(platformCode(platform))).toBe(platform);
  for (const tier of TIER_NAMES) expect(tierName(tierCode(tier))).toBe(tier);
});

test('codes that are stored already keep their meaning', () => {
  expect([platformCode('na1'), platformCode('euw1'), platformCode('kr'), platformCode('th2')]).toEqual([
    1, 6, 11, 18,
  ]);
  expect([tierCode('iron'), tierCode('diamond'), tierCode('challenger')]).toEqual([1, 7, 10]);
});

test('an unknown name is 0, and 0 is unknown', () => {
  expect([platformCode('mars1'), tierCode('GOLDEN'), tierCode('')]).toEqual([0, 0, 0]);
  expect([platformName(0), platformName(200), tierName(0), tierName(11)]).toEqual(Array(4).fill(UNKNOWN));
});

test('the last code and a place fit into 16 bits', () => {
  expect(OTHER_CODE * 8 + 7).toBe(65_535);
});
