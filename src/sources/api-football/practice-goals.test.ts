/**
 * Matches of the practice world, whose truth is known, told with three times as many faults as usual, polled every minute, and followed
 * from the bytes of its answers. The world was written by others than the rules that are tried here.
 */
import { describe, expect, test } from 'vitest';
import type { FollowedGoal } from '#/domain/football/goal.ts';
import { followGoals } from '#/domain/football/goals/follow-goals.ts';
import { answerFixtures } from '../../../practice/football/fixtures-answer.ts';
import { QUIRKS, toQuirkShares, type Quirk } from '../../../practice/football/quirks.ts';
import {
  createMovableWorld,
  storiesOf,
  type MovableWorld,
} from '../../../practice/football/world-for-tests.ts';
import { createFixtureParser } from './parse-fixture.ts';

const MINUTE = 60_000;
const SEED = 11;
const DAYS = 0.2;

/** Without goals that never were: what is told three times and longer cannot be told from a goal. */
function moreQuirks(times: number): Partial<Record<Quirk, number>> {
  const usual = toQuirkShares({ bareShootOut: 0.2, missingEvents: 0.003 }, 'defaults');
  return Object.fromEntries(
    QUIRKS.map((quirk) => [quirk, quirk === 'phantomGoal' ? 0 : Math.min(0.9, usual[quirk] * times)]),
  );
}

function followMatch({ world, moveTo }: MovableWorld, fixtureId: number, kickoffAt: number) {
  const parser = createFixtureParser();
  const triggers: string[] = [];
  let known: readonly FollowedGoal[] = [];
  let ids = 0;
  for (let at = kickoffAt - 5 * MINUTE; at < kickoffAt + 230 * MINUTE; at += MINUTE) {
    moveTo(at);
    const query = new URLSearchParams({ ids: String(fixtureId) });
    const { body } = answerFixtures(world, { get: 'fixtures', query });
    const [item] = (JSON.parse(body) as { response: unknown[] }).response;
    const parsed = item === undefined ? null : parser.read(item);
    if (parsed?.type !== 'read') continue;
    const poll = followGoals(known, parsed.reading, new Date(at), () => `goal-${(ids += 1)}`);
    known = poll.goals;
    triggers.push(...poll.newlyStable);
  }
  return { known, triggers };
}

describe(`matches of the practice world, seed ${SEED}`, () => {
  test('every goal that stands is found, under its scorer where he is told, and no other', () => {
    const movable = createMovableWorld({ seed: SEED, quirks: moreQuirks(3) });
    const stories = storiesOf(movable.world, DAYS);
    expect(stories.length).toBeGreaterThan(20);
    for (const { truth } of stories) {
      const { known, triggers } = followMatch(movable, truth.fixture.id, truth.fixture.kickoffAt);
      const standing = truth.goals.filter(({ stands }) => stands);
      const found = known.filter(({ state }) => state === 'stable');
      const at = `fixture ${truth.fixture.id}`;
      for (const side of ['home', 'away'] as const) {
        const [ours, theirs] = [
          found.filter((goal) => goal.side === side),
          standing.filter((goal) => goal.side === side),
        ];
        expect([at, side, ours.length]).toEqual([at, side, theirs.length]);
        // Competitions without rows have the score alone.
        for (const { minute, playerName } of ours.filter((goal) => goal.minute !== null))
          expect([
            at,
            theirs.some(
              (goal) => goal.minute === minute && (playerName ?? goal.scorer.name) === goal.scorer.name,
            ),
          ]).toEqual([at, true]);
      }
      expect([at, triggers.length <= truth.goals.length]).toEqual([at, true]);
      expect(triggers).toEqual(expect.arrayContaining(found.map(({ id }) => id)));
    }
  });
});
