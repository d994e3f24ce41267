import { describe, expect, test } from 'vitest';
import {
  DEFAULT_FOLLOW_PACE,
  estimateEnd,
  firstPhaseOf,
  isDue,
  isGraceOver,
  isKnownStatus,
  isOver,
  nextPollAt,
  statusGroupOf,
} from './fixture-status.ts';

const KICKOFF = new Date('2026-11-14T15:00:00Z');
const minutes = (count: number): Date => new Date(KICKOFF.getTime() + count * 60_000);
const HOURS = 60;
const DAYS = 24 * HOURS;

test.each([
  ['upcoming', 'TBD NS'],
  ['live', '1H 2H ET P LIVE'],
  ['break', 'HT BT'],
  ['held-up', 'INT SUSP PST'],
  ['finished', 'FT AET PEN'],
  ['not-played', 'CANC ABD AWD AWA WO'],
])('%s: %s', (group, codes) => {
  expect(codes.split(' ').map(statusGroupOf)).toEqual(codes.split(' ').map(() => group));
  expect(codes.split(' ').every(isKnownStatus)).toBe(true);
});

test('an unknown code is in play, and is marked as unknown', () => {
  expect(statusGroupOf('XYZ')).toBe('live');
  expect(isKnownStatus('XYZ')).toBe(false);
  expect(firstPhaseOf('XYZ', KICKOFF, minutes(10), DEFAULT_FOLLOW_PACE)).toBe('active');
});

describe('the phase of a fixture that is new', () => {
  test.each([
    ['NS', -31, 'staging'],
    ['NS', -30, 'active'],
    ['TBD', -600, 'staging'],
    ['PST', -600, 'staging'],
    ['PST', 20, 'active'],
    ['1H', 20, 'active'],
    ['INT', 20, 'active'],
    ['SUSP', 300, 'active'],
    ['FT', 110, 'completed'],
    ['PEN', 170, 'completed'],
    ['CANC', -600, 'completed'],
    ['WO', 0, 'completed'],
    ['ABD', 100, 'active'],
    ['ABD', 2 * DAYS, 'completed'],
    ['NS', 3 * DAYS, 'completed'],
  ])('%s, %i minutes from its kick-off: %s', (code, at, phase) => {
    expect(firstPhaseOf(code, KICKOFF, minutes(at), DEFAULT_FOLLOW_PACE)).toBe(phase);
  });
});

test('it is due half an hour before its kick-off, or as long before as was asked', () => {
  expect(isDue(KICKOFF, minutes(-31), DEFAULT_FOLLOW_PACE)).toBe(false);
  expect(isDue(KICKOFF, minutes(-30), DEFAULT_FOLLOW_PACE)).toBe(true);
  expect(isDue(KICKOFF, minutes(-59), { ...DEFAULT_FOLLOW_PACE, activateBeforeMs: 3_600_000 })).toBe(true);
});

describe('it is over', () => {
  test.each(['FT', 'AET', 'PEN', 'CANC', 'AWD', 'AWA', 'WO', 'ABD'])('when the upstream says %s', (code) => {
    expect(isOver(code, KICKOFF, minutes(1))).toBe(true);
  });

  test.each([
    ['2H', 2 * DAYS - 1, 2 * DAYS],
    ['NS', 2 * DAYS - 1, 2 * DAYS],
    ['PST', 30 * DAYS - 1, 30 * DAYS],
    ['SUSP', 30 * DAYS - 1, 30 * DAYS],
  ])('when %s has been the last word for too long', (code, before, after) => {
    expect(isOver(code, KICKOFF, minutes(before))).toBe(false);
    expect(isOver(code, KICKOFF, minutes(after))).toBe(true);
  });
});

test('corrections are waited for twenty minutes, and a day for what was abandoned', () => {
  expect(isGraceOver('FT', null, minutes(1_000), DEFAULT_FOLLOW_PACE)).toBe(false);
  expect(isGraceOver('FT', KICKOFF, minutes(19), DEFAULT_FOLLOW_PACE)).toBe(false);
  expect(isGraceOver('FT', KICKOFF, minutes(20), DEFAULT_FOLLOW_PACE)).toBe(true);
  expect(isGraceOver('ABD', KICKOFF, minutes(DAYS - 1), DEFAULT_FOLLOW_PACE)).toBe(false);
  expect(isGraceOver('ABD', KICKOFF, minutes(DAYS), DEFAULT_FOLLOW_PACE)).toBe(true);
});

describe('the next poll', () => {
  test.each([
    ['in play, in a minute', '1H', 10, 11],
    ['in the break too', 'HT', 50, 51],
    ['interrupted too', 'INT', 50, 51],
    ['after the end too, as corrections come', 'FT', 115, 116],
    ['long before the kick-off, half an hour before it', 'NS', -300, -30],
    ['shortly before it, every five minutes', 'NS', -20, -15],
    ['but not past the kick-off', 'NS', -2, 0],
    ['a kick-off that is late, every minute', 'NS', 8, 9],
    ['one that does not end, slowly', '2H', 5 * HOURS, 5 * HOURS + 15],
    ['postponed for a quarter of an hour, soon', 'PST', 10, 15],
    ['postponed to another hour, more slowly', 'PST', 6 * HOURS, 6 * HOURS + 15],
    ['postponed to another day, most slowly', 'PST', 2 * DAYS, 2 * DAYS + 6 * HOURS],
    ['suspended, like postponed', 'SUSP', 6 * HOURS, 6 * HOURS + 15],
    ['abandoned, like postponed', 'ABD', 6 * HOURS, 6 * HOURS + 15],
    ['postponed with a new date, half an hour before that', 'PST', -10 * HOURS, -30],
  ])('%s', (_, code, at, expected) => {
    expect(nextPollAt(code, KICKOFF, minutes(at), DEFAULT_FOLLOW_PACE)).toEqual(minutes(expected));
  });
});

test.each([
  ['FT', 115],
  ['AET', 155],
  ['PEN', 170],
])('a match that ended as %s is taken to have ended %i minutes after its kick-off', (code, minutes) => {
  const kickoff = new Date('2026-11-14T15:00:00Z');
  expect(estimateEnd(code, kickoff).getTime() - kickoff.getTime()).toBe(minutes * 60_000);
});
