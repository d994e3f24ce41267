/**
 * Weekly reports of players and groups. The weekly round sends one job for each, and that job makes and stores the report. The week follows
 * from the round's slot, not from the time at which it runs: a round that was missed reports the week that was missed. In time zones
 * where the week is not over at the slot, the report waits for its end.
 */
import type { LolReport } from '#/contract/lol-reports.ts';
import { parseDay } from '#/domain/lol/history/local-clock.ts';
import type { PlayedGame, RankPoint } from '#/domain/lol/history/played-game.ts';
import { type Week, weekDueAt, weekOfDay } from '#/domain/lol/report/week.ts';
import { type ReportedPlayer, reportGroup, reportPlayer } from '#/domain/lol/report/weekly-report.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import type { Database, Queryable } from '#/runtime/postgres/database.ts';
import { holdFollowed } from './forget.ts';
import { SOURCE } from './kinds.ts';
import { readProgressOfMany } from './progress.ts';
import {
  findGroup,
  findTracked,
  type GroupRow,
  groupsOfPlayer,
  listGroups,
  listTracked,
} from './tracked-rows.ts';
import { trackingKinds, type TrackingSettings } from './tracking.ts';
import { Type } from 'typebox';

export interface ReportOptions {
  readonly database: Database;
  /** All counted matches of a player; the report selects those of its week. */
  readonly readGames: (puuid: string) => Promise<readonly PlayedGame[]>;
  readonly readRanks: (puuid: string) => Promise<readonly RankPoint[]>;
  readonly now: () => Date;
  /** The upstream's time, which differs in a practice world that runs faster. Default: `now`. */
  readonly upstreamNow?: (() => Date) | undefined;
  readonly settings: Pick<TrackingSettings, 'queuePrefix' | 'isScheduled' | 'reportsCron' | 'timeZone'>;
}

/** Matches of a week are listed, fetched and projected within this time: after its end, and after an outage. */
const SETTLE_MS = 3_600_000;
const RETRY = { limit: 4, firstDelaySeconds: 5, maxDelaySeconds: 60 };

export function createReportKinds(options: ReportOptions): readonly JobKind[] {
  return [createMakeReports(options), createMakeReport(options)];
}

function createMakeReports({
  database,
  now,
  upstreamNow = now,
  settings,
}: ReportOptions): JobKind<{ slot?: string }> {
  const kinds = trackingKinds(settings);
  const { isScheduled, reportsCron: cron, timeZone } = settings;
  return defineJob({
    kind: kinds.makeReports,
    // Without a slot: the week that is due now.
    payload: Type.Object({ slot: Type.Optional(Type.String({ format: 'date-time' })) }),
    key: ({ slot }) => slot ?? 'now',
    onePerKey: true,
    retry: RETRY,
    concurrency: 1,
    ...(isScheduled && {
      schedule: { cron, timeZone, missed: 'each', payload: (slot: Date) => ({ slot: slot.toISOString() }) },
    }),
    async handle({ slot }, { jobs, log }) {
      const players = await listTracked(database);
      const groups = await listGroups(database);
      const subjects = [
        ...players.map((player) => ({
          subject: 'player' as const,
          id: player.puuid,
          timeZone: player.timeZone,
        })),
        ...groups.map((group) => ({ subject: 'group' as const, id: group.id, timeZone: group.timeZone })),
      ];
      if (subjects.length === 0) return skip('no player or group is tracked');
      const nowMs = now().getTime();
      const upstreamMs = upstreamNow().getTime();
      const lateMs = slot === undefined ? 0 : Math.max(0, nowMs - Date.parse(slot));
      // In whole seconds: the two clocks were read one after the other, and a slot may lie on the edge of a week.
      const at = Math.round((upstreamMs - lateMs) / 1_000) * 1_000;
      const isMissed = lateMs >= SETTLE_MS;
      for (const { subject, id, timeZone: own } of subjects) {
        const week = weekDueAt(at, own ?? timeZone);
        const wish: ReportWish = { subject, id, day: week.from, timeZone: week.timeZone };
        const readyAt = (isMissed ? Math.max(week.endsAt, upstreamMs) : week.endsAt) + SETTLE_MS;
        const waitMs = isMissed || week.endsAt > at ? readyAt - upstreamMs : 0;
        const startAfter = new Date(nowMs + waitMs);
        await jobs.send(kinds.makeReport, wish, waitMs <= 0 ? {} : { startAfter });
      }
      log.info({ players: players.length, groups: groups.length }, 'weekly reports requested');
      return done();
    },
  });
}

function createMakeReport(options: ReportOptions): JobKind<ReportWish> {
  return defineJob({
    kind: trackingKinds(options.settings).makeReport,
    payload: Type.Object({
      subject: Type.Enum(['player', 'group']),
      id: Type.String({ minLength: 1, maxLength: 100 }),
      day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
      timeZone: Type.String({ minLength: 1, maxLength: 64 }),
    }),
    key: ({ subject, id, day }) => `${subject} ${id} ${day}`,
    onePerKey: true,
    retry: RETRY,
    concurrency: 2,
    async handle(wish) {
      const report = await composeReport(options, wish);
      return report === undefined ? skip(`there is no such ${wish.subject} any more`) : done();
    },
  });
}

export interface ReportWish {
  readonly subject: 'player' | 'group';
  readonly id: string;
  /** Any day of the week. */
  readonly day: string;
  readonly timeZone: string;
}

interface Person {
  readonly puuid: string;
  readonly gameName: string;
  readonly tagLine: string;
}

/** Returns the id of the report; undefined if the player or group does not exist. */
export async function composeReport(options: ReportOptions, wish: ReportWish): Promise<string | undefined> {
  const day = parseDay(wish.day);
  if (day === undefined)
    throw new Error(`a report of the week of ${wish.day} was asked for; expected a day like 2026-11-09`);
  const week = weekOfDay(day, wish.timeZone);
  const made =
    wish.subject === 'player'
      ? await ofPlayer(options, wish.id, week)
      : await ofGroup(options, wish.id, week);
  if (made === undefined) return undefined;
  const { people, report } = made;
  const { from, timeZone } = week;
  return options.database.transaction(async (tx) => {
    if ((await holdFollowed(tx, people)) < people.length)
      throw new Error(
        `a player of ${wish.subject} ${wish.id} was removed while the report was made; it has to be made again`,
      );
    const { subject, id: subjectId } = wish;
    return saveReport(tx, {
      subject,
      subjectId,
      people,
      week: from,
      timeZone,
      version: report.version,
      body: report,
    });
  });
}

async function ofPlayer(options: ReportOptions, puuid: string, week: Week) {
  const player = await findTracked(options.database, puuid);
  if (player === undefined) return undefined;
  const groups = await groupsOfPlayer(options.database, puuid);
  const people = uniquePeople([player, ...groups.flatMap(({ members }) => members)]);
  const read = await readPeople(options, people);
  const own = read.get(puuid);
  if (own === undefined) return undefined;
  const completeness = await completenessOf(options, [player], week);
  const report = reportPlayer(
    own,
    groups.map((group) => withGames(group, read)),
    week,
    completeness,
  );
  return { people: people.map((person) => person.puuid), report };
}

async function ofGroup(options: ReportOptions, id: string, week: Week) {
  const group = await findGroup(options.database, id);
  if (group === undefined) return undefined;
  const read = await readPeople(options, group.members);
  const completeness = await completenessOf(options, group.members, week);
  const report = reportGroup(withGames(group, read), week, completeness);
  return { people: group.members.map((person) => person.puuid), report };
}

/** Sequential: a background report should not slow down requests. */
async function readPeople(
  { readGames, readRanks }: ReportOptions,
  people: readonly Person[],
): Promise<ReadonlyMap<string, ReportedPlayer>> {
  const read = new Map<string, ReportedPlayer>();
  for (const { puuid, gameName, tagLine } of people) {
    const games = await readGames(puuid);
    const ranks = await readRanks(puuid);
    read.set(puuid, { puuid, name: toStorableText(`${gameName}#${tagLine}`), games, ranks });
  }
  return read;
}

function withGames({ id, name, members }: GroupRow, read: ReadonlyMap<string, ReportedPlayer>) {
  return { id, name, members: members.flatMap(({ puuid }) => read.get(puuid) ?? []) };
}

async function completenessOf({ database }: ReportOptions, people: readonly Person[], week: Week) {
  const puuids = people.map(({ puuid }) => puuid);
  const options = { withTimelines: false, since: new Date(week.startsAt) };
  const all = [...(await readProgressOfMany(database, SOURCE, puuids, options)).values()];
  return {
    wanted: all.reduce((sum, one) => sum + one.wanted, 0),
    unfetchable: all.reduce((sum, one) => sum + one.unfetchable, 0),
  };
}

function uniquePeople(people: readonly Person[]): readonly Person[] {
  return [...new Map(people.map((person) => [person.puuid, person])).values()];
}

export interface NewReport {
  readonly subject: 'player' | 'group';
  readonly subjectId: string;
  /** The players whose matches are in it. */
  readonly people: readonly string[];
  readonly week: string;
  readonly timeZone: string;
  readonly version: number;
  readonly body: object;
}

export interface ReportRow {
  readonly id: string;
  readonly madeAt: Date;
  readonly report: LolReport;
}

const COLUMNS = 'id, made_at as "madeAt", body as report';

export async function saveReport(db: Queryable, report: NewReport): Promise<string> {
  const { subject, subjectId, people, week, timeZone, version, body } = report;
  const [row] = await db.query<{ id: string }>(
    `insert into gamekeeper.report (subject, subject_id, people, week, time_zone, version, body)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (subject, subject_id, week, time_zone) do update set
       people = excluded.people, version = excluded.version, body = excluded.body, made_at = now()
     returning id`,
    [subject, subjectId, people, week, timeZone, version, JSON.stringify(body)],
  );
  if (row === undefined) throw new Error(`PostgreSQL kept no report of ${subject} ${subjectId} for ${week}`);
  return row.id;
}

export async function readReport(db: Queryable, id: string): Promise<ReportRow | undefined> {
  const [row] = await db.query<ReportRow>(`select ${COLUMNS} from gamekeeper.report where id = $1`, [id]);
  return row;
}

export interface ReportFilter {
  readonly subjectId?: string | undefined;
  /** The Monday. */
  readonly week?: string | undefined;
  readonly limit: number;
}

/** Newest week first. */
export async function listReports(
  db: Queryable,
  { subjectId, week, limit }: ReportFilter,
): Promise<ReportRow[]> {
  return db.query<ReportRow>(
    `select ${COLUMNS} from gamekeeper.report
     where ($1::text is null or subject_id = $1) and ($2::date is null or week = $2)
     order by week desc, subject, made_at desc, id limit $3`,
    [subjectId ?? null, week ?? null, limit],
  );
}
