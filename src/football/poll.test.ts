import { expect, test } from 'vitest';
import type { FollowedGoal, GoalDecision } from '#/domain/football/goal.ts';
import type { FollowedPoll } from '#/domain/football/goals/follow-goals.ts';
import { goalEvent, KICKOFF, minutesAfter, readingOf } from '../../test/support/football-upstream.ts';
import type { GoalRow } from './goal.ts';
import { keepDecisions, toStorableReading } from './poll.ts';

function followed(id: string, choices: Partial<FollowedGoal> = {}): FollowedGoal {
  return {
    id,
    side: 'home',
    teamId: 71,
    teamName: 'Aldermoor',
    playerId: 5,
    playerName: 'I. Nvented',
    formerScorers: [],
    assistId: null,
    assistName: null,
    kind: 'normal',
    minute: 12,
    extraMinute: null,
    state: 'stable',
    sightings: 3,
    misses: 0,
    scoreBefore: { home: 0, away: 0 },
    scoreAfter: { home: 1, away: 0 },
    label: '7001_71_5_Goal_1',
    firstSeenAt: KICKOFF,
    lastSeenAt: KICKOFF,
    stableAt: KICKOFF,
    removedAt: null,
    restoredAt: null,
    ...choices,
  };
}

function known(goal: FollowedGoal, byHand: GoalDecision | null): GoalRow {
  return {
    ...goal,
    fixtureId: 7_001,
    byHand,
    observedLive: true,
    searches: 0,
    searchUntil: null,
    settledAt: null,
    settledReason: null,
  };
}

const poll = (goal: FollowedGoal, kind: 'removed' | 'restored' | 'stable'): FollowedPoll => ({
  goals: [goal],
  changes: [
    { goalId: goal.id, at: minutesAfter(9), kind, before: null, after: null },
    { goalId: goal.id, at: minutesAfter(9), kind: 'scorer', before: 'A', after: 'B' },
  ],
  newlyStable: kind === 'stable' ? [goal.id] : [],
  newlyRemoved: kind === 'removed' ? [goal.id] : [],
  held: [],
});

test('a goal that was hidden by hand stays hidden when it is seen again', () => {
  const hidden = followed('a', { state: 'removed', removedAt: minutesAfter(5) });
  const seenAgain = followed('a', { playerName: 'B', restoredAt: minutesAfter(9) });

  const kept = keepDecisions([known(hidden, 'hidden')], poll(seenAgain, 'restored'));

  expect(kept.goals).toEqual([{ ...hidden, playerName: 'B' }]);
  expect(kept.changes.map(({ kind }) => kind)).toEqual(['scorer']);
});

test('a goal that was hidden before it was stable does not become stable', () => {
  const hidden = followed('a', { state: 'removed', stableAt: null, removedAt: minutesAfter(5) });

  const kept = keepDecisions([known(hidden, 'hidden')], poll(followed('a'), 'stable'));

  expect(kept.goals[0]?.state).toBe('removed');
  expect(kept.newlyStable).toEqual([]);
});

test('a goal that was restored by hand stays while it is missing', () => {
  const restored = followed('a', { misses: 5, restoredAt: minutesAfter(5) });
  const missed = followed('a', { state: 'removed', misses: 6, removedAt: minutesAfter(9) });

  const kept = keepDecisions([known(restored, 'restored')], poll(missed, 'removed'));

  expect(kept.goals).toEqual([{ ...restored, misses: 6 }]);
  expect(kept.newlyRemoved).toEqual([]);
  expect(kept.changes.map(({ kind }) => kind)).toEqual(['scorer']);
});

test('goals without a decision follow the upstream', () => {
  const missed = followed('a', { state: 'removed', misses: 3, removedAt: minutesAfter(9) });
  const told = poll(missed, 'removed');

  expect(keepDecisions([known(followed('a'), null)], told)).toEqual(told);
  expect(keepDecisions([known(followed('a'), null), known(followed('b'), 'hidden')], told)).toEqual(told);
});

test('keeps a storable reading unchanged', () => {
  const reading = readingOf('1H', { events: [goalEvent(12, 'Ş. Öztürk-Ñandú 𝕏')] });

  expect(toStorableReading(reading)).toEqual(reading);
  expect(toStorableReading(readingOf('NS')).events).toBeNull();
});

test('removes what PostgreSQL cannot store from every name', () => {
  const reading = readingOf('1\0H', {
    league: { id: 1, name: 'L\0', country: 'C\uD800', season: null, round: 'R\0' },
    home: { id: 71, name: 'x'.repeat(5_000) },
    away: { id: 72, name: 'B\0' },
    events: [goalEvent(1, 'P\0', { assist: { id: 1, name: 'A\uDC00' } }), goalEvent(2, 'Q')],
  });

  const clean = toStorableReading(reading);

  const text = JSON.stringify(clean);
  expect(text).not.toContain('\\u0000');
  expect(text.isWellFormed()).toBe(true);
  expect(text).not.toMatch(/\\ud[89a-f]/i);
  expect(clean.home.name).toHaveLength(200);
  expect(clean.events?.map(({ player }) => player.name)).toEqual(['P', 'Q']);
});

test('replaces ids beyond an integer by null', () => {
  const ids = [2_147_483_647, 2_147_483_648, -3_000_000_000, null];
  const events = ids.map((id) => goalEvent(1, 'P', { player: { id, name: 'P' } }));

  const clean = toStorableReading(readingOf('1H', { events }));

  expect(clean.events?.map(({ player }) => player.id)).toEqual([2_147_483_647, null, null, null]);
});
