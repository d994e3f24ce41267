/** Each quirk, switched on alone and always: what it does to what is reported. */
import { expect, test } from 'vitest';
import { MINUTE_MS } from './fixture-calendar.ts';
import type { MatchStory } from './match-telling.ts';
import type { GoalTruth } from './match-truth.ts';
import type { Quirk } from './quirks.ts';
import type { Telling } from './tellings.ts';
import { BEGIN, createMovableWorld, storiesOf } from './world-for-tests.ts';

type Shares = Partial<Record<Quirk, number>>;
const LATER = BEGIN + 900 * MINUTE_MS;

function storiesWith(quirks: Shares, days = 0.5): MatchStory[] {
  const { world } = createMovableWorld({ quirks, otherQuirks: 'none' });
  return storiesOf(world, days).filter(({ truth }) => truth.fixture.league.coverage === 'full');
}

interface ToldGoal {
  readonly goal: GoalTruth;
  readonly first: Telling;
  readonly last: Telling;
  readonly versions: readonly Telling[];
}

function goalsWith(quirks: Shares, days?: number): ToldGoal[] {
  const told = storiesWith(quirks, days).flatMap(({ tellings }) => tellings);
  expect(told.length).toBeGreaterThan(50);
  return told.flatMap(({ goal, versions }) => {
    const [first, last] = [versions[0], versions.at(-1)];
    return first === undefined || last === undefined ? [] : [{ goal, versions, first, last }];
  });
}

const other = ({ side }: GoalTruth) => (side === 'home' ? 'away' : 'home');

test.each<
  [name: string, quirks: Shares, first: (goal: GoalTruth) => object, last: (goal: GoalTruth) => object]
>([
  [
    'disallowed: told first, then gone from rows and score, with a verdict in its place',
    { disallowed: 1 },
    ({ side }) => ({ counted: side, verdict: null, row: { side } }),
    () => ({
      row: null,
      counted: null,
      verdict: expect.stringMatching(/^Goal (Disallowed|cancelled)/) as unknown,
    }),
  ],
  [
    'varKeepsRow: the goal stays beside the verdict, and does not count',
    { disallowed: 1, varKeepsRow: 1 },
    ({ side }) => ({ counted: side, verdict: null }),
    ({ side }) => ({ row: { side }, counted: null, verdict: expect.any(String) as unknown }),
  ],
  [
    'wrongSide: it counts for the other side at first',
    { wrongSide: 1 },
    (goal) => ({ counted: other(goal), row: { side: other(goal) } }),
    ({ side }) => ({ counted: side, row: { side } }),
  ],
  [
    'rowBeforeScore: the row comes before the score',
    { rowBeforeScore: 1 },
    ({ side }) => ({ counted: null, row: { side } }),
    ({ side }) => ({ counted: side, row: { side } }),
  ],
  [
    'scoreBeforeRow: the row comes late, and corrected meanwhile',
    { scoreBeforeRow: 1, wrongMinute: 1, lateAssist: 1 },
    ({ side }) => ({ counted: side, row: null }),
    ({ side, minute, assist }) => ({ counted: side, row: { minute, assist: { id: assist?.id ?? null } } }),
  ],
])('%s', (_name, quirks, firstOf, lastOf) => {
  for (const { goal, first, last } of goalsWith(quirks)) {
    expect(first).toMatchObject(firstOf(goal));
    expect(last).toMatchObject(lastOf(goal));
    expect(last.from).toBeGreaterThan(first.from);
  }
});

test('a match whose goals were all disallowed ends without goals, and with a verdict for each', () => {
  for (const story of storiesWith({ disallowed: 1 })) {
    const told = story.at(LATER);
    const verdicts = told.events().filter(({ detail }) => /^Goal (Disallowed|cancelled)/.test(detail));
    expect(told.score ?? { home: 0, away: 0 }).toEqual({ home: 0, away: 0 });
    expect(verdicts).toHaveLength(story.truth.goals.length);
    for (const { scoreBefore } of story.truth.goals) expect(scoreBefore).toEqual({ home: 0, away: 0 });
  }
});

test('restored: gone for some minutes, and back as it was', () => {
  for (const { goal, versions, first, last } of goalsWith({ restored: 1 })) {
    const [, gone] = versions;
    expect(versions).toHaveLength(3);
    expect(gone).toMatchObject({ row: null, counted: null });
    expect({ ...last, from: 0 }).toEqual({ ...first, from: 0 });
    expect(last.counted).toBe(goal.side);
    expect(last.from - (gone?.from ?? 0)).toBeGreaterThan(3 * MINUTE_MS);
  }
});

/** What is wrong at first and right in the end, by the field that is wrong. */
test.each([
  ['lateAssist', 'assist'],
  ['lateScorer', 'player'],
  ['latePlayerId', 'player'],
  ['wrongScorer', 'player'],
  ['wrongMinute', 'minute'],
] as const)('%s: the %s is wrong at first and put right later', (quirk, field) => {
  const changed = goalsWith({ [quirk]: 1 }).filter(({ versions }) => versions.length > 1);
  expect(changed.length).toBeGreaterThan(30);
  for (const { goal, first, last } of changed) {
    const { minute, side, scorer, assist } = goal;
    expect(first.row?.[field]).not.toEqual(last.row?.[field]);
    expect(last.row).toMatchObject({
      minute,
      side,
      player: { id: scorer.id, name: scorer.name },
      assist: { id: assist?.id ?? null },
    });
    expect(first.counted).toBe(side);
  }
});

test('lateOwnGoal: an attacker of the side that gains is named first', () => {
  const own = goalsWith({ lateOwnGoal: 1 }, 4).filter(({ goal }) => goal.kind === 'own');
  expect(own.length).toBeGreaterThan(5);
  for (const { goal, first, last } of own) {
    const { side, scorer } = goal;
    expect(first.row).toMatchObject({ detail: 'Normal Goal', side });
    expect(first.row?.player.id).not.toBe(scorer.id);
    expect(last.row).toMatchObject({ detail: 'Own Goal', side, player: { id: scorer.id } });
  }
});

test('doubledRow: for some minutes there are two rows a minute apart, and the score counts one', () => {
  for (const story of storiesWith({ doubledRow: 1 }))
    for (const { goal, versions } of story.tellings) {
      const twice = versions.find(({ isDoubled }) => isDoubled);
      const rows = story
        .at((twice?.from ?? 0) + 15_000)
        .events()
        .filter(({ type, player }) => type === 'Goal' && player.id === goal.scorer.id);
      const minutes = rows.map(({ minute }) => minute);
      expect(minutes).toEqual(expect.arrayContaining([goal.minute, goal.minute + 1]));
      expect(story.at(LATER).score).toEqual(story.truth.finalScore);
    }
});

test('emptyEvents, droppedRow and staleAnswer concern some minutes and pass', () => {
  const story = storiesWith({}, 2).find(({ truth }) => truth.goals.length > 2 && truth.isPlayed);
  const id = story?.truth.fixture.id ?? 0;
  const rowsWith = (quirks: Shares): (number | undefined)[] => {
    const { world } = createMovableWorld({ quirks, otherQuirks: 'none' });
    return Array.from(
      { length: 300 },
      (_, minute) =>
        world
          .findStory(id)
          ?.at(LATER + minute * MINUTE_MS)
          .events().length,
    );
  };
  const [whole = 0] = rowsWith({});
  const empty = rowsWith({ emptyEvents: 0.1 });
  expect(new Set(empty)).toEqual(new Set([whole, 0]));
  expect(empty.filter((count) => count === 0).length).toBeLessThan(60);
  expect(rowsWith({ droppedRow: 0.05 })).toEqual(expect.arrayContaining([whole, whole - 1]));

  const { world } = createMovableWorld({ quirks: { staleAnswer: 1 }, otherQuirks: 'none' });
  const half = (story?.truth.phases.find(({ code }) => code === '2H')?.startsAt ?? 0) + 10 * MINUTE_MS;
  expect(world.findStory(id)?.at(half).minute).toBeLessThan(story?.at(half).minute ?? 0);
});

test.each([
  ['postponed', 'PST'],
  ['cancelled', 'CANC'],
  ['awarded', 'AWD'],
  ['walkover', 'WO'],
] as const)('%s: a match that never begins has the status %s', (quirk, code) => {
  expect(new Set(storiesWith({ [quirk]: 1 }).map((story) => story.at(LATER).code))).toEqual(new Set([code]));
});

test('lateStart: a match is called postponed until it begins', () => {
  for (const story of storiesWith({ lateStart: 1 })) {
    const { kickoffAt } = story.truth.fixture;
    expect(story.at(kickoffAt + 10 * MINUTE_MS)).toMatchObject({ code: 'PST', score: null });
    expect(story.at(kickoffAt + 40 * MINUTE_MS).code).toBe('1H');
  }
});
