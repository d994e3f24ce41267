/** Each quirk, switched on alone and always: what it does to what is told. */
import { expect, test } from 'vitest';
import { MINUTE_MS } from './fixture-calendar.ts';
import type { MatchStory } from './match-telling.ts';
import type { Quirk } from './quirks.ts';
import type { Telling } from './tellings.ts';
import { BEGIN, createMovableWorld, storiesOf } from './world-for-tests.ts';

const LATER = BEGIN + 900 * MINUTE_MS;

function storiesWith(quirks: Partial<Record<Quirk, number>>, days = 2): MatchStory[] {
  const { world } = createMovableWorld({ quirks, otherQuirks: 'none' });
  return storiesOf(world, days).filter(({ truth }) => truth.fixture.league.coverage === 'full');
}

function goalsWith(quirks: Partial<Record<Quirk, number>>, days?: number) {
  const told = storiesWith(quirks, days).flatMap(({ tellings }) => tellings);
  expect(told.length).toBeGreaterThan(100);
  return told.map(({ goal, versions }) => ({
    goal,
    first: versionAt(versions, 0),
    last: versionAt(versions, -1),
    versions,
  }));
}

function versionAt(versions: readonly Telling[], place: number): Telling {
  const version = versions.at(place);
  if (version === undefined) throw new Error(`a goal has ${versions.length} versions and none at ${place}`);
  return version;
}

test('disallowed: told first, then gone from rows and score, with a word of the referee in its place', () => {
  for (const { goal, first, last } of goalsWith({ disallowed: 1 })) {
    expect(goal.stands).toBe(false);
    expect(first).toMatchObject({ counted: goal.side, verdict: null });
    expect(first.row).not.toBeNull();
    expect(last).toMatchObject({ row: null, counted: null });
    expect(last.verdict).toMatch(/^Goal (Disallowed|cancelled)/);
    expect(last.from - goal.happenedAt).toBeGreaterThanOrEqual(45_000);
  }
  for (const story of storiesWith({ disallowed: 1 })) {
    const told = story.at(LATER);
    if (told.code !== 'FT') continue;
    expect(told.score).toEqual({ home: 0, away: 0 });
    expect(told.events()?.filter(({ detail }) => /^Goal (Disallowed|cancelled)/.test(detail))).toHaveLength(
      story.truth.goals.length,
    );
  }
});

test('varKeepsRow: the goal stays beside the word of the referee, and does not count', () => {
  for (const { last } of goalsWith({ disallowed: 1, varKeepsRow: 1 })) {
    expect(last.row).not.toBeNull();
    expect(last.counted).toBeNull();
    expect(last.verdict).not.toBeNull();
  }
});

test('restored: gone for some minutes, and back as it was', () => {
  for (const { goal, versions, first, last } of goalsWith({ restored: 1 })) {
    expect(versions).toHaveLength(3);
    expect(versions[1]).toMatchObject({ row: null, counted: null });
    expect({ ...last, from: 0 }).toEqual({ ...first, from: 0 });
    expect(last.counted).toBe(goal.side);
    expect(last.from - (versions[1]?.from ?? 0)).toBeGreaterThan(3 * MINUTE_MS);
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
  expect(changed.length).toBeGreaterThan(100);
  for (const { goal, first, last } of changed) {
    expect(first.row?.[field]).not.toEqual(last.row?.[field]);
    expect(last.row).toMatchObject({
      minute: goal.minute,
      side: goal.side,
      player: { id: goal.scorer.id, name: goal.scorer.name },
      assist: { id: goal.assist?.id ?? null },
    });
    expect(first.counted).toBe(goal.side);
  }
});

test('lateOwnGoal: an attacker of the side that gains is named first', () => {
  const own = goalsWith({ lateOwnGoal: 1 }, 6).filter(({ goal }) => goal.kind === 'own');
  expect(own.length).toBeGreaterThan(10);
  for (const { goal, first, last } of own) {
    expect([first.row?.detail, last.row?.detail]).toEqual(['Normal Goal', 'Own Goal']);
    expect([first.row?.side, last.row?.side]).toEqual([goal.side, goal.side]);
    expect(last.row?.player.id).toBe(goal.scorer.id);
    expect(first.row?.player.id).not.toBe(goal.scorer.id);
  }
});

test('wrongSide: it counts for the other side at first', () => {
  for (const { goal, first, last } of goalsWith({ wrongSide: 1 })) {
    const other = goal.side === 'home' ? 'away' : 'home';
    expect(first).toMatchObject({ counted: other, row: { side: other } });
    expect(last).toMatchObject({ counted: goal.side, row: { side: goal.side } });
  }
});

test('doubledRow: for some minutes there are two rows a minute apart, and the score counts one', () => {
  let doubled = 0;
  for (const story of storiesWith({ doubledRow: 1 }))
    for (const { goal, versions } of story.tellings) {
      const twice = versions.find(({ isDoubled }) => isDoubled);
      expect(twice).toBeDefined();
      const told = story.at((twice?.from ?? 0) + 15_000);
      const rows = told
        .events()
        ?.filter(({ type, player }) => type === 'Goal' && player.id === goal.scorer.id);
      if (rows?.filter(({ minute }) => minute === goal.minute + 1).length === 1) doubled++;
      expect((rows?.length ?? 0) >= 2).toBe(true);
    }
  expect(doubled).toBeGreaterThan(100);
});

test('rowBeforeScore and scoreBeforeRow: one comes before the other, and both in the end', () => {
  for (const { goal, first, last } of goalsWith({ rowBeforeScore: 1 })) {
    expect(first.counted).toBeNull();
    expect(first.row).not.toBeNull();
    expect(last.counted).toBe(goal.side);
  }
  for (const { goal, first, last } of goalsWith({ scoreBeforeRow: 1 })) {
    expect(first).toMatchObject({ counted: goal.side, row: null });
    expect(last.row).not.toBeNull();
  }
});

test('a row that comes late has been corrected meanwhile', () => {
  for (const { goal, last } of goalsWith({ scoreBeforeRow: 1, wrongMinute: 1, lateAssist: 1 }))
    expect(last.row).toMatchObject({ minute: goal.minute, assist: { id: goal.assist?.id ?? null } });
});

test('emptyEvents, missingEvents, droppedRow and staleAnswer befall some minutes and pass', () => {
  const story = storiesWith({}).find(({ truth }) => truth.goals.length > 2 && truth.isPlayed);
  const id = story?.truth.fixture.id ?? 0;
  const minutes = Array.from({ length: 300 }, (_, minute) => LATER + minute * MINUTE_MS);
  const rowsWith = (quirks: Partial<Record<Quirk, number>>): (number | undefined)[] => {
    const { world } = createMovableWorld({ quirks, otherQuirks: 'none' });
    return minutes.map((at) => world.findStory(id)?.at(at).events()?.length);
  };
  const [whole] = rowsWith({});
  const empty = rowsWith({ emptyEvents: 0.1 });
  expect(new Set(empty)).toEqual(new Set([whole, 0]));
  expect(empty.filter((count) => count === 0).length).toBeGreaterThan(10);
  expect(empty.filter((count) => count === 0).length).toBeLessThan(60);
  expect(new Set(rowsWith({ missingEvents: 0.1 }))).toEqual(new Set([whole, undefined]));
  const dropped = new Set(rowsWith({ droppedRow: 0.05 }));
  expect(dropped).toContain(whole);
  expect(dropped).toContain((whole ?? 0) - 1);

  const { world } = createMovableWorld({ quirks: { staleAnswer: 1 }, otherQuirks: 'none' });
  const half = (story?.truth.phases.find(({ code }) => code === '2H')?.startsAt ?? 0) + 10 * MINUTE_MS;
  expect(world.findStory(id)?.at(half).minute).toBeLessThan(story?.at(half).minute ?? 0);
});

test('phantomGoal: a row that no goal is behind comes, never counts, and goes without a word', () => {
  const stories = storiesWith({ phantomGoal: 1 }).filter(({ truth }) => truth.isPlayed);
  let seen = 0;
  for (const story of stories.slice(0, 30)) {
    const half = story.truth.phases.find(({ code }) => code === '2H')?.startsAt ?? 0;
    for (let minute = 0; minute < 45; minute++) {
      const told = story.at(half + minute * MINUTE_MS);
      const rows =
        told.events()?.filter(({ type, detail }) => type === 'Goal' && detail !== 'Missed Penalty') ?? [];
      if (rows.length === (told.score?.home ?? 0) + (told.score?.away ?? 0) + 1) seen++;
    }
    expect(story.at(LATER).score).toEqual(story.truth.finalScore);
  }
  expect(seen).toBeGreaterThan(100);
});

test('what never begins is told so, and what starts late is called postponed until then', () => {
  const codesOf = (quirk: Quirk): Set<string> =>
    new Set(storiesWith({ [quirk]: 1 }, 0.5).map((story) => story.at(LATER).code));
  expect(codesOf('postponed')).toEqual(new Set(['PST']));
  expect(codesOf('cancelled')).toEqual(new Set(['CANC']));
  expect(codesOf('awarded')).toEqual(new Set(['AWD']));
  expect(codesOf('walkover')).toEqual(new Set(['WO']));
  for (const story of storiesWith({ lateStart: 1 }, 0.5)) {
    const { kickoffAt } = story.truth.fixture;
    expect(story.at(kickoffAt + 10 * MINUTE_MS)).toMatchObject({ code: 'PST', score: null });
    expect(story.at(kickoffAt + 40 * MINUTE_MS).code).toBe('1H');
  }
});
