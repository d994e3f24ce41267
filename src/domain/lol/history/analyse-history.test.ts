import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyseHistory, type HistoryAnalysis } from './analyse-history.ts';
import type { Cell } from './cell-list.ts';
import { DAY_MS, gamesFrom, HOUR_MS, inventGame, options } from './fixtures/invented-games.ts';
import type { HistoryOptions } from './history-options.ts';
import { nameMates } from './mates.ts';
import type { PlayedGame } from './played-game.ts';

function analyse(games: readonly PlayedGame[], more: Partial<HistoryOptions> = {}): HistoryAnalysis {
  return analyseHistory(games, options(more), { ranks: [] });
}

/** `key: wins/n`, of cells that have games. */
function told(cells: readonly Cell[]): string {
  return cells.flatMap(({ key, n, wins }) => (n === 0 ? [] : [`${key}: ${wins}/${n}`])).join(', ');
}

/** Lists in which each counted game is in exactly one cell. */
const WHOLE_LISTS = [
  ...(['hours', 'weekdays', 'heatMap', 'months', 'days', 'sessionPositions', 'dayVolumes'] as const),
  ...(['roles', 'queues', 'durations', 'sides', 'patches', 'champions'] as const),
];

const anyGame = fc.record({
  // Around both changes of summer time of 2026.
  startedAt: fc.oneof(
    fc.integer({ min: Date.UTC(2026, 2, 1), max: Date.UTC(2026, 3, 2) }),
    fc.integer({ min: Date.UTC(2026, 9, 20), max: Date.UTC(2026, 10, 10) }),
  ),
  isWin: fc.boolean(),
  standing: fc.constantFrom<PlayedGame['standing'][]>('played', 'played', 'played', 'remake', 'void'),
  queue: fc.constantFrom(420, 440, 450, 890),
  role: fc.constantFrom('TOP' as const, 'MIDDLE' as const, '' as const),
  champion: fc.constantFrom(1, 2, 3),
  side: fc.constantFrom('blue' as const, 'red' as const),
  seconds: fc.integer({ min: 900, max: 3_000 }),
});
const anyGames = fc
  .uniqueArray(anyGame, { maxLength: 60, selector: ({ startedAt }) => startedAt })
  .map((games) => games.map((game) => inventGame({ ...game, id: `EUW1_${game.startedAt}` })));

describe('every game is counted once, or told why not', () => {
  test('whatever the games and the filter', () => {
    const filters = fc.record({
      queues: fc.subarray([420, 450, 890]),
      roles: fc.subarray(['TOP' as const, 'MIDDLE' as const]),
      champions: fc.subarray([1, 2]),
      from: fc.constantFrom(null, '2026-03-10'),
      until: fc.constantFrom(null, '2026-10-30'),
      gapMinutes: fc.integer({ min: 5, max: 720 }),
    });
    fc.assert(
      fc.property(anyGames, filters, (games, filter) => {
        const analysis = analyse(games, filter);
        const { stored, counted, remakes, unplayed, againstBots, outsideFilter } = analysis.counts;
        expect(stored).toBe(games.length);
        expect(counted + remakes + unplayed + againstBots + outsideFilter).toBe(games.length);
        for (const list of WHOLE_LISTS) {
          const cells: readonly Record<'n' | 'wins', number>[] = analysis[list];
          expect([list, sum(cells, 'n'), sum(cells, 'wins')]).toEqual([
            list,
            counted,
            analysis.baseline.wins,
          ]);
        }
        expect(analysis.hours).toHaveLength(24);
        expect(analysis.heatMap).toHaveLength(168);
      }),
    );
  });

  test('remakes, games never played, games against bots, and what the filter leaves out', () => {
    const games = gamesFrom('WLRVBW');
    expect(analyse(games).counts).toMatchObject({
      stored: 6,
      counted: 3,
      remakes: 1,
      unplayed: 1,
      againstBots: 1,
      outsideFilter: 0,
    });
    expect(analyse(games, { queues: [890] }).counts).toMatchObject({
      counted: 1,
      againstBots: 0,
      outsideFilter: 4,
    });
    expect(analyse(games, { from: '2030-01-01' }).counts).toMatchObject({
      counted: 0,
      remakes: 0,
      againstBots: 0,
      outsideFilter: 5,
    });
  });
});

describe('hours, weekdays and dates', () => {
  test('follow the day’s own beginning, in calendar, weekday, month and filter', () => {
    // In the night from Saturday to Sunday, the first of March, in UTC.
    const games = [22, 26, 30].map((hour) =>
      inventGame({ id: String(hour), startedAt: Date.UTC(2026, 1, 28, hour), isWin: hour === 26 }),
    );
    const asked = { dayStartMinutes: 300 };
    const analysis = analyse(games, asked);
    expect(told(analysis.weekdays)).toBe('sat: 1/2, sun: 0/1');
    expect(told(analysis.months)).toBe('2026-02: 1/2, 2026-03: 0/1');
    expect(told(analysis.heatMap)).toBe('sat-2: 1/1, sat-22: 0/1, sun-6: 0/1');
    expect(analysis.days.map(({ date, n, wins, seconds }) => [date, n, wins, seconds])).toEqual([
      ['2026-02-28', 2, 1, 3_600],
      ['2026-03-01', 1, 0, 1_800],
    ]);
    const inSeoul = analyse(games, { zone: 'Asia/Seoul' });
    expect(told(inSeoul.hours)).toBe('7: 0/1, 11: 1/1, 15: 0/1');
    expect(told(inSeoul.weekdays)).toBe('sun: 1/3');
    expect(analyse(games, { ...asked, from: '2026-03-01' }).counts.counted).toBe(1);
    expect(analyse(games, { ...asked, until: '2026-02-28' }).counts.counted).toBe(2);
    expect(analyse(games, { from: '2026-03-01', until: '2026-03-01' }).counts.counted).toBe(2);
  });

  test('have names', () => {
    const { hours, heatMap, months } = analyse([
      inventGame(),
      inventGame({ id: 'b', startedAt: Date.UTC(2026, 4, 1) }),
    ]);
    expect(hours[7]).toMatchObject({ key: '7', label: '07:00 to 07:59' });
    expect(heatMap[24]).toMatchObject({ key: 'tue-0', label: 'Tuesday, 00:00 to 00:59' });
    // Those without games too.
    expect(months.map(({ key, label, n }) => [key, label, n])).toEqual([
      ['2026-03', 'March 2026', 1],
      ['2026-04', 'April 2026', 0],
      ['2026-05', 'May 2026', 1],
    ]);
  });
});

describe('what came before', () => {
  test('place in the session, results in a row, break before', () => {
    const analysis = analyse(gamesFrom('WLLLLLLLW 90 LW'));
    expect(told(analysis.sessionPositions)).toBe(
      '1: 1/2, 2: 1/2, 3: 0/1, 4: 0/1, 5: 0/1, 6: 0/1, 7: 0/1, 8+: 1/2',
    );
    expect(told(analysis.streaks)).toBe(
      'losses-5+: 1/3, losses-4: 0/1, losses-3: 0/1, losses-2: 0/1, losses-1: 1/2, wins-1: 0/2',
    );
    expect(told(analysis.sessionStreaks)).toBe(
      'losses-5+: 1/3, losses-4: 0/1, losses-3: 0/1, losses-2: 0/1, losses-1: 1/2, wins-1: 0/1',
    );
    expect(told(analysis.breaks)).toBe('5-15m: 2/9, 1-3h: 0/1');
    const labels = analysis.streaks.map(({ label }) => label.replace('After ', ''));
    const more = ['2', '3', '4', '5 or more'];
    expect(labels).toEqual([
      ...more.toReversed().map((count) => `${count} losses in a row`),
      'a loss',
      'a win',
      ...more.map((count) => `${count} wins in a row`),
    ]);
  });

  test('is read from all games, also from those that are not counted', () => {
    const games = [
      ...gamesFrom('LL', { queue: 450 }),
      ...gamesFrom('W', { startedAt: inventGame().startedAt + 2 * HOUR_MS }),
    ];
    const analysis = analyse(games, { queues: [420], gapMinutes: 60 });
    expect(told(analysis.sessionPositions)).toBe('3: 1/1');
    expect(told(analysis.sessionStreaks)).toBe('losses-2: 1/1');
    // Nothing of the row is among the counted: nothing of it is used up.
    expect(analysis.sessionStreaks.find(({ key }) => key === 'losses-2')?.expected).toBe(1);
  });
});

describe('other lists', () => {
  test('games of the day, and lengths', () => {
    const start = inventGame().startedAt;
    const games = [1, 2, 3, 4, 6, 9].flatMap((count, day) =>
      Array.from({ length: count }, (_, index) =>
        inventGame({
          id: `${day}.${index}`,
          startedAt: start - 15 * HOUR_MS + day * DAY_MS + index * HOUR_MS,
          seconds: 60 * (19 + count * 3),
        }),
      ),
    );
    const analysis = analyse(games);
    expect(told(analysis.dayVolumes)).toBe('1: 1/1, 2: 2/2, 3: 3/3, 4-5: 4/4, 6-8: 6/6, 9+: 9/9');
    expect(told(analysis.durations)).toBe('20-25m: 1/1, 25-30m: 5/5, 30-35m: 4/4, 35-40m: 6/6, 40m+: 9/9');
  });

  test('roles, sides, queues and patches, with odd ones only where there are any', () => {
    const games = [
      inventGame({ id: '1', patch: '16.10' }),
      inventGame({ id: '2', patch: '16.9', isWin: false }),
      inventGame({ id: '3', patch: 'next', queue: 450, role: '', side: 'other' }),
      inventGame({ id: '4', patch: '', queue: 77_7, role: 'TOP', side: 'red' }),
      inventGame({ id: '5', patch: 'later' }),
    ];
    const analysis = analyse(games);
    expect(analysis.patches.map(({ key, label }) => `${key}: ${label}`)).toEqual([
      'later: Patch later',
      'next: Patch next',
      'unknown: Unknown patch',
      '16.9: Patch 16.9',
      '16.10: Patch 16.10',
    ]);
    const countsOf = (cells: readonly Cell[]) => cells.map(({ key, n }) => `${key} ${n}`).join(', ');
    expect(countsOf(analysis.roles)).toBe('TOP 1, JUNGLE 0, MIDDLE 3, BOTTOM 0, UTILITY 0, none 1');
    expect(countsOf(analysis.sides)).toBe('blue 3, red 1, other 1');
    const queues = analysis.queues.map(({ key, label }) => `${key} ${label}`);
    expect(queues).toEqual(['420 Ranked Solo/Duo', '450 ARAM', '777 Queue 777']);
    const plain = analyse([inventGame()]);
    expect(plain.roles.map(({ key }) => key)).not.toContain('none');
    expect(plain.sides.map(({ key }) => key)).toEqual(['blue', 'red']);
  });

  test('champions, most played first, with what was done on them', () => {
    const leeSin = { champion: 64 };
    const games = [
      inventGame({
        ...leeSin,
        id: '1',
        championName: 'LeeSin',
        kills: 2,
        deaths: 3,
        assists: 4,
        isWin: false,
      }),
      inventGame({ ...leeSin, id: '2', championName: '', kills: 4, deaths: 5, assists: 8 }),
      inventGame({ id: '3', champion: 7, championName: '' }),
    ];
    const { champions } = analyse(games);
    expect(champions.map(({ key, label, champion, n, wins }) => [key, label, champion, n, wins])).toEqual([
      ['64', 'LeeSin', 64, 2, 1],
      ['7', 'Champion 7', 7, 1, 1],
    ]);
    expect(champions[0]).toMatchObject({ kills: 3, deaths: 4, assists: 6 });
  });

  test('mates who were there more than once, with their names where these are known', () => {
    const start = inventGame().startedAt;
    const games = ['a b', 'a b', 'a c'].map((mates, index) =>
      inventGame({
        id: String(index),
        startedAt: start + index * HOUR_MS,
        isWin: index > 0,
        mates: mates.split(' '),
      }),
    );
    const names = new Map([['a', { gameName: 'Willow', tagLine: 'EUW' }]]);
    const { mates: nameless } = analyse(games);
    expect(nameless[0]).toMatchObject({ key: 'a', label: 'Unknown player', gameName: null, tagLine: null });
    const mates = nameMates(nameless, names);
    expect(mates).toHaveLength(2);
    expect(mates[0]).toMatchObject({
      key: 'a',
      label: 'Willow#EUW',
      gameName: 'Willow',
      tagLine: 'EUW',
      n: 3,
      wins: 2,
      lastAt: new Date(start + 2 * HOUR_MS).toISOString(),
    });
    expect(mates[1]).toMatchObject({ key: 'b', gameName: null, tagLine: null, n: 2, wins: 1 });
  });
});

describe('the whole', () => {
  test('of nothing is whole and empty', () => {
    const analysis = analyse([]);
    expect(analysis.counts).toMatchObject({ stored: 0, counted: 0, firstAt: null, lastAt: null, seconds: 0 });
    expect(analysis.baseline).toMatchObject({ n: 0, winRate: null, expected: 0.5 });
    expect(
      analysis.hours.every(({ n, winRate, isLowSample }) => n === 0 && winRate === null && isLowSample),
    ).toBe(true);
    expect([analysis.months, analysis.days, analysis.records, analysis.findings]).toEqual([[], [], [], []]);
    expect([analysis.closest, analysis.comparisons, analysis.sessions.count]).toEqual([null, 0, 0]);
    expect(analysis.averages.kda).toBe(0);
  });
});

function sum<Key extends string>(cells: readonly Record<Key, number>[], key: Key): number {
  return cells.reduce((total, cell) => total + cell[key], 0);
}
