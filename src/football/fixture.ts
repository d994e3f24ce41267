/**
 * Rows of `fixture`, as of the newest answer, and of `fixture_poll`, the newest answer itself. Only the ingest and the processing of a poll change
 * a fixture, with its row locked, so a row never mixes two answers.
 *
 * A poll draws its number before the request, so numbers order answers by when they were requested: a late answer finds a higher number and is
 * dropped. `processed_at` is written by the transaction that processes the answer, so it is processed once and a killed process loses nothing.
 *
 * All times are by the upstream's clock, which equals ours unless the practice world runs fast.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { FixturePhase } from '#/domain/football/fixture-status.ts';
import type { FixtureReading } from '#/domain/football/fixture.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import { publishNotice } from '#/runtime/postgres/session.ts';
import { toRecordset } from '#/runtime/postgres/rows.ts';

export interface FixtureRow extends Omit<FixtureReading, 'events'> {
  readonly phase: FixturePhase;
  /** The next poll. Null: none. */
  readonly nextPollAt: Date | null;
  /** The newest readable answer, and why there was none since. */
  readonly polledAt: Date | null;
  readonly trouble: string | null;
  readonly troubleSince: Date | null;
  /** Since when the upstream reports the match as over. */
  readonly finalSince: Date | null;
  readonly completedAt: Date | null;
  /** When its first poll was processed. Null: its goals were never read. */
  readonly followedAt: Date | null;
}

const COLUMNS = `league_id, league_name, country, season, round, home_id, home_name, away_id, away_name, kickoff_at,
  status, minute, extra_minute, home_goals, away_goals, home_penalties, away_penalties, phase,
  next_poll_at, polled_at, trouble, trouble_since, final_since, completed_at, followed_at`;

const SELECT = `select id::float8 as id,
    json_build_object('id', league_id, 'name', league_name, 'country', country, 'season', season, 'round', round) as league,
    json_build_object('id', home_id, 'name', home_name) as home,
    json_build_object('id', away_id, 'name', away_name) as away,
    kickoff_at,
    json_build_object('code', status, 'minute', minute, 'extraMinute', extra_minute) as status,
    json_build_object('home', home_goals, 'away', away_goals) as goals,
    json_build_object('home', home_penalties, 'away', away_penalties) as penalties,
    phase, next_poll_at, polled_at, trouble, trouble_since, final_since, completed_at, followed_at
  from gamekeeper.fixture`;

export async function findFixture(db: Queryable, id: number): Promise<FixtureRow | undefined> {
  const [row] = await db.query<FixtureRow>(`${SELECT} where id = $1`, [id]);
  return row;
}

/** Locks the rows until the transaction ends, in id order, so that two transactions cannot deadlock. */
export async function lockFixtures(tx: Queryable, ids: readonly number[]): Promise<FixtureRow[]> {
  return tx.query<FixtureRow>(`${SELECT} where id = any($1::bigint[]) order by id for no key update`, [ids]);
}

/** Fixtures of a day in a time zone, by kick-off. */
export async function listFixturesOn(db: Queryable, day: string, timeZone: string): Promise<FixtureRow[]> {
  return db.query<FixtureRow>(
    `${SELECT} where kickoff_at >= $1::date::timestamp at time zone $2
       and kickoff_at < ($1::date + 1)::timestamp at time zone $2
     order by kickoff_at, league_id, id`,
    [day, timeZone],
  );
}

/** Inserts or updates. */
export async function saveFixtures(tx: Queryable, fixtures: readonly FixtureRow[]): Promise<void> {
  if (fixtures.length === 0) return;
  await tx.query(
    `insert into gamekeeper.fixture (id, ${COLUMNS})
     select id, ${COLUMNS} from jsonb_populate_recordset(null::gamekeeper.fixture, $1::jsonb)
     on conflict (id) do update set ${COLUMNS.replaceAll(/\w+/g, '$& = excluded.$&')}`,
    [toRecordset(fixtures.map(toColumns))],
  );
}

/** Activates fixtures that kick off before `until`. Returns their ids. */
export async function activateFixtures(db: Queryable, until: Date, at: Date): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `update gamekeeper.fixture set phase = 'active', next_poll_at = $2
     where phase = 'staging' and kickoff_at <= $1 returning id::float8 as id`,
    [until, at],
  );
  return rows.map(({ id }) => id);
}

export interface DueFixture {
  readonly id: number;
  readonly status: string;
}

/** Over before its first poll, so polled once for its goals. */
const IS_LATE = '(followed_at is null and final_since is not null)';

/** Fixtures that are due, longest wait first. */
export async function findDueFixtures(db: Queryable, at: Date): Promise<DueFixture[]> {
  return db.query<DueFixture>(
    `select id::float8 as id, status from gamekeeper.fixture
     where phase = 'active' and next_poll_at <= $1 and not ${IS_LATE} order by polled_at nulls first, id`,
    [at],
  );
}

/** At most `limit` fixtures that were over before their first poll, newest first. Without an answer they are due again at `again`. */
export async function takeLateFixtures(
  db: Queryable,
  { at, again, limit }: { readonly at: Date; readonly again: Date; readonly limit: number },
): Promise<DueFixture[]> {
  return db.query<DueFixture>(
    // Materialized: a subquery may run again for each row of a nested loop and take more than the limit.
    `with late as materialized (
       select id from gamekeeper.fixture where phase = 'active' and next_poll_at <= $1 and ${IS_LATE}
       order by kickoff_at desc, id limit $3 for no key update skip locked)
     update gamekeeper.fixture f set next_poll_at = $2 from late where f.id = late.id
     returning f.id::float8 as id, f.status`,
    [at, again, limit],
  );
}

/** Records why there was no answer; `trouble_since` keeps the time of the first reason. Returns false if this reason is recorded already. */
export async function noteTrouble(db: Queryable, id: number, trouble: string, at: Date): Promise<boolean> {
  const rows = await db.query(
    `update gamekeeper.fixture set trouble = $2, trouble_since = coalesce(trouble_since, $3)
     where id = $1 and phase <> 'completed' and trouble is distinct from $2 returning 1`,
    [id, trouble, at],
  );
  return rows.length > 0;
}

export interface ActiveFixture {
  readonly id: number;
  readonly status: string;
  readonly kickoffAt: Date;
  readonly finalSince: Date | null;
  readonly followedAt: Date | null;
  /**
   * Goals that are neither stable nor removed, or have open steps. A goal that is known from the score of a single answer is open
   * too: the next answer may name its scorer.
   */
  readonly openGoals: number;
}

export async function listActiveFixtures(db: Queryable): Promise<ActiveFixture[]> {
  return db.query<ActiveFixture>(
    `select f.id::float8 as id, f.status, f.kickoff_at, f.final_since, f.followed_at,
       (select count(*)::int from gamekeeper.goal g where g.fixture_id = f.id
          and (g.state = 'detected' or (g.state = 'stable' and (g.settled_at is null
            or (g.kind = 'from-score' and g.last_seen_at = g.first_seen_at))))) as open_goals
     from gamekeeper.fixture f where f.phase = 'active' order by f.id`,
  );
}

/** For fixtures that are over although the upstream never reported it. */
export async function markFinal(db: Queryable, ids: readonly number[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await db.query(
    `update gamekeeper.fixture set final_since = $2
     where id = any($1::bigint[]) and phase = 'active' and final_since is null`,
    [ids, at],
  );
}

/** Skips fixtures that were resumed meanwhile. Returns the ids of the completed ones. */
export async function completeFixtures(db: Queryable, ids: readonly number[], at: Date): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<{ id: number }>(
    `update gamekeeper.fixture set phase = 'completed', completed_at = $2, next_poll_at = null
     where id = any($1::bigint[]) and phase = 'active' and final_since is not null returning id::float8 as id`,
    [ids, at],
  );
  return rows.map(({ id }) => id);
}

function toColumns({ league, home, away, status, goals, penalties, ...row }: FixtureRow): object {
  return {
    ...row,
    leagueId: league.id,
    leagueName: league.name,
    country: league.country,
    season: league.season,
    round: league.round,
    homeId: home.id,
    homeName: home.name,
    awayId: away.id,
    awayName: away.name,
    status: status.code,
    minute: status.minute,
    extraMinute: status.extraMinute,
    homeGoals: goals.home,
    awayGoals: goals.away,
    homePenalties: penalties.home,
    awayPenalties: penalties.away,
  };
}

export interface StoredPoll {
  readonly fixtureId: number;
  readonly number: string;
  readonly askedAt: Date;
  /** The exact bytes of the upstream's item. */
  readonly body: Buffer;
}

export async function drawPollNumber(db: Queryable): Promise<string> {
  const [row] = await db.query<{ number: string }>(
    `select nextval('gamekeeper.fixture_poll_number') as number`,
  );
  if (row === undefined) throw new Error('PostgreSQL returned no number for a poll');
  return row.number;
}

/** Returns false if there is a newer answer, or no such fixture. */
export async function storePoll(
  db: Queryable,
  { fixtureId, number, askedAt, body }: Omit<StoredPoll, 'body'> & { readonly body: Uint8Array },
): Promise<boolean> {
  const rows = await db.query(
    `insert into gamekeeper.fixture_poll as p (fixture_id, number, asked_at, body)
     select f.id, $2, $3, $4 from gamekeeper.fixture f where f.id = $1
     on conflict (fixture_id) do update
       set number = excluded.number, asked_at = excluded.asked_at, body = excluded.body, processed_at = null
       where p.number < excluded.number
     returning 1`,
    [fixtureId, number, askedAt, zstdCompressSync(body)],
  );
  return rows.length > 0;
}

/** Fixtures whose newest answer is not processed. */
export async function findWaitingPolls(db: Queryable): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `select fixture_id::float8 as id from gamekeeper.fixture_poll where processed_at is null order by number`,
  );
  return rows.map(({ id }) => id);
}

/** The fixture's row must be locked. Undefined: the answer is processed already. */
export async function readWaitingPoll(tx: Queryable, fixtureId: number): Promise<StoredPoll | undefined> {
  const [row] = await tx.query<StoredPoll>(
    `select fixture_id::float8 as fixture_id, number, asked_at, body
     from gamekeeper.fixture_poll where fixture_id = $1 and processed_at is null for update`,
    [fixtureId],
  );
  return row && { ...row, body: zstdDecompressSync(row.body) };
}

export async function markPollProcessed(
  tx: Queryable,
  { fixtureId, number }: Pick<StoredPoll, 'fixtureId' | 'number'>,
): Promise<void> {
  await tx.query(
    `update gamekeeper.fixture_poll set processed_at = now() where fixture_id = $1 and number = $2`,
    [fixtureId, number],
  );
}

/** The live topic of today's matches, in UTC. */
export const FOOTBALL_TOPIC = 'football';

/** Notifies followers of the match day and of the fixture; in a transaction, when it commits. */
export async function publishFixtureChange(db: Queryable, fixtureId: number): Promise<void> {
  await publishNotice(db, { topic: `football-fixture/${fixtureId}` });
  await publishNotice(db, { topic: FOOTBALL_TOPIC });
}
