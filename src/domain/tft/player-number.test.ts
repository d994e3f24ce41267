import { expect, test } from 'vitest';
import { playerNumber } from './player-number.ts';

test('a bot is 0', () => {
  expect(playerNumber(null)).toBe(0);
});

test('similar puuids have different numbers, spread over 53 bits in all their bits', () => {
  const count = 20_000;
  const numbers = Array.from({ length: count }, (_, at) => playerNumber(`player-${at}`));
  expect(new Set(numbers).size).toBe(count);
  for (let bit = 0; bit < 53; bit++) {
    const set = numbers.filter((number) => Math.floor(number / 2 ** bit) % 2 === 1).length;
    // Ten standard deviations of a fair coin.
    expect(Math.abs(set - count / 2)).toBeLessThan(10 * Math.sqrt(count / 4));
  }
  expect(Math.max(...numbers)).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
});
