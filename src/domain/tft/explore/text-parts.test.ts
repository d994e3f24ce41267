/** The small texts that questions are made of: ids, ranges, hours, names. */
import { describe, expect, test } from 'vitest';
import { hourAfter, hourBefore, parseHour, parseId, parseIds, parseRange, printHour } from './text-parts.ts';
import { nearestNames } from './faults.ts';
import { placeInSentence, platformsIn, platformsOf, regionOfPlatform } from './places.ts';

describe('ids', () => {
  test('that are empty or badly encoded are none', () => {
    expect([parseId(''), parseId('a b'), parseId('%'), parseId('%ff'), parseIds('a,,b')]).toEqual(
      Array.from({ length: 5 }),
    );
  });
});

describe('ranges', () => {
  test('that say nothing or are no numbers are none', () => {
    const texts = ['', '..', '2...3', 'a', '2-3', '1e3', '9999999999', '2..x'];
    expect(texts.map((text) => parseRange(text))).toEqual(texts.map(() => undefined));
    expect(parseRange('-0')).toEqual({ min: 0, max: 0 });
  });
});

describe('hours', () => {
  test.each([
    ['2026-11-01', Date.UTC(2026, 10, 1)],
    ['2026-11-01T05', Date.UTC(2026, 10, 1, 5)],
    ['1970-01-01', 0],
    ['2028-02-29T23', Date.UTC(2028, 1, 29, 23)],
  ])('%s is the moment %i', (text, moment) => {
    expect(parseHour(text)).toBe(moment);
    expect(printHour(moment)).toBe(text);
  });

  test('that no calendar has are none', () => {
    const texts = [
      '',
      '2026-02-29',
      '2026-13-01',
      '2026-11-01T24',
      '2026-11-01T05:30',
      '1969-12-31',
      '2026-11-1',
    ];
    expect(texts.map((text) => parseHour(text))).toEqual(texts.map(() => undefined));
  });

  test('lie before and after each moment', () => {
    const moment = Date.UTC(2026, 10, 1, 5, 30);
    expect([hourBefore(moment), hourAfter(moment)]).toEqual([
      Date.UTC(2026, 10, 1, 5),
      Date.UTC(2026, 10, 1, 6),
    ]);
    expect([hourBefore(0), hourAfter(0)]).toEqual([0, 0]);
  });
});

describe('near names', () => {
  test('are those with the fewest letters changed, or that contain the text', () => {
    const names = ['tft_lyra', 'tft_bran', 'tft_item_deathblade', 'tft_lyre'];
    expect(nearestNames('tft_lyraa', names, 2)).toEqual(['tft_lyra', 'tft_lyre']);
    expect(nearestNames('Deathblade', names, 1)).toEqual(['tft_item_deathblade']);
    expect(nearestNames('tft_lyra', ['tft_lyra_mini', 'tft_lyra'], 2)).toEqual(['tft_lyra', 'tft_lyra_mini']);
  });
});

describe('places', () => {
  test('of a region are all its platforms, also those that were merged into others', () => {
    expect(platformsIn('sea')).toEqual(['oc1', 'sg2', 'tw2', 'vn2', 'ph2', 'th2']);
    expect([platformsIn('kr'), platformsIn('nowhere')]).toEqual([['kr'], []]);
    expect(platformsOf([])).toHaveLength(18);
    expect(platformsOf(['kr', 'asia'])).toEqual(['kr', 'kr', 'jp1']);
  });

  test('belong to a region, unless they are one', () => {
    expect([regionOfPlatform('th2'), regionOfPlatform('europe')]).toEqual(['sea', undefined]);
  });

  test('stand in a sentence with their article', () => {
    expect([placeInSentence('me1'), placeInSentence('kr')]).toEqual(['the Middle East', 'Korea']);
  });
});
