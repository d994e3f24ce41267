/** Weekly reports over HTTP and by the weekly round, of invented matches whose sums are known. */
import { Compile } from 'typebox/compile';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../../../test/support/until.ts';
import { LolReport, LolReportRow, LolReports, LolStoredReport } from '#/contract/lol-reports.ts';
import type { LolGroup } from '#/contract/lol-tracking.ts';
import type { Problem } from '#/contract/problem.ts';
import { openLolStage, ZONE, type LolStage } from '../../../test/support/lol-stage.ts';
import { UPSTREAM_NOW } from '../../../test/support/riot-in-memory.ts';

const ALL = '/api/lol/reports';
const isStored = Compile({ LolReport }, LolStoredReport);
/** By the clocks of Los Angeles, in winter 8 hours behind UTC. The upstream's time is Thursday, 2025-01-16. */
const WEEK = { from: '2025-01-06', startsAt: '2025-01-06T08:00:00.000Z', endsAt: '2025-01-13T08:00:00.000Z' };

let stage: LolStage;
let group: LolGroup;
const puuids: string[] = [];
beforeAll(async () => {
  stage = await openLolStage();
  const game = (startedAt: string, win: boolean, kills: number) => ({
    startedAt: Date.parse(startedAt),
    win,
    kills,
  });
  const players = [
    stage.riot.addPlayer([
      game('2025-01-13T08:00:00Z', false, 100), // The first moment of the next week.
      game('2025-01-13T07:59:00Z', true, 7),
      game('2025-01-08T20:10:00Z', false, 2),
      game('2025-01-08T20:50:00Z', true, 4),
    ]),
    stage.riot.addPlayer([
      game('2025-01-06T08:00:00Z', true, 1),
      game('2025-01-06T07:59:00Z', true, 100), // The last minute of the week before.
    ]),
  ];
  for (const { gameName, tagLine, puuid } of players) {
    await stage.send('POST', '/api/lol/tracked', { gameName, tagLine, lookbackDays: 30 });
    puuids.push(puuid);
  }
  const made = await stage.send('POST', '/api/lol/groups', { name: '<Friends & "Foes">', members: puuids });
  group = made.json<LolGroup>();
  await until('all matches are counted', 30_000, async () => {
    const { report } = await make('group', group.id);
    const { report: next } = await make('group', group.id, '2025-01-15');
    return report.figures.totals.games + next.figures.totals.games === 5;
  });
});
afterEach(async () => {
  stage.clock.now = UPSTREAM_NOW;
  await stage.database.query('delete from gamekeeper.report');
});
afterAll(() => stage.stop());

const make = async (subject: 'player' | 'group', id = '', week?: string): Promise<LolStoredReport> => {
  const answer = await stage.send('POST', ALL, { subject, id, ...(week && { week }) });
  expect(answer.statusCode).toBe(201);
  const stored = answer.json<LolStoredReport>();
  expect([...isStored.Errors(stored)]).toEqual([]);
  return stored;
};
const untilMade = (subjects: number) =>
  until('all reports are made', 30_000, () => {
    const ends = stage.ends.filter(({ kind, outcome }) => kind === 'lol/make-report' && outcome === 'done');
    return ends.length === subjects;
  });

test('a report is about the last week that is over by the clocks of the zone, and counts its matches', async () => {
  const { id, report } = await make('player', puuids[0]);
  expect(report.week).toMatchObject({ ...WEEK, timeZone: ZONE, until: '2025-01-12' });
  expect(report.figures.totals).toMatchObject({ games: 3, wins: 2, kills: 13 });
  expect(report.figures.hours.flatMap(({ hour, games }) => (games > 0 ? [[hour, games]] : []))).toEqual([
    [12, 2],
    [23, 1],
  ]);
  expect(report.figures.days.flatMap(({ day, games }) => (games > 0 ? [[day, games]] : []))).toEqual([
    ['2025-01-08', 2],
    ['2025-01-12', 1],
  ]);
  expect(report.groups).toMatchObject([{ id: group.id, others: 1 }]);
  expect(report.completeness).toEqual({ wanted: 0, unfetchable: 0 });
  expect((await make('player', puuids[0])).id).toBe(id);
});

test('a report of a named week compares with the week before it', async () => {
  const { report } = await make('player', puuids[0], '2025-01-15');
  expect(report.week.from).toBe('2025-01-13');
  expect(report.figures.totals).toMatchObject({ games: 1, wins: 0, kills: 100 });
  expect(report.before.totals).toMatchObject({ games: 3, wins: 2, kills: 13 });
});

test('the report of a group adds its members up', async () => {
  const { report } = await make('group', group.id);
  expect(report.figures.totals).toMatchObject({ games: 4, wins: 3, kills: 14 });
  expect(report.members.map(({ puuid, totals }) => [puuid, totals.games, totals.wins])).toEqual([
    [puuids[0], 3, 2],
    [puuids[1], 1, 1],
  ]);
});

test('the weekly round makes a report of every player and group, once', async () => {
  stage.ends.length = 0;
  for (let round = 1; round <= 2; round++) {
    await stage.engine.send('lol/make-weekly-reports', {});
    await untilMade(3 * round);
  }
  const body = (await stage.get(ALL)).json<LolReports>();
  expect([...Compile({ LolReportRow }, LolReports).Errors(body)]).toEqual([]);
  expect(body.reports.map(({ subject }) => subject.kind).toSorted()).toEqual(['group', 'player', 'player']);
  expect(body.reports.every(({ week }) => week.from === WEEK.from)).toBe(true);
  const ofGroup = (await stage.get(`${ALL}?subject=${group.id}&week=2025-01-08`)).json<LolReports>();
  expect(ofGroup.reports.map(({ subject }) => subject.id)).toEqual([group.id]);
  expect((await stage.get(`${ALL}?week=2025-02-30`)).json<LolReports>().reports).toEqual([]);
});

// The slot is Monday 04:00 in the zone; 26 hours before the next Monday, the week that is due at that moment changes.
test.each([
  ['on time', '2025-01-13T12:00:05Z'],
  ['a day late', '2025-01-14T12:00:00Z'],
  ['before the running week is due elsewhere (Saturday 22:00)', '2025-01-19T05:59:00Z'],
  ['after it', '2025-01-19T06:01:00Z'],
  ['a month late', '2025-02-13T12:00:00Z'],
])('the round makes reports for the week of its slot when it runs %s', async (_when, now) => {
  stage.ends.length = 0;
  stage.clock.now = Date.parse(now);
  await stage.engine.send('lol/make-weekly-reports', { slot: '2025-01-13T12:00:00.000Z' });
  await untilMade(3);
  expect(
    await stage.database.query('select distinct week::text, time_zone as zone from gamekeeper.report'),
  ).toEqual([{ week: WEEK.from, zone: ZONE }]);
});

test('reports of a missed week wait an hour, until the matches of the outage are collected', async () => {
  stage.clock.now = Date.parse('2100-01-05T14:00:00Z');
  const slot = new Date(stage.clock.now - 26 * 3_600_000).toISOString();
  await stage.engine.send('lol/make-weekly-reports', { slot });
  const waiting = () =>
    stage.database.query<{ at: Date }>(
      `select start_after as at from pgboss.job where name = 'lol/make-report' and state = 'created'`,
    );
  await until('reports wait', 30_000, async () => (await waiting()).length === 3);
  for (const { at } of await waiting()) expect(at.getTime()).toBe(stage.clock.now + 3_600_000);
});

test('a report can be read, saved as JSON, and read and saved as a page without anything from outside', async () => {
  const { id, report } = await make('group', group.id);
  expect((await stage.get(`${ALL}/${id}`)).json<LolStoredReport>().report).toEqual(report);
  const json = await stage.get(`${ALL}/${id}.json`);
  expect(json.headers['content-disposition']).toMatch(
    /^attachment; filename="week-2025-01-06-[\w.-]+\.json"$/,
  );
  expect(json.json<LolStoredReport>().report).toEqual(report);
  const page = await stage.get(`${ALL}/${id}.html`);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['content-disposition']).toBeUndefined();
  expect(page.body).toContain('&lt;Friends &amp; &quot;Foes&quot;&gt;');
  expect(page.body).not.toMatch(/<script|<link|<img|src=|https?:|<Friends/);
  expect(page.body).toContain('@media print');
  expect((await stage.get(`${ALL}/${id}.html?download`)).headers['content-disposition']).toContain('.html"');
});

test('a report of an unknown player or group is 404, and one of a day that there is not is 400', async () => {
  expect((await stage.send('POST', ALL, { subject: 'player', id: 'nobody' })).statusCode).toBe(404);
  expect((await stage.send('POST', ALL, { subject: 'group', id: 'not-a-uuid' })).statusCode).toBe(404);
  const noDay = await stage.send('POST', ALL, { subject: 'group', id: group.id, week: '2025-02-30' });
  expect(noDay.json<Problem>()).toMatchObject({ status: 400, errors: [{ where: 'body/week' }] });
  for (const ending of ['', '.json', '.html'])
    expect((await stage.get(`${ALL}/00000000-0000-4000-8000-000000000000${ending}`)).statusCode).toBe(404);
});
