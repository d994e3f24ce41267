/** Weekly reports over HTTP, of practice players: both stores, jobs and projector are real; the bodies themselves are the judge. */
import { zstdDecompressSync } from 'node:zlib';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLolBench, type LolBench } from '../../../test/support/lol-bench.ts';
import { lolSyncKinds, TRACKING } from '../../../test/support/lol-sync-bench.ts';
import { createTestClickHouse, type TestClickHouse } from '../../../test/support/test-clickhouse.ts';
import { until } from '../../../test/support/until.ts';
import { createLolAnalytics } from '#/analytics/lol/lol-analytics.ts';
import { readRanks } from '#/analytics/lol/read-ranks.ts';
import { LolReport, LolReportRow, LolReports, LolStoredReport } from '#/contract/lol-reports.ts';
import type { LolGroup } from '#/contract/lol-tracking.ts';
import type { Problem } from '#/contract/problem.ts';
import type { JobEngine } from '#/jobs/job-engine.ts';
import { createReportKinds } from '#/jobs/lol/reports/lol-reports.ts';
import { createAllProjections } from '#/projector/all-projections.ts';
import { createProjector, type Projector } from '#/projector/projector.ts';
import { silentLog } from '#/stores/clickhouse/embedded/server-under-test.ts';
import { readProgress } from '#/stores/postgres/player-match.ts';
import { readProjectionLag } from '#/stores/postgres/projection.ts';
import { ADMIN_TOKEN, createServerUnderTest, type ServerUnderTest } from '../server-under-test.ts';
import { createLolAccessUnderTest } from './lol-access-under-test.ts';
import { createLolReportsAccess } from './reports-access.ts';
import { createLolTrackingAccess } from './tracking-access.ts';

const ALL = '/api/lol/reports';
const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
const isStored = Compile({ LolReport }, LolStoredReport);
const ZONE = 'America/Los_Angeles';
/** By the clocks of that zone, in winter: 8 hours behind. The world's time is Thursday, 2025-01-16. */
const WEEK = { from: '2025-01-06', startsAt: Date.UTC(2025, 0, 6, 8), endsAt: Date.UTC(2025, 0, 13, 8) };

let bench: LolBench;
let clickhouse: TestClickHouse;
let projector: Projector;
let engine: JobEngine;
let under: ServerUnderTest;
let group: LolGroup;
let steppedNow = 0;
const puuids: string[] = [];

beforeAll(async () => {
  bench = await createLolBench();
  clickhouse = await createTestClickHouse(bench.database);
  const { database, connection, riot, keyId } = bench;
  const projections = createAllProjections({ database, log: silentLog, keptPatches: 100 });
  const projecting = { database, connection, clickhouse: clickhouse.writer, log: silentLog, projections };
  projector = createProjector({ ...projecting, pageSize: 200, collectMs: 100 });
  projector.start();

  const analytics = createLolAnalytics({ clickhouse: clickhouse.reader, database });
  const options = {
    database,
    now: () => new Date(),
    upstreamNow: () => new Date(bench.worldNow()),
    settings: { ...TRACKING, timeZone: ZONE },
    readGames: (puuid: string) => analytics.readGames(puuid),
    readRanks: (puuid: string) => readRanks(database, puuid),
  };
  const stepped = {
    ...options,
    now: () => new Date(steppedNow),
    upstreamNow: () => new Date(steppedNow),
    settings: { ...options.settings, queuePrefix: 'stepped' },
  };
  engine = await bench.engine({
    kinds: [...lolSyncKinds(bench), ...createReportKinds(options), ...createReportKinds(stepped)],
  });
  const tracking = createLolTrackingAccess({
    database,
    riot,
    keyId: () => keyId,
    jobs: engine,
    settings: options.settings,
    isPractice: true,
  });
  const reports = createLolReportsAccess({ ...options, isPractice: true });
  under = await createServerUnderTest({ deps: { lol: createLolAccessUnderTest({ tracking, reports }) } });
  await collectGroup(2);
});
afterAll(async () => {
  await under.server.close();
  await projector.stop();
  await clickhouse.drop();
  await bench.drop();
});

const post = (url: string, payload: object) => under.server.inject({ method: 'POST', url, headers, payload });

/** Tracks so many players with games, until everything of theirs is counted. */
async function collectGroup(members: number): Promise<void> {
  const people = await bench.players('euw1', members, ({ games }) => games.length >= 15);
  for (const { gameName, tagLine } of people) {
    const tracked = await post('/api/lol/tracked', { gameName, tagLine, lookbackDays: 30 });
    puuids.push(tracked.json<{ puuid: string }>().puuid);
  }
  group = (await post('/api/lol/groups', { name: '<Friends & "Foes">', members: puuids })).json<LolGroup>();
  for (const [index, puuid] of puuids.entries())
    await until('every game is stored', 30_000, async () => {
      const { done, wanted } = await readProgress(bench.database, 'lol', puuid, { withTimelines: false });
      return wanted === 0 && done === people[index]?.games.length;
    });
  // Not by the number of games: a body may name a player as a bot, and the game is then not counted for that player.
  await until(
    'every game is counted',
    30_000,
    async () => (await readProjectionLag(bench.database, 'lol', 'lol'))?.rows === 0,
  );
}

interface Body {
  readonly info: {
    readonly queueId: number;
    readonly gameStartTimestamp: number;
    readonly gameDuration: number;
    readonly participants: readonly {
      readonly puuid: string;
      readonly win: boolean;
      readonly kills: number;
      readonly championId: number;
      readonly gameEndedInEarlySurrender?: boolean;
    }[];
  };
}

/** What the stored bodies say of a player's week, worked out with nothing of ours. */
async function countBodies(puuid: string, { startsAt, endsAt }: { startsAt: number; endsAt: number }) {
  const rows = await bench.database.query<{ body: Buffer }>(
    `select r.body from gamekeeper.raw r join gamekeeper.player_match p on p.source = r.source and p.match_id = r.id
     where r.source = 'lol' and r.kind = 'match' and p.puuid = $1`,
    [puuid],
  );
  const played = rows
    .map(({ body }) => (JSON.parse(zstdDecompressSync(body).toString()) as Body).info)
    .filter(
      (info) =>
        info.gameStartTimestamp >= startsAt && info.gameStartTimestamp < endsAt && info.gameDuration > 0,
    )
    .filter(({ participants }) => !participants.some((seat) => seat.gameEndedInEarlySurrender === true));
  const seats = played.flatMap((info) => info.participants.filter((seat) => seat.puuid === puuid));
  const local = (at: number) => new Date(at - 8 * 3_600_000);
  return {
    games: seats.length,
    wins: seats.filter(({ win }) => win).length,
    kills: seats.reduce((sum, { kills }) => sum + kills, 0),
    hours: played.map(({ gameStartTimestamp }) => local(gameStartTimestamp).getUTCHours()),
    days: played.map(({ gameStartTimestamp }) => local(gameStartTimestamp).toISOString().slice(0, 10)),
  };
}

const make = async (subject: 'player' | 'group', id: string, week?: string): Promise<LolStoredReport> => {
  const answer = await post(ALL, { subject, id, ...(week && { week }) });
  expect(answer.statusCode).toBe(201);
  const stored = answer.json<LolStoredReport>();
  expect([...isStored.Errors(stored)]).toEqual([]);
  return stored;
};

describe('the report of a player', () => {
  test('is about the last week that is over, by the clocks of the zone, and counts what the bodies say', async () => {
    const { report } = await make('player', puuids[0] ?? '');
    expect(report.week).toMatchObject({
      ...WEEK,
      timeZone: ZONE,
      until: '2025-01-12',
      startsAt: new Date(WEEK.startsAt).toISOString(),
      endsAt: new Date(WEEK.endsAt).toISOString(),
    });
    const counted = await countBodies(puuids[0] ?? '', WEEK);
    expect(counted.games).toBeGreaterThan(3);
    expect(report.figures.totals).toMatchObject({
      games: counted.games,
      wins: counted.wins,
      kills: counted.kills,
    });
    for (const { hour, games } of report.figures.hours)
      expect([hour, games]).toEqual([hour, counted.hours.filter((other) => other === hour).length]);
    for (const { day, games } of report.figures.days)
      expect([day, games]).toEqual([day, counted.days.filter((other) => other === day).length]);
    expect(report.groups).toMatchObject([{ id: group.id, others: 1 }]);
    expect(report.completeness).toEqual({ wanted: 0, unfetchable: 0 });
  });

  test('of a named week compares with the week before it', async () => {
    const { report } = await make('player', puuids[0] ?? '', '2025-01-15');
    expect(report.week.from).toBe('2025-01-13');
    const before = await countBodies(puuids[0] ?? '', WEEK);
    expect(report.before.totals).toMatchObject({ games: before.games, wins: before.wins });
  });

  test('that is made again takes the place of the one before', async () => {
    const [first, second] = [await make('player', puuids[0] ?? ''), await make('player', puuids[0] ?? '')];
    expect(second.id).toBe(first.id);
  });
});

describe('the report of a group', () => {
  test('adds its members up', async () => {
    const { report } = await make('group', group.id);
    const counts = await Promise.all(puuids.map((puuid) => countBodies(puuid, WEEK)));
    expect(report.figures.totals.games).toBe(counts.reduce((sum, { games }) => sum + games, 0));
    for (const member of report.members) {
      const counted = counts[puuids.indexOf(member.puuid)];
      expect(member.totals).toMatchObject({ games: counted?.games, wins: counted?.wins });
    }
  });
});

describe('reports', () => {
  test('are made by the weekly round, of every player and group, once', async () => {
    await bench.database.query('delete from gamekeeper.report');
    for (let round = 0; round < 2; round++) {
      await engine.send('lol/make-weekly-reports', {});
      await until('all reports are made', 20_000, async () => {
        const ends = bench.ends.filter(
          ({ kind, outcome }) => kind === 'lol/make-report' && outcome === 'done',
        );
        return ends.length >= (round + 1) * (puuids.length + 1);
      });
    }
    const body = (await under.server.inject(ALL)).json<LolReports>();
    expect([...Compile({ LolReportRow }, LolReports).Errors(body)]).toEqual([]);
    expect(body.reports.map(({ subject }) => subject.kind).toSorted()).toEqual(['group', 'player', 'player']);
    expect(body.reports.every(({ week }) => week.from === WEEK.from)).toBe(true);
    const ofGroup = (
      await under.server.inject(`${ALL}?subject=${group.id}&week=2025-01-08`)
    ).json<LolReports>();
    expect(ofGroup.reports.map(({ subject }) => subject.id)).toEqual([group.id]);
    const ofNoWeek = (await under.server.inject(`${ALL}?week=2025-02-30`)).json<LolReports>();
    expect(ofNoWeek.reports).toEqual([]);
  });

  // The slot is Monday 04:00 in the zone; 26 hours before the next Monday, the week that is due at that moment changes.
  test.each([
    ['on time', '2025-01-13T12:00:05Z'],
    ['a day late', '2025-01-14T12:00:00Z'],
    ['before the running week is due elsewhere (Saturday 22:00)', '2025-01-19T05:59:00Z'],
    ['after it', '2025-01-19T06:01:00Z'],
    ['a month late', '2025-02-13T12:00:00Z'],
  ])('are made for the week of the slot when the round runs %s', async (_when, now) => {
    await bench.database.query('delete from gamekeeper.report');
    bench.ends.length = 0;
    steppedNow = Date.parse(now);
    await engine.send('stepped/make-weekly-reports', { slot: '2025-01-13T12:00:00.000Z' });
    await until('all reports are made', 20_000, async () => {
      const ends = bench.ends.filter(({ kind }) => kind === 'stepped/make-report');
      return ends.length === puuids.length + 1;
    });
    const weeks = await bench.database.query(
      'select distinct week::text, time_zone as zone from gamekeeper.report',
    );
    expect(weeks).toEqual([{ week: WEEK.from, zone: ZONE }]);
  });

  test('of a missed week wait an hour, until the matches of the outage are collected', async () => {
    steppedNow = Date.now();
    const slot = new Date(steppedNow - 26 * 3_600_000).toISOString();
    await engine.send('stepped/make-weekly-reports', { slot });
    const waiting = () =>
      bench.database.query<{ at: Date }>(
        `select start_after as at from pgboss.job where name = 'stepped/make-report' and state = 'created'`,
      );
    await until('reports wait', 20_000, async () => (await waiting()).length === puuids.length + 1);
    for (const { at } of await waiting()) expect(at.getTime()).toBe(steppedNow + 3_600_000);
  });

  test('can be read, saved as JSON, and read and saved as a page without anything from outside', async () => {
    const { id, report } = await make('group', group.id);
    expect((await under.server.inject(`${ALL}/${id}`)).json<LolStoredReport>().report).toEqual(report);
    const json = await under.server.inject(`${ALL}/${id}.json`);
    expect(json.headers['content-disposition']).toMatch(
      /^attachment; filename="week-2025-01-06-[\w.-]+\.json"$/,
    );
    expect(json.json<LolStoredReport>().report).toEqual(report);
    const page = await under.server.inject(`${ALL}/${id}.html`);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-disposition']).toBeUndefined();
    expect(page.body).toContain('&lt;Friends &amp; &quot;Foes&quot;&gt;');
    expect(page.body).not.toMatch(/<script|<link|<img|src=|https?:|<Friends/);
    expect(page.body).toContain('@media print');
    const saved = await under.server.inject(`${ALL}/${id}.html?download`);
    expect(saved.headers['content-disposition']).toContain('.html"');
  });

  test('of nobody are refused, and making one needs the admin token', async () => {
    expect((await post(ALL, { subject: 'player', id: 'nobody' })).statusCode).toBe(404);
    expect((await post(ALL, { subject: 'group', id: 'not-a-uuid' })).statusCode).toBe(404);
    const noDay = await post(ALL, { subject: 'group', id: group.id, week: '2025-02-30' });
    expect(noDay.json<Problem>()).toMatchObject({ status: 400, errors: [{ where: 'body/week' }] });
    const unknown = `${ALL}/00000000-0000-4000-8000-000000000000`;
    for (const ending of ['', '.json', '.html'])
      expect((await under.server.inject(`${unknown}${ending}`)).statusCode).toBe(404);
    const open = await under.server.inject({
      method: 'POST',
      url: ALL,
      payload: { subject: 'group', id: group.id },
    });
    expect(open.statusCode).toBe(401);
  });
});
