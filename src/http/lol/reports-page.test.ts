import { describe, expect, test } from 'vitest';
import type { LolReport, LolStoredReport } from '#/contract/lol-reports.ts';
import { inventGame, inventRank } from '#/domain/lol/report/fixtures/invented-games.ts';
import { weekOf } from '#/domain/lol/report/week.ts';
import { reportGroup, reportPlayer, type ReportedPlayer } from '#/domain/lol/report/weekly-report.ts';
import { toReportPage } from './reports-page.ts';

const week = weekOf(Date.UTC(2026, 10, 12), 'Europe/Berlin');
const whole = { wanted: 0, unfetchable: 0 };
const NASTY = `<img src=x onerror=alert(1)>"'&#EUW`;

const player = (name: string, given: Partial<ReportedPlayer> = {}): ReportedPlayer => ({
  puuid: name,
  name,
  games: [],
  ranks: [],
  ...given,
});
/** As it is read from where it is stored. */
const pageOf = (report: object, isPractice = false): string => {
  const stored: LolStoredReport = {
    id: '00000000-0000-4000-8000-000000000000',
    madeAt: '2026-11-16T04:00:00.000Z',
    isPractice,
    report: JSON.parse(JSON.stringify(report)) as LolReport,
  };
  return toReportPage(stored);
};

describe('the page of a report', () => {
  test('tells a week with its numbers, in words and with intervals', () => {
    const games = [10, 11, 12, 13].map((day) =>
      inventGame(`2026-11-${day}T18:00:00Z`, { isWin: day !== 12, championName: 'Annie' }),
    );
    const before = [inventGame('2026-11-04T18:00:00Z', { isWin: false })];
    const ranks = [
      inventRank('2026-11-01T00:00:00Z', 'GOLD', 'II', 90),
      inventRank('2026-11-12T00:00:00Z', 'GOLD', 'I', 20),
    ];
    const ana = player('Ana#EUW', { games: [...games, ...before], ranks });
    const group = {
      id: 'g',
      name: 'Friends',
      members: [ana, player('Bo#EUW', { games: games.slice(0, 2) })],
    };
    const page = pageOf(reportPlayer(ana, [group], week, { wanted: 3, unfetchable: 1 }));
    expect(page).toContain('2026-11-09 to 2026-11-15, Europe/Berlin');
    expect(page).toContain('75.0 % <small>(30–95)</small>');
    expect(page).toContain('+3 to the week before');
    expect(page).toContain('Ranked Solo/Duo');
    expect(page).toContain('+30 LP');
    expect(page).toContain('promotion to GOLD I');
    expect(page).toContain('19:00');
    expect(page).toContain('Friends');
    expect(page).toContain('Not counted: 3 games that are still to be fetched, 1 that cannot be had.');
    expect(page).toContain('not endorsed by Riot Games');
    expect(page).not.toContain('practice world');
  });

  test('of a week without games says so and breaks nothing', () => {
    const page = pageOf(reportPlayer(player('Ana#EUW'), [], week, whole), true);
    expect(page).toContain('No games.');
    expect(page).toContain('No rank was seen.');
    expect(page).toContain('nothing to compare with');
    expect(page).toContain('Invented players and games of the practice world.');
    expect(page).not.toMatch(/NaN|undefined|null|Infinity/);
  });

  test('of a group tells every member and what they played together', () => {
    const games = [inventGame('2026-11-10T18:00:00Z'), inventGame('2026-11-10T19:00:00Z', { isWin: false })];
    const ranks = [inventRank('2026-11-12T00:00:00Z', 'WOOD', 'I', 20)];
    const members = [player('Ana#EUW', { games, ranks }), player('Bo#EUW', { games }), player('Cy#EUW')];
    const page = pageOf(reportGroup({ id: 'g', name: 'Friends', members }, week, whole));
    for (const name of ['Ana#EUW', 'Bo#EUW', 'Cy#EUW']) expect(page).toContain(name);
    expect(page).toContain('Games together: 2, of which 1 were won.');
    expect(page).toContain('Longest session of Ana#EUW');
    expect(page).not.toMatch(/NaN|undefined|null/);
  });

  test('has nothing in it that a name could bring along', () => {
    const games = [inventGame('2026-11-10T18:00:00Z', { championName: NASTY })];
    const ana = player(NASTY, {
      games,
      ranks: [{ ...inventRank('2026-11-10T00:00:00Z', NASTY, NASTY, 1), queue: NASTY }],
    });
    const group = { id: 'g', name: NASTY, members: [ana, player('Bo#1', { games })] };
    for (const page of [
      pageOf(reportPlayer(ana, [group], week, whole)),
      pageOf(reportGroup(group, week, whole)),
    ]) {
      expect(page).not.toContain('<img');
      expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;#EUW');
      // Only our own tags are left.
      const tags = new Set([...page.matchAll(/<\/?([a-z0-9]+)/gi)].map((match) => match[1]));
      for (const tag of ['script', 'img', 'link', 'iframe', 'a']) expect(tags).not.toContain(tag);
    }
  });
});
