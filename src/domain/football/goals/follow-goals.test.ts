import { describe, expect, test } from 'vitest';
import { AWAY, HOME, row, told } from '#/upstream/fixtures/told-reading.ts';
import type { FixtureReading } from '../fixture.ts';
import type { FollowedGoal } from '../goal.ts';
import { followGoals, type FollowedPoll } from './follow-goals.ts';
import type { FollowRules } from './follow-rules.ts';

const START = Date.UTC(2026, 10, 14, 16);

/** One poll a minute; `polls` holds what each of them brought. */
function follow(readings: readonly FixtureReading[], rules?: Partial<FollowRules>) {
  let known: readonly FollowedGoal[] = [];
  let ids = 0;
  const polls: FollowedPoll[] = [];
  for (const [minute, reading] of readings.entries()) {
    const at = new Date(START + minute * 60_000);
    const poll = followGoals(known, reading, at, () => `goal-${(ids += 1)}`, rules);
    polls.push(poll);
    known = poll.goals;
  }
  return {
    polls,
    goals: known,
    triggers: polls.flatMap(({ newlyStable }) => newlyStable),
    changes: polls.flatMap(({ changes }) =>
      changes.map(({ goalId, kind, before, after }) => [goalId, kind, before, after]),
    ),
  };
}

const times = (count: number, reading: FixtureReading): FixtureReading[] =>
  Array.from({ length: count }, () => reading);
type ToldFact = 'id' | 'state' | 'side' | 'minute' | 'misses' | 'playerName';
/** `tell(goals, 'id', 'state')`: `['goal-1 stable']`. */
const tell = (goals: readonly FollowedGoal[], ...facts: ToldFact[]): string[] =>
  goals.map((goal) => facts.map((fact) => String(goal[fact])).join(' '));
const states = (goals: readonly FollowedGoal[]) => tell(goals, 'id', 'state');
const home = row.bind(null, 'home');
const away = row.bind(null, 'away');

const REED = home('23', 'M. Reed', { id: 306, by: 'J. Poole' });
const ONE = told('1-0', [REED]);
const NONE = told('0-0', []);

describe('a goal', () => {
  test('is stable when it was seen three times, and triggers once', () => {
    const { polls, triggers } = follow(times(5, ONE));
    const seen = polls.map(({ goals }) => goals[0]?.state);
    expect(seen).toEqual(['detected', 'detected', 'stable', 'stable', 'stable']);
    expect(polls[2]?.newlyStable).toEqual(['goal-1']);
    expect(triggers).toEqual(['goal-1']);
  });

  test('has everything that is known of it', () => {
    const { goals } = follow([ONE]);
    expect(goals).toEqual([
      {
        id: 'goal-1',
        side: 'home',
        teamId: HOME.id,
        teamName: HOME.name,
        playerId: 306,
        playerName: 'M. Reed',
        formerScorers: [],
        assistId: null,
        assistName: 'J. Poole',
        kind: 'normal',
        minute: 23,
        extraMinute: null,
        state: 'detected',
        sightings: 1,
        misses: 0,
        scoreBefore: { home: 0, away: 0 },
        scoreAfter: { home: 1, away: 0 },
        label: '123456_40_306_Goal_1',
        firstSeenAt: new Date(START),
        lastSeenAt: new Date(START),
        stableAt: null,
        removedAt: null,
        restoredAt: null,
      },
    ]);
  });

  test('is removed when it was missed three times in a row', () => {
    const { polls, goals } = follow([...times(3, ONE), ...times(3, NONE)]);
    expect(polls.map(({ newlyRemoved }) => newlyRemoved)).toEqual([[], [], [], [], [], ['goal-1']]);
    expect(goals).toMatchObject([{ state: 'removed', misses: 3, removedAt: new Date(START + 5 * 60_000) }]);
  });

  test('is not removed while one sighting comes between the misses', () => {
    const { goals } = follow([...times(3, ONE), NONE, NONE, ONE, NONE, NONE]);
    expect(goals).toMatchObject([{ state: 'stable', misses: 2 }]);
  });

  test('that comes back is the same goal, and does not trigger again', () => {
    const { goals, triggers, changes } = follow([...times(3, ONE), ...times(4, NONE), ...times(4, ONE)]);
    expect(goals).toMatchObject([
      { id: 'goal-1', state: 'stable', removedAt: null, restoredAt: new Date(START + 7 * 60_000) },
    ]);
    expect(triggers).toEqual(['goal-1']);
    expect(changes.map(([, kind]) => kind)).toEqual(['detected', 'stable', 'removed', 'restored']);
  });

  test('that comes back without a score is the same goal too', () => {
    const untold = told('-', [REED]);
    expect(follow([...times(3, ONE), ...times(3, NONE), untold]).goals).toMatchObject([{ state: 'stable' }]);
  });

  test('that was missed once and comes back under another name, a moment later, is a new one', () => {
    const before = told('1-0', [home('58', 'M. Reed')], { minute: 59 });
    const after = told('1-0', [home('60', 'B. Stone')], { minute: 60 });
    const { goals } = follow([...times(3, before), told('0-0', [], { minute: 60 }), ...times(3, after)]);
    expect(states(goals)).toEqual(['goal-1 removed', 'goal-2 stable']);
  });

  test('that comes back before it was ever stable has to be seen three times in a row', () => {
    const { polls, triggers } = follow([ONE, ONE, ...times(3, NONE), ...times(3, ONE)]);
    expect(polls.map(({ goals }) => goals[0]?.sightings)).toEqual([1, 2, 2, 2, 2, 1, 2, 3]);
    expect(triggers).toEqual(['goal-1']);
    expect(follow([ONE, ONE, NONE, ONE, NONE, ONE, ONE]).triggers).toEqual([]);
  });

  test.each([
    ['25', 'M. Reed', true],
    ['26', 'M. Reed', false],
    ['24', null, true],
    ['25', null, false],
    ['23', 'B. Stone', true],
    ['24', 'B. Stone', false],
  ])(
    'that was removed in minute 23 and a row in minute %s by %s: the same goal %s',
    (minute, name, isSame) => {
      const back = told('1-0', [home(minute, name)]);
      const { goals } = follow([...times(3, told('1-0', [home('23', 'M. Reed')])), ...times(3, NONE), back]);
      expect(goals).toHaveLength(isSame ? 1 : 2);
    },
  );

  test.each([
    ['23', ['goal-1 stable']],
    ['24', ['goal-1 removed', 'goal-2 detected']],
  ])('that was removed a moment ago comes back only by a row of the same minute: %s', (minute, expected) => {
    const now = { minute: 24 };
    const before = told('1-0', [home('23', 'M. Reed')], now);
    const back = told('1-0', [home(minute, 'M. Reed')], now);
    const { goals } = follow([...times(3, before), ...times(3, told('0-0', [], now)), NONE, back]);
    expect(states(goals)).toEqual(expected);
  });

  test('has as many sightings and misses to wait for as the rules say', () => {
    expect(follow([ONE], { stableAfter: 1 }).triggers).toEqual(['goal-1']);
    expect(follow([ONE], { stableAfter: 1 }).changes.map(([, kind]) => kind)).toEqual(['detected', 'stable']);
    expect(follow([ONE, NONE], { removedAfter: 1 }).goals).toMatchObject([{ state: 'removed' }]);
  });

  test('that only the score counts is certain at once where the rules trust the score', () => {
    const silent = told('1-0', []);
    expect(follow([silent]).goals).toMatchObject([{ state: 'detected' }]);
    expect(follow([silent], { trustsScore: true }).triggers).toEqual(['goal-1']);
    expect(follow([silent, ONE], { trustsScore: true }).goals).toMatchObject([
      { id: 'goal-1', state: 'stable', playerName: 'M. Reed' },
    ]);
  });
});

describe('which rows are goals', () => {
  test.each([
    ['Normal Goal', 'normal'],
    ['normal goal ', 'normal'],
    ['Penalty', 'penalty'],
    ['Own Goal', 'own'],
  ])('%s is one, of the kind %s', (detail, kind) => {
    expect(follow([told('1-0', [home('23', 'M. Reed', { detail })])]).goals).toMatchObject([{ kind }]);
  });

  test('an own goal counts for the team that it is listed under', () => {
    const { goals } = follow([told('0-1', [away('23', 'M. Reed', { detail: 'Own Goal' })])]);
    expect(goals).toMatchObject([{ side: 'away', teamId: AWAY.id, playerName: 'M. Reed', kind: 'own' }]);
  });

  test.each([
    ['a missed penalty', { detail: 'Missed Penalty' }],
    ['an unknown detail', { detail: 'Something New' }],
    ['a card', { type: 'Card', detail: 'Normal Goal' }],
    ['a kick of the shoot-out', { detail: 'Penalty', comments: 'Penalty Shootout' }],
    ['a goal of no team', { teamId: null }],
  ])('%s is none', (_, facts) => {
    expect(follow([told('0-0', [home('23', 'M. Reed', facts)])]).goals).toEqual([]);
  });

  test('a penalty at 120 in a shoot-out that has no comments may be a kick of it, and makes no goal', () => {
    const kick = home('120+1', 'M. Reed', { detail: 'Penalty' });
    expect(follow([told('0-0', [kick], { code: 'P', minute: 120 })]).goals).toEqual([]);
    expect(follow([told('0-0', [kick], { code: 'PEN', minute: 120 })]).goals).toEqual([]);
  });

  test('the same row confirms a goal that was known before the shoot-out', () => {
    const goal = home('120+1', 'M. Reed', { detail: 'Penalty' });
    const kick = home('120+2', 'B. Stone', { detail: 'Penalty' });
    const { goals } = follow([
      ...times(3, told('1-0', [goal], { code: 'ET', minute: 120 })),
      ...times(4, told('1-0', [goal, kick], { code: 'P', minute: 120 })),
    ]);
    expect(goals).toMatchObject([{ playerName: 'M. Reed', state: 'stable', misses: 0 }]);
  });
});

describe('an answer without information', () => {
  const two = told('1-1', [REED, away('40', 'B. Stone')]);
  test.each([
    ['without events', told('0-0', null)],
    ['with no events while the score counts goals', told('1-1', [])],
    [
      'with no goal among its events while the score counts some',
      told('1-0', [home('30', 'X', { type: 'Card' })]),
    ],
    ['without events and without a score', told('-', [])],
    ['of a fixture that was decided at a desk', told('3-0', [], { code: 'AWD' })],
    [
      'with more goals than there can be',
      told(
        '1-1',
        times(50, two).flatMap(() => [REED]),
      ),
    ],
  ])('%s changes nothing', (_, empty) => {
    const { polls, goals } = follow([...times(3, two), ...times(8, empty)]);
    expect(goals).toEqual(polls[2]?.goals);
    expect(polls.at(-1)).toMatchObject({ changes: [], newlyStable: [], newlyRemoved: [], held: [] });
  });

  test('several goals that are gone at once are believed later than one', () => {
    const gone = follow([...times(3, two), ...times(5, NONE)]);
    expect(states(gone.goals)).toEqual(['goal-1 stable', 'goal-2 stable']);
    expect(states(follow([...times(3, two), ...times(6, NONE)]).goals)).toEqual([
      'goal-1 removed',
      'goal-2 removed',
    ]);
  });

  test('a row that is left out is there as long as the score counts it', () => {
    const partly = told('1-1', [away('40', 'B. Stone')]);
    const { goals } = follow([...times(3, two), ...times(9, partly)]);
    expect(states(goals)).toEqual(['goal-1 stable', 'goal-2 stable']);
  });

  test('of two rows that are left out, the score counts the goal that was seen first', () => {
    const stone = away('50', 'B. Stone');
    const [late, early] = [home('40', 'M. Reed'), home('30', 'T. Wells')];
    const { goals } = follow([
      ...times(3, told('1-1', [late, stone])),
      ...times(3, told('2-1', [early, late, stone])),
      told('1-1', [stone]),
    ]);
    expect(tell(goals, 'minute', 'misses')).toEqual(['30 1', '40 0', '50 0']);
  });

  test('without a score, a row that is left out while others are told is missed', () => {
    const partly = told('-', [REED]);
    expect(states(follow([...times(3, two), ...times(3, partly)]).goals)).toEqual([
      'goal-1 stable',
      'goal-2 removed',
    ]);
  });

  test('without a score, what only the score told of is left alone', () => {
    const { polls, goals } = follow([...times(4, told('2-0', [REED])), ...times(4, told('-', [REED]))]);
    expect(goals.at(-1)).toEqual(polls[3]?.goals.at(-1));
    expect(goals).toMatchObject([{ minute: 23 }, { minute: null, misses: 0 }]);
  });
});

describe('corrections keep the goal', () => {
  test('another scorer, as with a goal that becomes an own goal', () => {
    const own = told('1-0', [home('23', 'E. Garth', { id: 77, detail: 'Own Goal' })]);
    const { goals, triggers, changes } = follow([...times(3, ONE), ...times(3, own)]);
    expect(goals).toMatchObject([
      {
        id: 'goal-1',
        playerId: 77,
        playerName: 'E. Garth',
        assistName: null,
        kind: 'own',
        label: '123456_40_77_Goal_1',
      },
    ]);
    expect(triggers).toEqual(['goal-1']);
    expect(changes.slice(2)).toEqual([
      ['goal-1', 'scorer', 'M. Reed', 'E. Garth'],
      ['goal-1', 'assist', 'J. Poole', null],
      ['goal-1', 'kind', 'normal', 'own'],
    ]);
  });

  test('a name that comes later', () => {
    const nameless = told('1-0', [home('23')]);
    const { goals, changes } = follow([nameless, ONE]);
    expect(goals).toMatchObject([{ id: 'goal-1', playerName: 'M. Reed', sightings: 2 }]);
    expect(changes).toEqual([
      ['goal-1', 'detected', null, `an unknown player for ${HOME.name}, 23'`],
      ['goal-1', 'scorer', null, 'M. Reed'],
      ['goal-1', 'assist', null, 'J. Poole'],
    ]);
  });

  test('a player with a number alone is shown by the number', () => {
    const { changes } = follow([told('1-0', [home('23', null, { id: 9 })])]);
    expect(changes).toEqual([['goal-1', 'detected', null, `player 9 for ${HOME.name}, 23'`]]);
  });

  test('names that are left out again are remembered', () => {
    const { goals, changes } = follow([ONE, told('1-0', [home('23')])]);
    expect(goals).toMatchObject([{ playerId: 306, playerName: 'M. Reed', assistName: 'J. Poole' }]);
    expect(changes.map(([, kind]) => kind)).toEqual(['detected']);
  });

  test('earlier scorers are kept while they may be meant, and no more than three', () => {
    const by = (id: number | null, name: string | null) => told('1-0', [home('23', name, { id })]);
    const unclear = follow([by(1, null), by(2, null), by(null, 'B. Stone'), by(null, 'T. Wells')]);
    expect(unclear.goals[0]?.formerScorers).toEqual([
      { id: 1, name: null },
      { id: 2, name: 'B. Stone' },
    ]);
    const many = follow([1, 2, 3, 4, 5, 3].map((id) => by(id, null)));
    expect(many.goals[0]?.formerScorers.map(({ id }) => id)).toEqual([2, 4, 5]);
  });

  test('the same player under a longer name or another number is no correction', () => {
    const longer = told('1-0', [home('23', 'Martin Reed', { id: 999, by: 'Jack Poole' })]);
    const { goals, changes } = follow([ONE, longer]);
    expect(goals).toMatchObject([{ playerId: 999, playerName: 'Martin Reed' }]);
    expect(changes.map(([, kind]) => kind)).toEqual(['detected']);
  });

  test('another minute, even far away when the score counts one goal', () => {
    const { goals, changes } = follow([...times(3, ONE), told('1-0', [home('31', 'M. Reed', { id: 306 })])]);
    expect(goals).toMatchObject([{ id: 'goal-1', minute: 31, state: 'stable' }]);
    expect(changes.at(-1)).toEqual(['goal-1', 'minute', '23', '31']);
  });

  test.each([
    ['35', 'M. Reed', 1],
    ['36', 'M. Reed', 2],
    ['29', null, 1],
    ['30', null, 2],
    ['29', 'B. Stone', 1],
    ['30', 'B. Stone', 2],
  ])('from minute 23 to minute %s by %s when the score counts one goal: %d in all', (minute, name, count) => {
    const before = told('1-0', [home('23', 'M. Reed')]);
    const { goals } = follow([...times(3, before), told('1-0', [home(minute, name)])]);
    expect(goals).toHaveLength(count);
  });

  test.each([
    ['56', 57, 1],
    ['57', 57, 2],
    ['58', 62, 2],
    ['58', 63, 1],
  ])(
    'from minute 53 to minute %s by another player, told in minute %d: %d goals in all',
    (minute, clock, count) => {
      const before = told('1-0', [home('53', 'M. Reed')], { minute: 54 });
      const after = told('1-0', [home(minute, 'B. Stone')], { minute: clock });
      expect(follow([...times(3, before), after]).goals).toHaveLength(count);
    },
  );

  test.each([
    ['15', 'M. Reed', '46', 'T. Wells', [15, 40, 46]],
    ['16', 'T. Wells', '45', 'B. Stone', [10, 16, 45]],
  ])(
    'to minute %s by %s and to %s by %s when the score counts three: the likelier one',
    (first, one, second, other, minutes) => {
      const before = told('2-0', [home('10', 'M. Reed'), home('40', 'B. Stone')]);
      const after = told('3-0', [home(first, one), home(second, other)]);
      const { goals } = follow([...times(3, before), after]);
      expect(goals.map(({ minute }) => minute)).toEqual(minutes);
    },
  );

  test('injury time that is reported as minutes on, also when the score has room for another goal', () => {
    const before = told('1-0', [home('45+3')]);
    const { goals, changes } = follow([...times(3, before), told('2-0', [home('48')])]);
    expect(tell(goals, 'id', 'minute')).toEqual(['goal-1 48', 'goal-2 null']);
    expect(changes.slice(2)).toEqual([['goal-1', 'minute', '45+3', '48']]);
  });

  test('another minute while the score has room for one more goal', () => {
    const before = told('2-0', [home('23', 'M. Reed'), home('40', 'B. Stone')]);
    const after = told('3-0', [home('25', 'M. Reed'), home('40', 'B. Stone')]);
    expect(tell(follow([...times(3, before), after]).goals, 'id', 'minute')).toEqual([
      'goal-1 25',
      'goal-2 40',
      'goal-3 null',
    ]);
  });

  test('a second goal of a player in the minute of his first', () => {
    const before = told('2-0', [home('58', 'M. Reed'), home('59', 'T. Wells')]);
    const after = told('2-0', [home('58', 'M. Reed'), home('58', 'M. Reed')]);
    const { goals, polls } = follow([...times(3, before), after]);
    expect(goals).toMatchObject([
      { id: 'goal-1', playerName: 'M. Reed' },
      { id: 'goal-2', playerName: 'M. Reed', minute: 58 },
    ]);
    expect(polls.at(-1)?.held).toEqual([]);
  });

  test('an earlier minute, even of a moment ago, is a correction and no new goal', () => {
    const inBreak = { code: 'HT', minute: 45 };
    const { goals } = follow([
      ...times(3, told('1-0', [home('47+4')], inBreak)),
      told('1-0', [home('43+4')], inBreak),
    ]);
    expect(goals).toMatchObject([{ id: 'goal-1', minute: 43, state: 'stable' }]);
  });

  test('a goal of a moment ago is not taken for a correction of an older one', () => {
    const next = told('1-0', [home('58', 'B. Stone')], { minute: 59 });
    const { goals } = follow([
      ...times(3, told('1-0', [home('52', 'M. Reed')], { minute: 58 })),
      ...times(3, next),
    ]);
    expect(states(goals)).toEqual(['goal-1 removed', 'goal-2 stable']);
  });

  test('the other team: a score of 1-1 that becomes 2-0', () => {
    const before = told('1-1', [REED, away('40', 'B. Stone')]);
    const after = told('2-0', [REED, home('40', 'B. Stone')]);
    const { goals, triggers, changes } = follow([...times(3, before), ...times(4, after)]);
    expect(goals).toMatchObject([
      { id: 'goal-1', side: 'home' },
      { id: 'goal-2', side: 'home', teamId: HOME.id, scoreAfter: { home: 2, away: 0 }, state: 'stable' },
    ]);
    expect(triggers).toEqual(['goal-1', 'goal-2']);
    expect(changes.slice(-2)).toEqual([
      ['goal-2', 'side', AWAY.name, HOME.name],
      ['goal-2', 'score', '1-1', '2-0'],
    ]);
  });

  test('the other team, of a goal without a name, and with another name', () => {
    const nameless = [told('1-0', [home('23')]), told('0-1', [away('23')])] as const;
    expect(follow([...times(3, nameless[0]), nameless[1]]).goals).toMatchObject([
      { id: 'goal-1', side: 'away', state: 'stable' },
    ]);
    const renamed = told('0-1', [away('24', 'B. Stone')]);
    expect(follow([...times(3, ONE), renamed]).goals).toMatchObject([{ id: 'goal-1', side: 'away' }]);
    const late = told('0-1', [away('25', 'B. Stone')]);
    expect(follow([...times(3, ONE), late]).goals).toHaveLength(2);
  });

  test('the other team, while another goal of the side is missed', () => {
    const before = told('2-0', [REED, home('40', 'B. Stone')]);
    const { goals } = follow([...times(3, before), told('0-1', [away('23', 'M. Reed')])]);
    expect(tell(goals, 'id', 'side', 'misses')).toEqual(['goal-1 away 0', 'goal-2 home 1']);
  });

  test('the other team, when the score comes before the row', () => {
    const before = told('1-1', [REED, away('40', 'B. Stone')]);
    const after = told('2-0', [REED, home('40', 'B. Stone')]);
    const { goals, polls, triggers } = follow([...times(3, before), told('2-0', [REED]), ...times(4, after)]);
    expect(states(polls[4]?.goals ?? [])).toEqual(['goal-1 stable', 'goal-2 stable', 'goal-3 removed']);
    expect(goals.filter(({ state }) => state === 'stable')).toMatchObject([
      { id: 'goal-1' },
      { id: 'goal-2', side: 'home' },
    ]);
    expect(triggers).toEqual(['goal-1', 'goal-2']);
  });

  test.each([1, 2])('a goal of the other side after %d misses of one is another goal', (misses) => {
    const answer = told('0-1', [away('23', 'B. Stone')]);
    expect(states(follow([...times(3, ONE), ...times(misses, NONE), ...times(3, answer)]).goals)).toEqual([
      'goal-1 removed',
      'goal-2 stable',
    ]);
  });
});

describe('one goal in two rows', () => {
  const doubled = told('1-0', [REED, home('24', 'M. Reed', { id: 306 })]);

  test('is one goal while the score says so', () => {
    const { polls, triggers } = follow(times(8, doubled));
    expect(triggers).toEqual(['goal-1']);
    expect(polls[7]).toMatchObject({ goals: [{ id: 'goal-1' }], held: ["M. Reed, 24'"] });
  });

  test('is two goals once the score counts both', () => {
    const both = { ...doubled, goals: { home: 2, away: 0 } };
    expect(follow([...times(3, doubled), ...times(3, both)]).triggers).toEqual(['goal-1', 'goal-2']);
  });

  test('without a name, or under two names in one minute, it is held as well', () => {
    const nameless = told('1-0', [REED, home('24')]);
    const twice = told('1-0', [REED, home('23', 'B. Stone')]);
    expect(follow(times(4, nameless))).toMatchObject({ triggers: ['goal-1'], goals: [{}] });
    expect(follow(times(4, nameless)).polls[3]?.held).toEqual(["an unknown player, 24'"]);
    expect(follow(times(4, twice))).toMatchObject({
      triggers: ['goal-1'],
      goals: [{ playerName: 'M. Reed' }],
    });
  });

  test('is held when the score is not told', () => {
    const untold: FixtureReading = { ...doubled, goals: { home: null, away: null } };
    expect(follow(times(4, untold)).triggers).toEqual(['goal-1']);
  });

  test('and was taken for two before the score came is taken back', () => {
    const ahead = { ...doubled, goals: { home: 2, away: 0 } };
    const { goals, triggers } = follow([ahead, ...times(4, doubled)]);
    expect(states(goals)).toEqual(['goal-1 stable', 'goal-2 removed']);
    expect(triggers).toEqual(['goal-1']);
  });

  test('and was taken for two because another goal was scored is taken back when that one is reported', () => {
    const [first, double, other] = [home('55', 'M. Reed'), home('56', 'M. Reed'), home('59', 'B. Stone')];
    const { goals, triggers } = follow([
      ...times(3, told('1-0', [first])),
      told('2-0', [first, double]),
      ...times(4, told('2-0', [first, double, other])),
    ]);
    expect(triggers).toEqual(['goal-1', 'goal-3']);
    expect(states(goals)).toEqual(['goal-1 stable', 'goal-2 removed', 'goal-3 stable']);
  });

  test('two goals of one team in one minute without names are two when the score counts two', () => {
    const pair = told('2-0', [home('68'), home('68')], { minute: 70 });
    const { goals, triggers } = follow(times(4, pair));
    expect(triggers).toEqual(['goal-1', 'goal-2']);
    expect(goals.map(({ label }) => label)).toEqual(['123456_40_unknown_Goal_1', '123456_40_unknown_Goal_2']);
  });

  test('a double beside another goal does not lead that one astray', () => {
    const stone = home('26', 'B. Stone');
    const calm = told('2-0', [REED, stone]);
    const noisy = told('2-0', [REED, home('25', 'M. Reed', { id: 306 }), stone]);
    const { goals, changes } = follow([...times(3, calm), noisy, calm]);
    expect(tell(goals, 'playerName', 'minute')).toEqual(['M. Reed 23', 'B. Stone 26']);
    expect(changes).toHaveLength(4);
  });

  test('a double elsewhere does not keep a goal from its new minute beside another', () => {
    const stone = home('50', 'B. Stone');
    const before = told('3-0', [home('33'), home('35'), stone]);
    const after = told('3-0', [home('33'), home('34'), stone, home('51', 'B. Stone')]);
    const { goals, polls } = follow([...times(3, before), after]);
    expect(tell(goals, 'id', 'minute')).toEqual(['goal-1 33', 'goal-2 34', 'goal-3 50']);
    expect(polls.at(-1)?.held).toEqual(["B. Stone, 51'"]);
  });

  test('a goal that a bad answer led astray takes its row back from the one that began in its place', () => {
    const [stone, double, reed] = [home('16', 'B. Stone'), home('17', 'B. Stone'), home('18', 'M. Reed')];
    const calm = told('2-0', [stone, reed]);
    const { polls, goals, triggers } = follow([
      ...times(3, calm),
      told('2-0', [stone, double]),
      told('2-0', [stone, double, reed]),
      ...times(4, calm),
    ]);
    expect(polls[4]?.goals).toHaveLength(3);
    expect(triggers).toEqual(['goal-1', 'goal-2']);
    expect(
      tell(
        goals.filter(({ state }) => state === 'stable'),
        'id',
        'minute',
        'playerName',
      ),
    ).toEqual(['goal-1 16 B. Stone', 'goal-2 18 M. Reed']);
  });
});

describe('rows and score that do not agree', () => {
  test('a row before its score has to be seen longer', () => {
    const early = told('0-0', [REED]);
    expect(follow(times(5, early)).triggers).toEqual([]);
    expect(follow(times(6, early)).triggers).toEqual(['goal-1']);
    expect(follow([early, ...times(2, ONE)]).triggers).toEqual(['goal-1']);
  });

  test('a goal that only the score has is suspected, then detected, then stable', () => {
    const { polls, changes } = follow(times(4, told('1-0', [])));
    expect(polls.map(({ goals }) => goals[0])).toMatchObject([
      { kind: 'from-score', minute: null, state: 'detected', sightings: 0 },
      { sightings: 1, state: 'detected' },
      { sightings: 2, state: 'detected' },
      { sightings: 3, state: 'stable' },
    ]);
    expect(polls[0]?.changes).toEqual([]);
    expect(changes).toEqual([
      ['goal-1', 'detected', null, `an unknown player for ${HOME.name}`],
      ['goal-1', 'stable', null, `an unknown player for ${HOME.name}`],
    ]);
  });

  test('a suspicion that the next poll does not share is given up without a word', () => {
    const { goals, changes, polls } = follow([told('1-0', []), NONE]);
    expect(goals).toMatchObject([{ state: 'removed', sightings: 0 }]);
    expect(changes).toEqual([]);
    expect(polls[1]?.newlyRemoved).toEqual([]);
  });

  test('the row of a goal that only the score had belongs to that goal', () => {
    const { goals, triggers, changes } = follow([...times(4, told('1-0', [])), ...times(3, ONE)]);
    expect(goals).toMatchObject([
      { id: 'goal-1', kind: 'normal', minute: 23, playerName: 'M. Reed', state: 'stable' },
    ]);
    expect(triggers).toEqual(['goal-1']);
    expect(changes.slice(2).map(([, kind]) => kind)).toEqual(['scorer', 'assist', 'minute', 'kind']);
  });

  test('two rows of two goals that only the score told of tell of both', () => {
    const rows = [REED, home('40', 'B. Stone')];
    const clockless = { minute: null };
    const { goals, triggers } = follow([
      ...times(4, told('2-0', [], clockless)),
      ...times(3, told('2-0', rows, clockless)),
    ]);
    expect(goals.map(({ minute }) => minute)).toEqual([23, 40]);
    expect(triggers).toHaveLength(2);
  });

  test('a double of another goal is not the row of one that only the score has told of for long', () => {
    const double = home('24', 'M. Reed', { id: 306 });
    const { goals, polls } = follow([
      ...times(3, ONE),
      ...times(5, told('2-0', [REED])),
      told('2-0', [REED, double]),
    ]);
    expect(goals).toMatchObject([{ minute: 23 }, { minute: null, state: 'stable' }]);
    expect(polls.at(-1)?.held).toEqual(["M. Reed, 24'"]);
  });

  test('a row for which the score has room is another goal', () => {
    const more = told('2-0', [home('59', 'B. Stone')]);
    const { goals } = follow([...times(4, told('1-0', [])), ...times(3, more)]);
    expect(tell(goals, 'id', 'minute')).toEqual(['goal-1 null', 'goal-2 59']);
  });

  test('of two goals that only the score had, a row belongs to the one of its time', () => {
    const first = told('1-0', [], { minute: 30 });
    const second = told('2-0', [], { minute: 50 });
    const readings = [...times(4, first), ...times(20, told('1-0', [], { minute: 40 })), ...times(4, second)];
    const late = told('2-0', [home('49', 'B. Stone')], { minute: 51 });
    const { goals } = follow([...readings, late]);
    expect(tell(goals, 'id', 'minute')).toEqual(['goal-1 null', 'goal-2 49']);
  });

  test('a goal that only the score told of goes when the score goes down, and changes sides with it', () => {
    expect(follow([...times(4, told('1-0', [])), ...times(3, NONE)]).goals).toMatchObject([
      { state: 'removed' },
    ]);
    const { goals, triggers } = follow([...times(4, told('1-1', [])), ...times(4, told('2-0', []))]);
    expect(goals.map(({ side }) => side)).toEqual(['home', 'home']);
    expect(triggers).toHaveLength(2);
  });

  test('a goal that was seen twice and is then told by the score alone becomes stable a poll later', () => {
    const card = home('50', 'X', { type: 'Card', detail: 'Yellow Card' });
    const stone = home('10', 'B. Stone');
    const both = told('2-0', [stone, REED]);
    const without = told('2-0', [stone, card]);
    const { polls } = follow([...times(3, told('1-0', [stone])), both, both, without, without]);
    expect(polls.map(({ newlyStable }) => newlyStable)).toEqual([[], [], ['goal-1'], [], [], [], ['goal-2']]);
  });

  test('a score beyond all measure, or below nothing, is none', () => {
    expect(follow(times(4, told('900-0', []))).goals).toEqual([]);
    const negative = { ...told('0-0', []), goals: { home: -1, away: 0 } };
    expect(follow(times(4, negative)).goals).toEqual([]);
  });
});

describe('the video referee', () => {
  const decision = home('25', 'M. Reed', { type: 'Var', detail: 'Goal Disallowed - offside' });

  test('takes a goal back whose row stays beside the decision, once the score goes down', () => {
    const beside = told('0-0', [REED, decision]);
    expect(follow([...times(3, ONE), ...times(3, beside)]).goals).toMatchObject([{ state: 'removed' }]);
    expect(follow([...times(3, ONE), ...times(5, told('1-0', [REED, decision]))]).goals).toMatchObject([
      { state: 'stable', misses: 0 },
    ]);
  });

  test.each([
    ['of the other team', { ...decision, teamId: AWAY.id }],
    ['about another player', { ...decision, player: { id: 8, name: 'B. Stone' } }],
    ['long after', { ...decision, minute: 40 }],
    ['that lets it stand', { ...decision, detail: 'Goal confirmed' }],
  ])('a decision %s says nothing of it', (_, other) => {
    expect(follow([...times(3, ONE), ...times(4, told('0-0', [REED, other]))]).goals).toMatchObject([
      { state: 'stable', misses: 0 },
    ]);
  });

  test.each([
    ['24', 'M. Reed', '26', null, '26'],
    ['26', 'M. Reed', '24', null, '26 M. Reed'],
  ])(
    'of minute %s by %s and minute %s by %s, a decision in minute 27 about M. Reed means %s',
    (first, one, second, other, removed) => {
      const rows = [home(first, one), home(second, other)];
      const after = told('1-0', [...rows, { ...decision, minute: 27 }]);
      const { goals } = follow([...times(3, told('2-0', rows)), ...times(3, after)]);
      const gone = goals.filter(({ state }) => state === 'removed');
      expect(gone.map(({ minute, playerName }) => `${minute} ${playerName ?? ''}`.trim())).toEqual([removed]);
    },
  );

  test('a goal that was taken back stays so beside its decision, whatever else is reported or left out', () => {
    const stone = home('40', 'B. Stone');
    const readings = [
      ...times(3, ONE),
      ...times(3, told('0-0', [REED, decision])),
      ...times(3, told('1-0', [REED, decision, stone])),
    ];
    const { goals } = follow([...readings, ...times(3, told('1-0', [REED, decision]))]);
    expect(states(goals)).toEqual(['goal-1 removed', 'goal-2 stable']);
    const later = follow([...readings, told('2-0', [REED, decision, stone])]);
    expect(later.goals[0]).toMatchObject({ id: 'goal-1', state: 'removed' });
  });

  test('a goal that is given back beside its decision comes back when the score has counted it for a while', () => {
    const back = told('1-0', [REED, decision]);
    const { goals, triggers } = follow([
      ...times(3, ONE),
      ...times(3, told('0-0', [decision])),
      ...times(6, back),
    ]);
    expect(goals.filter(({ state }) => state === 'stable')).toMatchObject([{ id: 'goal-1' }]);
    expect(triggers).toEqual(['goal-1']);
  });

  test('a goal that was taken back and comes back without its score is not believed', () => {
    const { polls, goals } = follow([...times(3, ONE), ...times(3, NONE), ...times(2, told('0-0', [REED]))]);
    expect(goals).toMatchObject([{ state: 'removed' }]);
    expect(polls.at(-1)?.held).toEqual(["M. Reed, 23'"]);
  });
});

describe('score lines and labels', () => {
  test('follow the order of the match, in which minutes of injury time count', () => {
    const events = [
      home('46', 'C. Early', { id: 1 }),
      away('45+3', 'D. Injury', { id: 2 }),
      home('45', 'E. First', { id: 1 }),
      home('45+3', 'F. Later', { id: 3 }),
    ];
    const { goals } = follow([told('3-1', events)]);
    expect(
      goals.map(({ playerName, scoreBefore, scoreAfter, label }) => [
        playerName,
        `${scoreBefore.home}-${scoreBefore.away}`,
        `${scoreAfter.home}-${scoreAfter.away}`,
        label,
      ]),
    ).toEqual([
      ['E. First', '0-0', '1-0', '123456_40_1_Goal_1'],
      ['D. Injury', '1-0', '1-1', '123456_41_2_Goal_1'],
      ['F. Later', '1-1', '2-1', '123456_40_3_Goal_1'],
      ['C. Early', '2-1', '3-1', '123456_40_1_Goal_2'],
    ]);
  });

  test('of later goals change when one before them is reported late or taken back', () => {
    const later = home('50', 'B. Stone');
    const { changes } = follow([
      told('1-0', [later]),
      told('2-0', [REED, later]),
      ...times(3, told('1-0', [later])),
    ]);
    expect(changes.filter(([, kind]) => kind === 'score')).toEqual([
      ['goal-1', 'score', '1-0', '2-0'],
      ['goal-1', 'score', '2-0', '1-0'],
    ]);
  });

  test('goals without a minute stand behind those that were seen before them', () => {
    const { goals } = follow([
      ...times(2, told('1-0', [REED])),
      ...times(2, told('2-0', [REED])),
      told('3-0', [REED, home('58', 'B. Stone')]),
    ]);
    expect(goals.map(({ kind, scoreAfter }) => [kind, scoreAfter.home])).toEqual([
      ['normal', 1],
      ['from-score', 2],
      ['normal', 3],
    ]);
  });

  test('goals without a minute stand in the order in which they were seen', () => {
    const { goals } = follow([...times(2, told('1-0', [])), ...times(2, told('2-0', []))]);
    expect(goals.map(({ id, scoreAfter }) => `${id} ${scoreAfter.home}`)).toEqual(['goal-1 1', 'goal-2 2']);
  });

  test('the first minute of injury time comes after the last one before it', () => {
    const { goals } = follow([told('2-0', [home('45+1', 'B. Stone'), home('45', 'M. Reed')])]);
    expect(tell(goals, 'playerName')).toEqual(['M. Reed', 'B. Stone']);
  });

  test('a player without a number is named in the label, in letters and digits alone', () => {
    const { goals } = follow([told('1-0', [home('23', "Ángel d'Orsay-Ñ.")])]);
    expect(goals[0]?.label).toBe('123456_40_Angel-d-Orsay-N_Goal_1');
  });

  test('do not depend on the order in which the goals are handed over', () => {
    const reading = told('2-1', [REED, away('30', 'B. Stone'), home('44', 'T. Wells')]);
    const { goals } = follow([reading]);
    const at = new Date(START + 60_000);
    const inOrder = followGoals(goals, reading, at, () => 'new');
    expect(followGoals(goals.toReversed(), reading, at, () => 'new')).toEqual(inOrder);
  });
});
