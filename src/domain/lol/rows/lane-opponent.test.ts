import { expect, test } from 'vitest';
import { laneOpponent } from './lane-opponent.ts';
import { madeUpGame, madeUpSeat } from '../../../../test/support/projector/made-up-lol-game.ts';

const { seats } = madeUpGame();
const [top] = seats;

test('every player has the opponent of the lane, and is theirs', () => {
  const opponents = seats.map((seat) => laneOpponent(seat, seats)?.participant);
  expect(opponents).toEqual([6, 7, 8, 9, 10, 1, 2, 3, 4, 5]);
});

test.each([
  ['no player has a lane', [madeUpSeat(1, { role: '' }), madeUpSeat(6, { role: '' })]],
  ['no player is on the other side', [madeUpSeat(1), madeUpSeat(7)]],
  ['the only other one is on the same team', [madeUpSeat(1), madeUpSeat(2, { role: 'TOP' })]],
  ['two could be meant', [madeUpSeat(1), madeUpSeat(6), madeUpSeat(7, { role: 'TOP' })]],
  ['two of one team could be meant', [madeUpSeat(6), madeUpSeat(1), madeUpSeat(2, { role: 'TOP' })]],
])('where %s, there is no opponent', (_, some) => {
  const [first] = some;
  if (first === undefined || top === undefined) throw new Error('there is a first seat');
  expect(laneOpponent(first, some)).toBeNull();
});
