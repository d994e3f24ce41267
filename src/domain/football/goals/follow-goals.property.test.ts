/** Properties of every match, whatever the upstream answers. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyVerdict, judgeMatch } from '#/upstream/fixtures/judge-goals.ts';
import { NOISE, playNoisyMatch } from '#/upstream/fixtures/noisy-polls.ts';
import { seededRandom } from '#/upstream/fixtures/seeded-random.ts';
import { row, told } from '#/upstream/fixtures/told-reading.ts';
import type { FixtureReading, MatchEvent } from '../fixture.ts';
import type { FollowedGoal } from '../goal.ts';
import { followGoals } from './follow-goals.ts';

const NAMES = ['M. Reed', 'Martin Reed', 'B. Stone', 'T. Wells', null];

const anyRow: fc.Arbitrary<MatchEvent> = fc.record({
  minute: fc.integer({ min: -5, max: 130 }),
  extraMinute: fc.option(fc.integer({ min: 0, max: 12 })),
  teamId: fc.constantFrom(40, 41, 40, 41, 7, null),
  player: fc.record({ id: fc.option(fc.integer({ min: 1, max: 4 })), name: fc.constantFrom(...NAMES) }),
  assist: fc.record({ id: fc.constant(null), name: fc.constantFrom(...NAMES) }),
  type: fc.constantFrom('Goal', 'Goal', 'Goal', 'goal', 'Var', 'Card', ''),
  detail: fc.constantFrom(
    'Normal Goal',
    'Penalty',
    'Own Goal',
    'Missed Penalty',
    'Goal Disallowed - offside',
    '',
  ),
  comments: fc.constantFrom(null, 'Penalty Shootout', 'Tripping'),
});

const anyReading: fc.Arbitrary<FixtureReading> = fc
  .record({
    events: fc.option(fc.array(anyRow, { maxLength: 9 })),
    home: fc.option(fc.integer({ min: -1, max: 6 })),
    away: fc.option(fc.integer({ min: -1, max: 6 })),
    code: fc.constantFrom('1H', 'HT', '2H', 'ET', 'P', 'FT', 'PEN', 'AWD', 'NS', '??'),
    minute: fc.option(fc.nat(120)),
  })
  .map(({ events, home, away, code, minute }) =>
    Object.assign(told('-', events, { code, minute }), { goals: { home, away } }),
  );

/** Any answers after each other, and what they lead to. */
function followAll(readings: readonly FixtureReading[], look: (goals: readonly FollowedGoal[]) => void) {
  let known: readonly FollowedGoal[] = [];
  let ids = 0;
  const triggers: string[] = [];
  for (const [minute, reading] of readings.entries()) {
    const poll = followGoals(known, reading, new Date(minute * 60_000), () => `goal-${(ids += 1)}`);
    known = poll.goals;
    triggers.push(...poll.newlyStable);
    look(known);
  }
  return { known, triggers };
}

describe('whatever the upstream says', () => {
  test('no poll loses or doubles a goal, and none triggers twice', () => {
    fc.assert(
      fc.property(fc.array(anyReading, { maxLength: 25 }), (readings) => {
        let before: readonly string[] = [];
        const { triggers } = followAll(readings, (goals) => {
          const ids = goals.map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids).toEqual(expect.arrayContaining([...before]));
          before = ids;
        });
        expect(new Set(triggers).size).toBe(triggers.length);
      }),
    );
  });

  test('the score lines of the goals that stand count up in the order of the match, and states fit their times', () => {
    fc.assert(
      fc.property(fc.array(anyReading, { maxLength: 20 }), (readings) => {
        followAll(readings, (goals) => {
          const standing = goals.filter(({ state }) => state !== 'removed');
          const score = { home: 0, away: 0 };
          for (const { side, scoreBefore, scoreAfter } of standing) {
            expect(scoreBefore).toEqual(score);
            score[side] += 1;
            expect(scoreAfter).toEqual(score);
          }
          expect(new Set(standing.map(({ label }) => label)).size).toBe(standing.length);
          for (const { state, stableAt, removedAt, firstSeenAt, lastSeenAt } of goals) {
            expect(state === 'removed').toBe(removedAt !== null);
            expect(state === 'removed' || (state === 'stable') === (stableAt !== null)).toBe(true);
            expect(lastSeenAt >= firstSeenAt).toBe(true);
          }
        });
      }),
    );
  });

  test('an answer that is repeated comes to rest: nothing changes any more', () => {
    fc.assert(
      fc.property(fc.array(anyReading, { maxLength: 8 }), anyReading, (readings, last) => {
        const repeated = Array.from({ length: 16 }, () => last);
        const { known } = followAll([...readings, ...repeated], () => undefined);
        const again = followGoals(known, last, new Date(1e9), () => 'new');
        expect(again.changes).toEqual([]);
      }),
    );
  });
});

describe('matches that are made up, with faults as the upstream makes them', () => {
  const goal = fc.record({
    side: fc.constantFrom('home' as const, 'away' as const),
    minute: fc.integer({ min: 1, max: 90 }),
    player: fc.integer({ min: 1, max: 11 }),
  });
  const match = fc.array(goal, { minLength: 1, maxLength: 7 }).map((goals) => {
    const rows = goals
      .filter(({ side, minute }, at) => !goals.slice(0, at).some((other) => isNear(other, { side, minute })))
      .sort((a, b) => a.minute - b.minute)
      .map(({ side, minute, player }) =>
        row(side, String(minute), `${side} Player${player}`, { id: player }),
      );
    return told('0-0', rows, { code: 'FT', minute: 90 });
  });

  test.each(['calm', 'rough'] as const)('%s: no goal is found twice, removed or missed', (mix) => {
    fc.assert(
      fc.property(match, fc.integer(), (final, seed) => {
        const verdict = emptyVerdict();
        judgeMatch(playNoisyMatch(final, { ...NOISE[mix], cancelledGoal: 0 }, seededRandom(seed)), verdict);
        const { duplicateTriggers, falseRemovals, missed, phantomTriggers } = verdict;
        expect([duplicateTriggers, falseRemovals, missed, phantomTriggers]).toEqual([0, 0, 0, 0]);
      }),
      { numRuns: 20 },
    );
  });

  test('a goal that is taken back is removed, and only that', () => {
    fc.assert(
      fc.property(match, fc.integer(), (final, seed) => {
        const verdict = emptyVerdict();
        judgeMatch(playNoisyMatch(final, { ...NOISE.calm, cancelledGoal: 0.3 }, seededRandom(seed)), verdict);
        expect(verdict.unnoticedCancellations).toBe(0);
        expect(verdict.missed).toBe(0);
      }),
      { numRuns: 20 },
    );
  });
});

/** Made-up matches would otherwise be full of goals within a minute, which real ones are not. */
function isNear(a: { side: string; minute: number }, b: { side: string; minute: number }): boolean {
  return a.side === b.side && Math.abs(a.minute - b.minute) < 4;
}
