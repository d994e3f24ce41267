import { expect, test } from 'vitest';
import { createCircleDays } from './circle-days.ts';
import { createCircles } from './circles.ts';
import { createOutcomes } from './outcomes.ts';
import { createPopulation } from './population.ts';
import { startOf } from './played-day.ts';
import { queueOf } from './schedule.ts';
import { TEST_RULES } from './rules-for-tests.ts';
import { gainsOfToday, type Today } from './today.ts';
import { createWorldCalendar } from './world-calendar.ts';

const DAY = 100;
const calendar = createWorldCalendar(Date.UTC(2025, 0, 6));
const circles = createCircles(3, createPopulation(3, 900).people).ofPlatform('euw1');
const days = createCircleDays(3, calendar, 50);
const outcomes = createOutcomes({ calendar, rules: TEST_RULES });
const evening = calendar.dayStartsAt('euw1', DAY) + 15 * 3_600_000;
const night = calendar.dayStartsAt('euw1', DAY + 1);

function ask(now: number, sinceMs: number): Today {
  return gainsOfToday(days, outcomes, { circles, kind: 'tft', day: DAY, now, sinceMs });
}

/** Ends of the day's ranked games, and their players. */
const ends: { at: number; startsAt: number; players: number }[] = [];
for (const circle of circles) {
  const played = days.get(circle, DAY);
  for (let game = 0; game < played.schedule.gameCount; game++) {
    if (queueOf(played.schedule, game) !== 1100) continue;
    const { seats } = outcomes.describe(played, game);
    const players = seats.filter((seat) => seat.player !== null).length;
    ends.push({ at: outcomes.endsAt(played, game), startsAt: startOf(played, game), players });
  }
}

function countGames({ gains }: Today): number {
  return [...gains.values()].reduce((sum, { wins, losses }) => sum + wins + losses, 0);
}

function countSeats(isCounted: (game: (typeof ends)[number]) => boolean): number {
  return ends.filter(isCounted).reduce((sum, { players }) => sum + players, 0);
}

test('every ranked game that is over counts once for each player in it', () => {
  expect(countSeats(() => true)).toBeGreaterThan(100);
  expect(countGames(ask(night, 0))).toBe(countSeats(() => true));
  expect(countGames(ask(evening, 0))).toBe(countSeats(({ at }) => at <= evening));
});

test('games from before the set do not count', () => {
  const expected = countSeats(({ startsAt }) => startsAt >= evening);

  expect(countGames(ask(night, evening))).toBe(expected);
  expect(expected).toBeLessThan(countSeats(() => true));
});

test('an answer holds until the time that it names, and the next change is not before it', () => {
  const { gains, untilMs } = ask(evening, 0);
  const nextEnd = Math.min(...ends.map(({ at }) => at).filter((at) => at > evening));

  expect(untilMs).toBeGreaterThan(evening);
  expect(untilMs).toBeLessThanOrEqual(nextEnd);
  expect(ask(untilMs - 1, 0).gains).toEqual(gains);
});
