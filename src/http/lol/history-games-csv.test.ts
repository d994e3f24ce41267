import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#/domain/lol/history/history-options.ts';
import type { PlayedGame } from '#/domain/lol/history/played-game.ts';
import { toGamesCsv } from './history-games-csv.ts';

const game = (id: string, changes: Partial<PlayedGame> = {}): PlayedGame => ({
  id,
  startedAt: Date.UTC(2026, 10, 1, 23, 30),
  seconds: 1_800,
  queue: 420,
  patch: '16.21',
  champion: 103,
  championName: 'Ahri',
  role: 'MIDDLE',
  side: 'blue',
  isWin: true,
  standing: 'played',
  kills: 7,
  deaths: 2,
  assists: 9,
  minions: 210,
  gold: 12_345,
  damage: 23_456,
  vision: 21,
  mates: [],
  timeline: null,
  ...changes,
});
/** The cells of each line by the names in the first. */
function read(csv: string): Record<string, string>[] {
  const [head = '', ...lines] = csv.trimEnd().split('\r\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell])));
}

test('one line is one game, newest first, by the clock of the zone', () => {
  const later = game('EUW1_2', { startedAt: Date.UTC(2026, 10, 2, 1), isWin: false });
  const rows = read(toGamesCsv([game('EUW1_1'), later], { ...DEFAULT_OPTIONS, zone: 'Europe/Berlin' }));

  expect(rows).toMatchObject([
    { game: 'EUW1_2', date: '2026-11-02', hour: '2', win: 'no', session: '1', 'game of session': '2' },
    {
      game: 'EUW1_1',
      'started at': '2026-11-01T23:30:00.000Z',
      date: '2026-11-02',
      hour: '0',
      win: 'yes',
      counted: 'yes',
      seconds: '1800',
      kills: '7',
      gold: '12345',
      'gold at 10': '',
      'break before (minutes)': '',
    },
  ]);
  expect(rows[0]?.['break before (minutes)']).toBe('60');
});

test('what the filter leaves out is left out; a remake is there, and says that it is not counted', () => {
  const games = [game('EUW1_1', { standing: 'remake' }), game('EUW1_2', { queue: 450 }), game('EUW1_3')];
  const rows = read(toGamesCsv(games, { ...DEFAULT_OPTIONS, queues: [420] }));

  expect(rows.map((row) => [row['game'], row['counted'], row['win']])).toEqual([
    ['EUW1_3', 'yes', 'yes'],
    ['EUW1_1', 'no', ''],
  ]);
});

test('timelines fill their columns, and a name that looks like a formula is none', () => {
  const at10 = {
    gold: 3_200,
    minions: 71,
    xp: 4_000,
    goldDifference: -150,
    minionsDifference: 3,
    xpDifference: null,
  };
  const timeline = { at10, at15: null, firstDeath: 412, firstKill: null, firstItem: 700 };
  const csv = toGamesCsv([game('EUW1_1', { timeline, championName: '=1+1' })], DEFAULT_OPTIONS);
  const [row] = read(csv);

  expect(row).toMatchObject({
    champion: "'=1+1",
    'gold at 10': '3200',
    'gold difference at 10': '-150',
    'xp difference at 10': '',
    'gold at 15': '',
    'first death': '412',
    'first kill': '',
    'first item': '700',
  });
});
