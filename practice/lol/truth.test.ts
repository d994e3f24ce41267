import { expect, test } from 'vitest';
import { BLUE_SIDE, createLolTruth, FORM_WEIGHT } from './truth.ts';

const truth = createLolTruth(5);
const EVEN = Array.from({ length: 10 }, () => 0);

test('what one champion gains in a lane the other loses, and none gains against itself', () => {
  for (const [one, other] of [
    [9001, 9002],
    [9040, 9013],
  ] as const) {
    expect(truth.matchUp(2, one, other)).toBe(-truth.matchUp(2, other, one));
    expect(truth.matchUp(2, one, other)).not.toBe(0);
    expect(truth.matchUp(2, one, other)).not.toBe(truth.matchUp(3, one, other));
  }
  expect(truth.matchUp(2, 9005, 9005)).toBe(0);
});

test('log-odds are the sum that the formula says', () => {
  const champions = [9001, 9017, 9033, 9049, 9065, 9002, 9018, 9034, 9050, 9066];
  const even = truth.blueLogOdds(1, champions, EVEN);
  const strengths = champions.map((id) => truth.championStrength(1, id));
  const lanes = [0, 1, 2, 3, 4].map((role) => truth.matchUp(1, 9001 + role * 16, 9002 + role * 16));
  expect(even).toBeCloseTo(BLUE_SIDE + sum(strengths.slice(0, 5)) - sum(strengths.slice(5)) + sum(lanes), 12);
  expect(truth.blueLogOdds(1, champions, [0, 0, 1, 0, 0, 0, 0, 0, 0, 0]) - even).toBeCloseTo(FORM_WEIGHT, 12);
  expect(truth.blueLogOdds(1, champions, [0, 0, 0, 0, 0, 0, 0, 0, 0, 2]) - even).toBeCloseTo(
    -2 * FORM_WEIGHT,
    12,
  );
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
