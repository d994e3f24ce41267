import { expect, test } from 'vitest';
import type { Breakdown, RowSubject } from './question.ts';
import { parseRowKey, printRowKey } from './row-key.ts';

test.each<[Breakdown, RowSubject, string]>([
  ['total', { kind: 'total' }, 'total'],
  ['unit', { kind: 'unit', unit: 'tft_x' }, 'unit:tft_x'],
  ['item-holder', { kind: 'unit', unit: 'tft_x' }, 'unit:tft_x'],
  ['item', { kind: 'item', item: 'a' }, 'item:a'],
  ['unit-item', { kind: 'item', item: 'a' }, 'item:a'],
  ['trait', { kind: 'trait', trait: 'tft_y', tier: 2 }, 'trait:tft_y@2'],
  ['unit-build-2', { kind: 'build', items: ['a', 'a'] }, 'build:a+a'],
  ['unit-build-3', { kind: 'build', items: ['a', 'b', 'c'] }, 'build:a+b+c'],
  ['unit-stars', { kind: 'stars', stars: 2 }, 'stars:2'],
  ['unit-items', { kind: 'item-count', count: 0 }, 'item-count:0'],
  ['level', { kind: 'level', level: 10 }, 'level:10'],
  ['placement', { kind: 'placement', placement: 1 }, 'placement:1'],
  ['platform', { kind: 'platform', platform: 'euw1' }, 'platform:euw1'],
  ['region', { kind: 'region', region: 'europe' }, 'region:europe'],
  ['tier', { kind: 'tier', tier: 'unknown' }, 'tier:unknown'],
  ['lp', { kind: 'lp', from: -100 }, 'lp:-100'],
  ['lp', { kind: 'lp', from: 0 }, 'lp:0'],
  ['lp', { kind: 'lp', from: null }, 'lp:unknown'],
  ['day', { kind: 'day', day: '2026-11-01' }, 'day:2026-11-01'],
  ['patch', { kind: 'patch', patch: '17.4b' }, 'patch:17.4b'],
  [
    'composition',
    {
      kind: 'composition',
      members: [
        { trait: 'y', carry: 'x' },
        { trait: '', carry: 'z' },
      ],
      units: [],
    },
    'composition:y@x+@z',
  ],
  ['unit', { kind: 'unit', unit: 'a+b@c:d' }, 'unit:a%2Bb%40c%3Ad'],
])('by %s, %j is called %s', (by, subject, key) => {
  expect(printRowKey(subject)).toBe(key);
  expect(parseRowKey(by, key)).toEqual(subject);
});

test.each<[Breakdown, string]>([
  ['unit', 'item:a'],
  ['unit', 'unit'],
  ['unit', 'unit:'],
  ['unit', 'unit:a b'],
  ['unit', 'units:a'],
  ['unit', `unit:${'a'.repeat(4_000)}`],
  ['total', 'unit:a'],
  ['total', 'total:x'],
  ['item', ''],
  ['trait', 'trait:y'],
  ['trait', 'trait:@2'],
  ['trait', 'trait:y@two'],
  ['trait', 'trait:y@2@3'],
  ['unit-build-2', 'build:a+b+c'],
  ['unit-build-3', 'build:a+b'],
  ['unit-build-2', 'build:a+'],
  ['level', 'level:08'],
  ['level', 'level:-1'],
  ['lp', 'lp:-0'],
  ['lp', 'lp:'],
  ['lp', 'lp:500.5'],
  ['day', 'day:2026-11-01T05'],
  ['day', 'day:2026-02-30'],
  ['composition', 'composition'],
  ['composition', 'composition:y'],
  ['composition', 'composition:y@x@z'],
  ['composition', 'composition:y@x+'],
  ['composition', 'composition:%@x'],
])('by %s there is no row %s', (by, key) => {
  expect(parseRowKey(by, key)).toBeUndefined();
});
