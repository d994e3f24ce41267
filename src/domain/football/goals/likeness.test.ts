import { describe, expect, test } from 'vitest';
import { row as event, told } from '#/upstream/fixtures/told-reading.ts';
import { followGoals } from './follow-goals.ts';
import { goalRowsOf, type GoalRow } from './goal-row.ts';
import {
  ACROSS,
  AFTER_A_GAP,
  DOUBLED,
  DOUBLED_FAR,
  DOUBTFUL,
  FAR,
  FAR_BUT_RECENT,
  isTold,
  likeness,
  LIKENESS_LIMIT,
  looksDoubled,
  NEAR,
  type ToldGoal,
} from './likeness.ts';
import { isLater, minutesApart, tellMinute } from './match-minute.ts';

function rowOf(minute: string, name: string | null): GoalRow {
  const reading = told('1-0', [event('home', minute, name)]);
  const [row] = goalRowsOf(reading, reading.events ?? [], 'home');
  if (row === undefined) throw new Error('the reading has one goal');
  return row;
}

function goalOf(name: string | null, changes: Partial<ToldGoal> = {}): ToldGoal {
  const [goal] = followGoals([], told('1-0', [event('home', '50', name)]), new Date(0), () => 'goal').goals;
  if (goal === undefined || !isTold(goal)) throw new Error('the goal has a minute');
  return { ...goal, ...changes };
}

const REED = goalOf('M. Reed');
const SCORERS = ['M. Reed', null, 'B. Stone'];

describe('the distance of a row from a goal', () => {
  // The most minutes between them, by scorer: the same, unknown, another one. -1: never. Then the cost of a minute.
  test.each([
    ['NEAR', NEAR, [3, 3, 1], 4],
    ['FAR', FAR, [12, 6, 6], 1],
    ['FAR_BUT_RECENT', FAR_BUT_RECENT, [3, 3, 3], 1],
    ['AFTER_A_GAP', AFTER_A_GAP, [2, 1, 0], 1],
    ['DOUBLED', DOUBLED, [1, 0, -1], 4],
    ['DOUBLED_FAR', DOUBLED_FAR, [3, 2, -1], 1],
    ['DOUBTFUL', DOUBTFUL, [1, 0, -1], 4],
    ['ACROSS', ACROSS, [3, 1, 1], 1],
  ] as const)('%s reaches as far as the table says', (_, reach, most, perMinute) => {
    const costOf = (apart: number, scorer: string | null | undefined): number =>
      likeness(REED, rowOf(String(50 + apart), scorer ?? null), 0, reach);
    const furthest = SCORERS.map((scorer) => {
      const apart = Array.from({ length: 20 }, (_, minutes) => minutes);
      return apart.findLastIndex((minutes) => Number.isFinite(costOf(minutes, scorer)));
    });
    expect(furthest).toEqual(most);
    expect(costOf(1, 'M. Reed') - costOf(0, 'M. Reed')).toBe(perMinute);
  });

  test('cost more for each place in the list and each miss, and one more by a former scorer', () => {
    const row = rowOf('50', 'M. Reed');
    const former = goalOf('B. Stone', { formerScorers: [{ id: null, name: 'M. Reed' }] });
    expect(likeness(REED, row, 0, NEAR)).toBe(-5);
    expect(likeness(REED, row, 2, NEAR)).toBe(-2);
    expect(likeness({ ...REED, misses: 2 }, row, 0, NEAR)).toBe(-3);
    expect(likeness(former, row, 0, NEAR)).toBe(-4);
    expect(LIKENESS_LIMIT).toBe(24);
  });
});

test.each([
  ['M. Reed', 2],
  [null, 1],
  ['B. Stone', 0],
])('two rows, one by M. Reed and one by %s, look like one goal up to %d minutes apart', (name, most) => {
  const areAlike = [0, 1, 2, 3].map((apart) =>
    looksDoubled(rowOf('50', 'M. Reed'), rowOf(String(50 + apart), name)),
  );
  expect(areAlike.lastIndexOf(true)).toBe(most);
});

test.each([
  ['45+3', '45+1', 2, true],
  ['45+3', '48', 0, false],
  ['46', '45+3', 2, false],
  ['46', '45', 1, true],
  ['90+2', '90+2', 0, false],
  ['48', '45+2', 1, true],
])('%s and %s are %d minutes apart; the first is later: %s', (first, second, apart, later) => {
  const [one, other] = [rowOf(first, null), rowOf(second, null)];
  expect([minutesApart(one, other), minutesApart(other, one)]).toEqual([apart, apart]);
  expect(isLater(one, other)).toBe(later);
  expect(tellMinute(one)).toBe(first);
});
