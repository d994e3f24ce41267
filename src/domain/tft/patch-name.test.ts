import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPracticeSet, parsePatch, partitionOf } from './patch-name.ts';

describe('the name of a partition', () => {
  test.each([
    [17, '17.4', '', '17.4'],
    [17, '17.4', 'b', '17.4b'],
    [101, '101.3', '', '101.3'],
    // Patch 14.1 was one of set 10 in January 2024, and one of set 14 in April 2025.
    [10, '14.1', '', 's10-14.1'],
    [14, '14.1', '', '14.1'],
    [1, '10.1', 'c', 's1-10.1c'],
  ])('set %i, patch %s%s is %s', (setNumber, patch, bPatch, name) => {
    expect(partitionOf({ setNumber, patch, bPatch })).toBe(name);
  });

  test('names read back as what they were made of', () => {
    const number = fc.integer({ min: 1, max: 200 });
    const letter = fc.constantFrom('', 'b', 'c', 'd');
    fc.assert(
      fc.property(number, number, number, letter, (setNumber, major, minor, bPatch) => {
        const patch = { setNumber, patch: `${major}.${minor}`, bPatch };
        expect(parsePatch(partitionOf(patch))).toEqual(patch);
      }),
    );
  });
});

describe('what people type', () => {
  test.each([
    [' 18.7B ', { setNumber: 18, patch: '18.7', bPatch: 'b' }],
    ['S10-14.1', { setNumber: 10, patch: '14.1', bPatch: '' }],
    ['18.07', { setNumber: 18, patch: '18.7', bPatch: '' }],
  ])('%j is a patch', (text, patch) => {
    expect(parsePatch(text)).toEqual(patch);
  });

  test.each(['', '18', '18.', '18.7.1', '18.7a', '18.7bb', 'latest', 'unknown', '18.7; drop', '99999.1'])(
    '%j is none',
    (text) => {
      expect(parsePatch(text)).toBeUndefined();
    },
  );
});

test('sets from 101 on are of the practice world', () => {
  expect([isPracticeSet(18), isPracticeSet(100), isPracticeSet(101), isPracticeSet(107)]).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
