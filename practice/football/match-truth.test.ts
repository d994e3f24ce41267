import { expect, test } from 'vitest';
import { MINUTE_MS } from './fixture-calendar.ts';
import { BEGIN, createMovableWorld, storiesOf } from './world-for-tests.ts';

const CALM = { otherQuirks: 'none' } as const;

test('an upstream without quirks ends up telling the truth: score, and a row for every goal', () => {
  const { world } = createMovableWorld(CALM);
  const played = storiesOf(world).filter(({ truth }) => truth.fixture.league.coverage === 'full');

  expect(played.length).toBeGreaterThan(100);
  for (const story of played) {
    const { finalScore, goals, phases } = story.truth;
    const told = story.at(BEGIN + 600 * MINUTE_MS);
    expect(told.score).toEqual(finalScore);
    expect(told.code).toBe(phases.at(-1)?.code);
    const rows = told
      .events()
      ?.filter(
        ({ type, detail, comments }) => type === 'Goal' && detail !== 'Missed Penalty' && comments === null,
      );
    expect(
      rows?.map(({ minute, extraMinute, side, player }) => [minute, extraMinute, side, player.id]),
    ).toEqual(goals.map(({ minute, extraMinute, side, scorer }) => [minute, extraMinute, side, scorer.id]));
  }
});

test('at every minute of a calm match the rows add up to the score, and the score never goes down', () => {
  const { world } = createMovableWorld(CALM);
  for (const story of storiesOf(world, 0.3)) {
    if (story.truth.fixture.league.coverage !== 'full') continue;
    let before = 0;
    for (let minute = 0; minute < 200; minute++) {
      const told = story.at(story.truth.fixture.kickoffAt + minute * MINUTE_MS);
      const rows = told
        .events()
        ?.filter(
          ({ type, detail, comments }) => type === 'Goal' && detail !== 'Missed Penalty' && comments === null,
        );
      const total = (told.score?.home ?? 0) + (told.score?.away ?? 0);
      expect(rows).toHaveLength(total);
      expect(total).toBeGreaterThanOrEqual(before);
      before = total;
    }
  }
});

test('a goal is told within forty seconds, and the upstream looks every fifteen', () => {
  const { world } = createMovableWorld(CALM);
  const goals = storiesOf(world).flatMap((story) => story.tellings);
  expect(goals.length).toBeGreaterThan(300);
  for (const { goal, versions } of goals) {
    expect(versions).toHaveLength(1);
    const delay = (versions[0]?.from ?? 0) - goal.happenedAt;
    expect(delay).toBeGreaterThanOrEqual(8000);
    expect(delay).toBeLessThanOrEqual(35_000);
  }
  const [story] = storiesOf(world);
  const at = (story?.truth.fixture.kickoffAt ?? 0) + 30 * MINUTE_MS;
  expect(story?.at(at + 14_999).minute).toBe(story?.at(at).minute);
});

test('own goals count for the other side than that of the player', () => {
  const { world } = createMovableWorld(CALM);
  const own = storiesOf(world, 6).flatMap(({ truth }) =>
    truth.goals.filter(({ kind }) => kind === 'own').map((goal) => ({ goal, fixture: truth.fixture })),
  );
  expect(own.length).toBeGreaterThan(20);
  for (const { goal, fixture } of own) {
    const losers = goal.side === 'home' ? fixture.away : fixture.home;
    expect(losers.squad).toContain(goal.scorer);
  }
});

test('a draw of a cup goes to extra time, and on to penalties if need be; a shoot-out is no part of the score', () => {
  const { world } = createMovableWorld(CALM);
  const cups = storiesOf(world, 10).filter(({ truth }) => truth.fixture.league.isCup);
  const ending = (code: string) =>
    cups
      .filter(({ truth }) => truth.phases.at(-1)?.code === code)
      .map((story) => {
        const { finalScore, kicks } = story.truth;
        return { finalScore, kicks, told: story.at(BEGIN + 600 * MINUTE_MS) };
      });
  const [inTime, afterExtraTime, onPenalties] = ['FT', 'AET', 'PEN'].map(ending);
  if (inTime === undefined || afterExtraTime === undefined || onPenalties === undefined)
    throw new Error('no cups');

  expect(inTime.length + afterExtraTime.length + onPenalties.length).toBe(cups.length);
  expect(Math.min(afterExtraTime.length, onPenalties.length)).toBeGreaterThan(5);
  for (const { finalScore, told, kicks } of inTime) {
    expect(finalScore.home).not.toBe(finalScore.away);
    expect([told.extraTime, told.penalties, kicks]).toEqual([null, null, []]);
  }
  for (const { finalScore, told } of [...afterExtraTime, ...onPenalties]) {
    expect(told.fullTime?.home).toBe(told.fullTime?.away);
    expect((told.fullTime?.home ?? 0) + (told.extraTime?.home ?? 0)).toBe(finalScore.home);
    expect((told.fullTime?.away ?? 0) + (told.extraTime?.away ?? 0)).toBe(finalScore.away);
  }
  for (const { kicks, told } of afterExtraTime) expect([kicks, told.penalties]).toEqual([[], null]);
  for (const { finalScore, kicks, told } of onPenalties) {
    expect(finalScore.home).toBe(finalScore.away);
    expect(told.penalties?.home).not.toBe(told.penalties?.away);
    expect(told.events()?.filter(({ comments }) => comments === 'Penalty Shootout')).toHaveLength(
      kicks.length,
    );
  }
});

test('a match never goes back in its course', () => {
  const { world } = createMovableWorld({
    quirks: { lateStart: 0.3, interrupted: 0.3, abandoned: 0.2, staleAnswer: 0 },
  });
  const seen = new Set<string>();
  for (const { truth } of storiesOf(world)) {
    for (const [index, phase] of truth.phases.entries()) {
      seen.add(phase.code);
      expect(phase.endsAt).toBeGreaterThan(phase.startsAt);
      expect(phase.startsAt).toBe(truth.phases[index - 1]?.endsAt ?? 0);
    }
    expect(truth.phases.at(-1)?.endsAt).toBe(Infinity);
  }
  for (const code of ['NS', 'PST', '1H', 'HT', '2H', 'INT', 'SUSP', 'ABD', 'FT'])
    expect(seen).toContain(code);
});

test('the same seed is the same football, another seed another', () => {
  const told = (seed: number): string =>
    JSON.stringify(
      storiesOf(createMovableWorld({ seed }).world, 0.5).map(({ truth, tellings }) => [truth, tellings]),
    );
  expect(told(7)).toBe(told(7));
  expect(told(8)).not.toBe(told(7));
});

test('cards and changes are told from twenty seconds later on, changes in the second half only', () => {
  const { world } = createMovableWorld(CALM);
  const stories = storiesOf(world, 0.3).filter(({ truth }) => truth.fixture.league.coverage === 'full');
  const shows = stories.flatMap((story) => story.truth.sideShows.map((show) => ({ story, ...show })));
  const minutesOf = (type: string): number[] =>
    shows.filter(({ row }) => row.type === type).map(({ row }) => row.minute);
  expect(shows.length).toBeGreaterThan(100);
  for (const { story, happenedAt, row } of shows) {
    expect(story.at(happenedAt + 19_000).events()).not.toContain(row);
    expect(story.at(happenedAt + 35_000).events()).toContain(row);
  }
  expect(Math.min(...minutesOf('subst'))).toBeGreaterThan(45);
  expect(Math.min(...minutesOf('Card'))).toBeLessThan(45);
});
