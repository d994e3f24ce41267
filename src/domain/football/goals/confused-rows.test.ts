/** Two goals of one side within minutes, and several faults of the upstream at once: which row is whose. All of these were seen in replays of real goals. */
import { expect, test } from 'vitest';
import { row, told } from '#/upstream/fixtures/told-reading.ts';
import type { FixtureReading } from '../fixture.ts';
import type { FollowedGoal } from '../goal.ts';
import { followGoals } from './follow-goals.ts';

function follow(readings: readonly FixtureReading[]): Record<string, string> {
  let known: readonly FollowedGoal[] = [];
  let ids = 0;
  for (const [minute, reading] of readings.entries())
    known = followGoals(known, reading, new Date(minute * 60_000), () => `goal-${(ids += 1)}`).goals;
  return Object.fromEntries(known.map(({ id, state }) => [id, state]));
}

const times = (count: number, reading: FixtureReading): FixtureReading[] =>
  Array.from({ length: count }, () => reading);

test('a correction that is taken back belongs to the goal that was corrected, also when another goal has just gone', () => {
  const dreher = row('away', '30', 'L. Dreher');
  const goals = follow([
    ...times(3, told('0-2', [dreher, row('away', '31', 'S. Ashford', { id: 7 })])),
    told('0-2', [dreher, row('away', '31', 'Z. Other', { id: 8 })]),
    told('0-1', [row('away', '31', 'Z. Other', { id: 8 })]),
    ...times(4, told('0-1', [row('away', '30', 'S. Ashford', { id: 7 })])),
  ]);
  expect(goals).toEqual({ 'goal-1': 'removed', 'goal-2': 'stable' });
});

test('of more than one correction, each earlier scorer is remembered', () => {
  const dreher = row('away', '30', 'L. Dreher');
  const second = (name: string) => row('away', '31', name);
  const goals = follow([
    ...times(3, told('0-2', [dreher, second('S. Ashford')])),
    ...['Z. Other', 'S. Ashford', 'N. Body'].map((name) => told('0-2', [dreher, second(name)])),
    told('0-1', [second('N. Body')]),
    ...times(4, told('0-1', [row('away', '30', 'Z. Other')])),
  ]);
  expect(goals).toEqual({ 'goal-1': 'removed', 'goal-2': 'stable' });
});

test('a doubled row gives its name to no nameless goal beside it', () => {
  const volkmer = row('home', '52', 'V. Volkmer');
  const goals = follow([
    ...times(3, told('2-0', [row('home', '50'), volkmer])),
    told('2-0', [row('home', '52'), row('home', '54', 'V. Volkmer')]),
    told('1-0', [volkmer, row('home', '53', 'V. Volkmer')]),
    ...times(3, told('1-0', [volkmer])),
  ]);
  expect(goals).toEqual({ 'goal-1': 'removed', 'goal-2': 'stable' });
});

test('a doubled row brings no goal back that is about to go', () => {
  const [first, second] = [row('home', '57', 'F. Alves'), row('home', '59', 'F. Alves')];
  const goals = follow([
    ...times(3, told('2-0', [first, second])),
    told('1-0', [row('home', '61', 'F. Alves')]),
    told('1-0', [second, row('home', '60', 'F. Alves')]),
    ...times(3, told('1-0', [second])),
  ]);
  expect(goals).toEqual({ 'goal-1': 'removed', 'goal-2': 'stable' });
});

test('as many rows as the score counts outweigh a goal that one bad answer told of', () => {
  const [first, second, third] = ['31', '57', '59'].map((minute) => row('home', minute, 'F. Alves')) as [
    ReturnType<typeof row>,
    ReturnType<typeof row>,
    ReturnType<typeof row>,
  ];
  const goals = follow([
    ...times(3, told('1-0', [first])),
    told('3-0', [first, row('home', '32', 'F. Alves'), third]),
    ...times(4, told('3-0', [first, second, third])),
  ]);
  expect(goals).toEqual({ 'goal-1': 'stable', 'goal-2': 'removed', 'goal-3': 'stable', 'goal-4': 'stable' });
});
