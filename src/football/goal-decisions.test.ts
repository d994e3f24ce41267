import { expect, test } from 'vitest';
import type { FollowedGoal, GoalDecision } from '#/domain/football/goal.ts';
import type { FollowedPoll } from '#/domain/football/goals/follow-goals.ts';
import type { GoalRow } from './goal.ts';
import { keepDecisions } from './goal-decisions.ts';
import { KICKOFF, minutesAfter } from './reading-under-test.ts';

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

test('a goal that was hidden before it was certain does not become certain', () => {
  const hidden = followed('a', { state: 'removed', stableAt: null, removedAt: minutesAfter(5) });

  const kept = keepDecisions([known(hidden, 'hidden')], poll(followed('a'), 'stable'));

  expect(kept.goals[0]?.state).toBe('removed');
  expect(kept.newlyStable).toEqual([]);
});

test('a goal that was restored by hand stays when it is missed', () => {
  const restored = followed('a', { misses: 5, restoredAt: minutesAfter(5) });
  const missed = followed('a', { state: 'removed', misses: 6, removedAt: minutesAfter(9) });

  const kept = keepDecisions([known(restored, 'restored')], poll(missed, 'removed'));

  expect(kept.goals).toEqual([{ ...restored, misses: 6 }]);
  expect(kept.newlyRemoved).toEqual([]);
  expect(kept.changes.map(({ kind }) => kind)).toEqual(['scorer']);
});

test('what nobody decided about is the upstream’s', () => {
  const missed = followed('a', { state: 'removed', misses: 3, removedAt: minutesAfter(9) });
  const told = poll(missed, 'removed');

  expect(keepDecisions([known(followed('a'), null)], told)).toEqual(told);
  expect(keepDecisions([known(followed('a'), null), known(followed('b'), 'hidden')], told)).toEqual(told);
});
