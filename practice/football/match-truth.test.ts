/** Matches of an upstream without quirks: what happens in them, and that all of it is reported. */
import { expect, test } from 'vitest';
import { MINUTE_MS } from './fixture-calendar.ts';
import type { MatchStory } from './match-telling.ts';
import { BEGIN, createMovableWorld, storiesOf } from './world-for-tests.ts';

const LATER = BEGIN + 600 * MINUTE_MS;
const { world } = createMovableWorld({ otherQuirks: 'none' });
const stories = storiesOf(world);
const whole = stories.filter(({ truth }) => truth.fixture.league.coverage === 'full');

const goalRows = (story: MatchStory, at: number) =>
  story
    .at(at)
    .events()
    .filter(
      ({ type, detail, comments }) => type === 'Goal' && detail !== 'Missed Penalty' && comments === null,
    );

test('in the end the score, and a row for every goal, are the truth', () => {
  expect(whole.length).toBeGreaterThan(100);
  for (const story of whole) {
    const { finalScore, goals, phases } = story.truth;
    const { score, code } = story.at(LATER);
    expect([score, code]).toEqual([finalScore, phases.at(-1)?.code]);
    const rows = goalRows(story, LATER).map(({ minute, extraMinute, side, player }) => {
      return [minute, extraMinute, side, player.id];
    });
    expect(rows).toEqual(
      goals.map(({ minute, extraMinute, side, scorer }) => [minute, extraMinute, side, scorer.id]),
    );
  }
});

test('at every minute the rows add up to the score, and the score never goes down', () => {
  for (const story of whole.slice(0, 20)) {
    let before = 0;
    for (let minute = 0; minute < 200; minute++) {
      const at = story.truth.fixture.kickoffAt + minute * MINUTE_MS;
      const { score } = story.at(at);
      const total = (score?.home ?? 0) + (score?.away ?? 0);
      expect(goalRows(story, at)).toHaveLength(total);
      expect(total).toBeGreaterThanOrEqual(before);
      before = total;
    }
  }
});

test('reports a goal within forty seconds; the upstream looks every fifteen', () => {
  const goals = stories.flatMap((story) => story.tellings);
  expect(goals.length).toBeGreaterThan(300);
  const delays = goals.map(({ goal, versions }) => (versions[0]?.from ?? 0) - goal.happenedAt);
  expect(goals.every(({ versions }) => versions.length === 1)).toBe(true);
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(8000);
  expect(Math.max(...delays)).toBeLessThanOrEqual(35_000);
  const at = (stories[0]?.truth.fixture.kickoffAt ?? 0) + 30 * MINUTE_MS;
  expect(stories[0]?.at(at + 14_999).minute).toBe(stories[0]?.at(at).minute);
});

test('an own goal counts for the other side than that of the player', () => {
  const own = stories.flatMap(({ truth }) =>
    truth.goals.filter(({ kind }) => kind === 'own').map((goal) => ({ goal, fixture: truth.fixture })),
  );
  expect(own.length).toBeGreaterThan(5);
  for (const { goal, fixture } of own)
    expect(fixture[goal.side === 'home' ? 'away' : 'home'].squad).toContain(goal.scorer);
});

test('a draw of a cup goes to extra time, and on to penalties, which are no part of the score', () => {
  const endings = { FT: 0, AET: 0, PEN: 0 };
  for (const story of storiesOf(world, 6)) {
    const { fixture, finalScore, kicks, phases } = story.truth;
    if (!fixture.league.isCup) continue;
    const told = story.at(LATER);
    const ending = phases.at(-1)?.code as keyof typeof endings;
    const shootOut = told.events().filter(({ comments }) => comments === 'Penalty Shootout');
    endings[ending]++;
    expect(finalScore.home === finalScore.away).toBe(ending === 'PEN');
    expect(told.extraTime === null).toBe(ending === 'FT');
    expect([told.penalties === null, shootOut]).toEqual([
      ending !== 'PEN',
      expect.objectContaining({ length: kicks.length }),
    ]);
    if (ending === 'FT') continue;
    expect(told.fullTime?.home).toBe(told.fullTime?.away);
    for (const side of ['home', 'away'] as const)
      expect((told.fullTime?.[side] ?? 0) + (told.extraTime?.[side] ?? 0)).toBe(finalScore[side]);
    expect(told.penalties?.home === told.penalties?.away).toBe(ending !== 'PEN');
  }
  expect(Math.min(endings.FT, endings.AET, endings.PEN)).toBeGreaterThan(2);
});

test('the phases of a match follow each other without gaps, also when it is late, interrupted or abandoned', () => {
  const quirks = { lateStart: 0.3, interrupted: 0.3, abandoned: 0.2, staleAnswer: 0 };
  const seen = new Set<string>();
  for (const { truth } of storiesOf(createMovableWorld({ quirks }).world)) {
    for (const [index, phase] of truth.phases.entries()) {
      seen.add(phase.code);
      expect(phase.endsAt).toBeGreaterThan(phase.startsAt);
      expect(phase.startsAt).toBe(truth.phases[index - 1]?.endsAt ?? 0);
    }
    expect(truth.phases.at(-1)?.endsAt).toBe(Infinity);
  }
  expect([...seen]).toEqual(expect.arrayContaining('NS PST 1H HT 2H INT SUSP ABD FT'.split(' ')));
});

test('the same seed is the same football, another seed another', () => {
  const told = (seed: number): string =>
    JSON.stringify(
      storiesOf(createMovableWorld({ seed }).world, 0.5).map(({ truth, tellings }) => [truth, tellings]),
    );
  expect(told(7)).toBe(told(7));
  expect(told(8)).not.toBe(told(7));
});

test('reports cards and substitutions from twenty seconds later on, substitutions in the second half only', () => {
  const shows = whole
    .slice(0, 20)
    .flatMap((story) => story.truth.sideShows.map((show) => ({ story, ...show })));
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
