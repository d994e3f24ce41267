import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MOST_CIRCLES, MOST_GAMES_A_DAY, parseMatchNumber, toMatchNumber } from './match-number.ts';

const address = fc.record({
  day: fc.integer({ min: 0, max: 5700 }),
  circle: fc.integer({ min: 0, max: MOST_CIRCLES - 1 }),
  index: fc.integer({ min: 0, max: MOST_GAMES_A_DAY - 1 }),
});

test('a number leads back to where its game is found, and looks like a real one', () => {
  fc.assert(
    fc.property(address, (where) => {
      const number = toMatchNumber(where);
      expect(parseMatchNumber(number)).toEqual(where);
      expect(String(number)).toMatch(/^[567]\d{9}$/);
    }),
  );
});

test('a later day has larger numbers, whatever the circle', () => {
  fc.assert(
    fc.property(address, address, (one, other) => {
      fc.pre(one.day < other.day);
      expect(toMatchNumber(one)).toBeLessThan(toMatchNumber(other));
    }),
  );
});

test.each([0, -5_000_000_001, 4_999_999_999, 8_000_000_000, 5_000_000_000.5, Number.NaN, Infinity])(
  'no game can have the number %s',
  (number) => {
    expect(parseMatchNumber(number)).toBeUndefined();
  },
);

test('a day beyond the numbers is refused instead of given another game’s number', () => {
  expect(() => toMatchNumber({ day: 6000, circle: 0, index: 0 })).toThrow('day 6000');
});
