import { describe, expect, test } from 'vitest';
import { inventGame } from './fixtures/invented-games.ts';
import { figuresOf, gamesOfWeek, totalsOf } from './week-figures.ts';
import { weekOf } from './week.ts';

const week = weekOf(Date.UTC(2026, 10, 12), 'Europe/Berlin');
const of = (...games: ReturnType<typeof inventGame>[]) => figuresOf([{ name: 'Ana#EUW', games }], week);

describe('the games of a week', () => {
  test('are those that began in it, by the clocks of the zone', () => {
    const games = [
      inventGame('2026-11-15T22:59:59.999Z'),
      inventGame('2026-11-08T22:59:59.999Z'),
      inventGame('2026-11-08T23:00:00.000Z'),
      inventGame('2026-11-15T23:00:00.000Z'),
    ];
    expect(gamesOfWeek(games, week)).toEqual([games[2], games[0]]);
  });

  test('count when they were played to the end, against people', () => {
    const totals = totalsOf([
      inventGame('2026-11-10T10:00:00Z', { isWin: true }),
      inventGame('2026-11-10T11:00:00Z', { isWin: false, kills: 1, deaths: 9, assists: 0, seconds: 1_500.4 }),
      inventGame('2026-11-10T12:00:00Z', { standing: 'remake' }),
      inventGame('2026-11-10T13:00:00Z', { standing: 'void' }),
      inventGame('2026-11-10T14:00:00Z', { queue: 850 }),
    ]);
    expect(totals).toMatchObject({
      games: 2,
      wins: 1,
      remakes: 1,
      seconds: 3_300,
      kills: 6,
      deaths: 11,
      assists: 7,
    });
    expect(totals.winRate?.value).toBe(0.5);
  });
});

test('days and hours are those of the wall clock', () => {
  const figures = of(
    inventGame('2026-11-09T23:30:00Z', { isWin: true }),
    inventGame('2026-11-10T22:59:00Z', { isWin: false }),
    inventGame('2026-11-15T08:00:00Z'),
  );
  const days = figures.days.map(({ day, games, wins }) => `${day.slice(-2)}: ${wins}/${games}`);
  expect(days.join(', ')).toBe('09: 0/0, 10: 1/2, 11: 0/0, 12: 0/0, 13: 0/0, 14: 0/0, 15: 1/1');
  expect(figures.hours).toHaveLength(24);
  expect(figures.hours.filter(({ games }) => games > 0).map(({ hour, wins }) => [hour, wins])).toEqual([
    [0, 1],
    [9, 1],
    [23, 0],
  ]);
});

test('an hour of one lucky game is not the best, and one with many wins is', () => {
  const at = (day: number, hour: number, isWin: boolean) =>
    inventGame(`2026-11-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`, { isWin });
  const figures = of(
    at(9, 8, true),
    ...[9, 10, 11, 12].map((day) => at(day, 19, true)),
    ...[9, 10, 11, 12].map((day) => at(day, 21, false)),
    ...[9, 10].map((day) => at(day, 12, day === 9)),
    ...[9, 10].map((day) => at(day, 15, true)),
  );
  expect(figures.bestHours.map(({ hour, games, wins }) => [hour, games, wins])).toEqual([
    [20, 4, 4],
    [16, 2, 2],
  ]);
  expect(figures.worstHours.map(({ hour }) => hour)).toEqual([22, 13]);
  expect(figures.bestHours[0]?.isLowSample).toBe(true);
  expect(figures.bestHours[0]?.winRate?.low).toBeLessThan(0.6);
});

test('champions stand in order of games, with what is known of their name', () => {
  const figures = of(
    inventGame('2026-11-10T10:00:00Z', { champion: 2, championName: '' }),
    inventGame('2026-11-10T12:00:00Z', { champion: 1, isWin: false }),
    inventGame('2026-11-10T14:00:00Z', { champion: 1, championName: '' }),
    inventGame('2026-11-10T16:00:00Z', { champion: 3, championName: 'Galio', isWin: false }),
    inventGame('2026-11-10T18:00:00Z', { champion: 4, championName: 'Ashe', isWin: false }),
  );
  expect(figures.champions.map(({ name, games, wins }) => [name, games, wins])).toEqual([
    ['Annie', 2, 1],
    ['Champion 2', 1, 1],
    ['Galio', 1, 0],
    ['Ashe', 1, 0],
  ]);
  expect(figures.champions[0]).toMatchObject({ kills: 10, deaths: 4, assists: 14 });
});

describe('games in a row', () => {
  test('are a session until a break of more than an hour', () => {
    const figures = of(
      inventGame('2026-11-10T10:00:00Z'),
      inventGame('2026-11-10T11:30:00Z', { isWin: false }),
      inventGame('2026-11-10T13:00:00.001Z'),
      inventGame('2026-11-10T13:30:00.001Z'),
      inventGame('2026-11-12T20:00:00Z'),
    );
    expect(figures.longestSession).toEqual({
      who: null,
      startedAt: Date.parse('2026-11-10T10:00:00Z'),
      endedAt: Date.parse('2026-11-10T12:00:00Z'),
      games: 2,
      wins: 1,
    });
  });

  test('of several players belong to the player who played them', () => {
    const figures = figuresOf(
      [
        { name: 'Ana#EUW', games: [inventGame('2026-11-10T10:00:00Z'), inventGame('2026-11-10T10:40:00Z')] },
        { name: 'Bo#EUW', games: [inventGame('2026-11-10T10:20:00Z'), inventGame('2026-11-10T11:20:00Z')] },
      ],
      week,
    );
    expect(figures.streaks).toEqual({ wins: 2, losses: 0 });
    expect(figures.longestSession).toMatchObject({ who: 'Bo#EUW', games: 2 });
    expect(figures.totals.games).toBe(4);
  });
});
