import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boardNumber, slotOf } from './board-number.ts';

const LAST_GAME = 2 ** 29 - 1;

test('the place decides the highest three of 32 bits, the game the rest', () => {
  expect(boardNumber(1, 5, 0)).toBe(5);
  expect(boardNumber(2, 5, 0b1)).toBe(2 ** 29 + 5);
  expect(boardNumber(8, LAST_GAME, 0b1111111)).toBe(2 ** 32 - 1);
});

test('eight boards of a game have eight numbers, whatever their places, and the game can be read from each', () => {
  const places = fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 8 });
  fc.assert(
    fc.property(places, fc.integer({ min: 0, max: LAST_GAME }), (asked, game) => {
      const numbers = new Set<number>();
      let taken = 0;
      for (const place of asked) {
        const number = boardNumber(place, game, taken);
        taken |= 1 << slotOf(number);
        numbers.add(number);
        expect(number % 2 ** 29).toBe(game);
      }
      expect(numbers.size).toBe(asked.length);
    }),
  );
});

test.each([-1, 0.5, 2 ** 29, Number.NaN])('game %s has no room and is refused', (game) => {
  expect(() => boardNumber(1, game, 0)).toThrow(
    `game ${game} cannot be numbered: expected a whole number from 0 to 536870911`,
  );
});

test('a ninth board is refused', () => {
  expect(() => boardNumber(3, 1, 0b11111111)).toThrow('all 8 places of the game are taken');
});
