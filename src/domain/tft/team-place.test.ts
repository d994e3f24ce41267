import { describe, expect, test } from 'vitest';
import { inventBoard, inventGame } from './fixtures/invented-boards.ts';
import { teamPlaces } from './team-place.ts';

function game(queue: number, seats: readonly (readonly [placement: number, partnerGroup: number | null])[]) {
  return inventGame(
    seats.map(([placement, partnerGroup], seat) => inventBoard({ seat, placement, partnerGroup })),
    { queue },
  );
}
const PAIRS = [
  [3, 2],
  [8, 1],
  [1, 4],
  [4, 2],
  [5, 3],
  [2, 4],
  [7, 1],
  [6, 3],
] as const;
const nobodySays = PAIRS.map(([placement]) => [placement, null] as const);

describe('Double Up', () => {
  test('partners share the place of their pair', () => {
    expect(teamPlaces(game(1_160, PAIRS)).map((team) => team?.place)).toEqual([2, 4, 1, 2, 3, 1, 4, 3]);
    expect(teamPlaces(game(1_160, PAIRS)).some((team) => team?.isDerived)).toBe(false);
  });

  test('without partners the pair follows from the places, and that is said', () => {
    const teams = teamPlaces(game(1_150, nobodySays));
    expect(teams.map((team) => team?.place)).toEqual([2, 4, 1, 2, 3, 1, 4, 3]);
    expect(teams.every((team) => team?.isDerived)).toBe(true);
  });

  test('pairs that are not on neighbouring places go by the better of the two', () => {
    const apart = [
      [1, 1],
      [5, 1],
      [2, 2],
      [3, 2],
      [4, 3],
      [6, 3],
      [7, 4],
      [8, 4],
    ] as const;
    expect(teamPlaces(game(1_160, apart)).map((team) => team?.place)).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
  });
});

test.each([
  ['another queue', 1_100, PAIRS],
  ['fewer boards', 1_160, PAIRS.slice(0, 6)],
  ['a place that is taken twice', 1_160, [...PAIRS.slice(0, 7), [7, 3] as const]],
  ['a place that is none', 1_160, [...PAIRS.slice(0, 7), [9, 3] as const]],
])('no pairs: %s', (_, queue, seats) => {
  expect(teamPlaces(game(queue, seats)).every((team) => team === null)).toBe(true);
});
