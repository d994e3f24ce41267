import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { LolReport } from '#/contract/lol-reports.ts';
import { inventGame, inventRank } from './fixtures/invented-games.ts';
import { reportGroup, reportPlayer, type ReportedPlayer } from './weekly-report.ts';
import { weekOf } from './week.ts';

const week = weekOf(Date.UTC(2026, 10, 12), 'UTC');
const whole = { wanted: 0, unfetchable: 0 };
const player = (name: string, given: Partial<ReportedPlayer> = {}): ReportedPlayer => ({
  puuid: `puuid of ${name}`,
  name,
  games: [],
  ranks: [],
  ...given,
});
const play = (hours: readonly number[], given: Parameters<typeof inventGame>[1] = {}) =>
  hours.map((hour) => inventGame(new Date(Date.UTC(2026, 10, 10, hour)).toISOString(), given));
const checked = <Report>(report: Report): Report => {
  // As it is stored.
  expect([...Compile(LolReport).Errors(JSON.parse(JSON.stringify(report)))]).toEqual([]);
  return report;
};

describe('the report of a player', () => {
  test('compares with the week before', () => {
    const before = [2, 3, 4, 5].map((hour) =>
      inventGame(new Date(Date.UTC(2026, 10, 3, hour)).toISOString(), { isWin: hour > 4 }),
    );
    const games = [...before, ...play([1, 2, 3]), ...play([4], { isWin: false })];
    const ranks = [
      inventRank('2026-11-01T00:00:00Z', 'GOLD', 'II', 90),
      inventRank('2026-11-11T00:00:00Z', 'GOLD', 'I', 5),
    ];
    const report = checked(
      reportPlayer(player('Ana#EUW', { games, ranks }), [], week, { wanted: 2, unfetchable: 1 }),
    );
    expect(report.figures.totals).toMatchObject({ games: 4, wins: 3 });
    expect(report.before.totals).toMatchObject({ games: 4, wins: 1 });
    expect(report.before.difference?.value).toBe(0.5);
    expect(report.ranks).toMatchObject([
      { change: 15, moves: [{ kind: 'promotion', at: '2026-11-11T00:00:00.000Z' }] },
    ]);
    expect(report.week).toMatchObject({
      from: '2026-11-09',
      startsAt: '2026-11-09T00:00:00.000Z',
      endsAt: '2026-11-16T00:00:00.000Z',
    });
    expect(report.figures.longestSession).toMatchObject({ startedAt: '2026-11-10T01:00:00.000Z', games: 4 });
    expect(report).toMatchObject({
      completeness: { wanted: 2, unfetchable: 1 },
      members: [],
      together: null,
    });
  });

  test('compares with the others of a group, not with the player in it', () => {
    const ana = player('Ana#EUW', { games: play([1, 2], { isWin: true }) });
    const bo = player('Bo#EUW', { games: play([1, 2, 3, 4], { isWin: false }) });
    const cy = player('Cy#EUW', { games: play([5, 6], { isWin: true }) });
    const idle = player('Di#EUW');
    const group = { id: 'g', name: 'Friends', members: [ana, bo, cy, idle] };
    const [place] = checked(reportPlayer(ana, [group], week, whole)).groups;
    expect(place).toMatchObject({ others: 2, gamesEach: 3, placeByGames: 2, placeByWinRate: 1 });
    expect(place?.winRate?.value).toBeCloseTo(2 / 6);
    expect(place?.difference?.value).toBeCloseTo(4 / 6);

    const [ofIdle] = checked(reportPlayer(idle, [{ ...group, members: [idle] }], week, whole)).groups;
    expect(ofIdle).toMatchObject({
      others: 0,
      gamesEach: null,
      winRate: null,
      placeByGames: 1,
      placeByWinRate: null,
    });
  });
});

describe('the report of a group', () => {
  test('adds up all members and lists each', () => {
    const shared = { id: 'EUW1_1', side: 'blue' } as const;
    const ana = player('Ana#EUW', { games: [...play([1], shared), ...play([2, 3], { isWin: false })] });
    const bo = player('Bo#EUW', { games: [...play([1], shared), ...play([9])] });
    const cy = player('Cy#EUW', { games: play([1], { id: 'EUW1_1', side: 'red', isWin: false }) });
    const idle = player('Abe#EUW');
    const report = checked(
      reportGroup({ id: 'g', name: 'Friends', members: [cy, bo, ana, idle] }, week, whole),
    );
    expect(report.figures.totals).toMatchObject({ games: 6, wins: 3 });
    expect(report.members.map(({ name, totals }) => [name, totals.games])).toEqual([
      ['Ana#EUW', 3],
      ['Bo#EUW', 2],
      ['Cy#EUW', 1],
      ['Abe#EUW', 0],
    ]);
    expect(report.members[0]).toMatchObject({
      streaks: { wins: 1, losses: 2 },
      mostPlayed: { name: 'Annie', games: 3, wins: 1 },
    });
    expect(report.members[3]?.mostPlayed).toBeNull();
    expect(report.together).toEqual({ games: 1, wins: 1 });
    expect(report.figures.longestSession).toMatchObject({ who: 'Ana#EUW', games: 3 });
  });

  test('of members with equally many games goes by name', () => {
    const report = reportGroup(
      { id: 'g', name: 'G', members: [player('Bo#1'), player('Ana#1')] },
      week,
      whole,
    );
    expect(report.members.map(({ name }) => name)).toEqual(['Ana#1', 'Bo#1']);
    expect(report.together).toEqual({ games: 0, wins: 0 });
  });
});
