/**
 * What the product has stored, read with SQL of our own: PostgreSQL while it runs (it outlives every kill), ClickHouse when the product has
 * stopped, because only one process can open the embedded engine.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { createClickHouse } from '../../src/runtime/clickhouse/clickhouse.ts';
import { startEmbeddedClickHouse } from '../../src/runtime/clickhouse/embedded/embedded-clickhouse.ts';
import { findRunningPostgres } from '../../src/runtime/postgres/embedded/embedded-postgres.ts';
import { connectTo, WATCHER } from '../support/acknowledged-rows.ts';
import { until } from '../support/until.ts';

export type Ask = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** Waits for a PostgreSQL that does not answer. */
export function askIn(directory: string): Ask {
  return async <Row extends object>(text: string, values: readonly unknown[] = []) => {
    const client = await until('PostgreSQL answers', 60_000, () => connectTo(directory));
    try {
      return (await client.query<Row>(text, [...values])).rows;
    } finally {
      await client.end().catch(() => undefined); // It may have been cut meanwhile.
    }
  };
}

export interface KeptGame {
  readonly id: string;
  readonly state: 'wanted' | 'stored' | 'gone' | 'quarantined';
  readonly reason: string | null;
  readonly bodies: number;
}

/** What stands between now and the end, by name; undefined: PostgreSQL or its tables are not there. */
export type WorkLeft = Readonly<Record<string, number>> | undefined;

export interface BoardsOfGame {
  readonly number: string;
  readonly boards: number;
  readonly seats: number;
  readonly units: number;
}

const isRunning = async (directory: string): Promise<boolean> =>
  (await findRunningPostgres(join(directory, 'postgres'))) !== undefined;

/** After the last transaction of a killed process: PostgreSQL still completes the statements that it had received. */
export async function readGamesOfDead(directory: string): Promise<KeptGame[]> {
  if (!(await isRunning(directory))) return [];
  const ask = askIn(directory);
  await until('PostgreSQL has closed the sessions of the killed process', 10_000, async () => {
    const others = await ask(
      `select from pg_stat_activity where backend_type = 'client backend' and application_name <> $1`,
      [WATCHER],
    );
    return others.length === 0;
  });
  return readGames(ask);
}

export async function readGames(ask: Ask): Promise<KeptGame[]> {
  // A process that was killed in its first seconds has made no tables yet.
  const [made] = await ask<{ found: string | null }>(`select to_regclass('gamekeeper.raw')::text as found`);
  if ((made?.found ?? null) === null) return [];
  return ask<KeptGame>(
    `select coalesce(m.id, r.id) as id, coalesce(m.state, 'unknown') as state, m.reason, count(r.id)::int as bodies
     from (select * from gamekeeper.match where source = 'tft') m
     full join (select id from gamekeeper.raw where source = 'tft' and kind = 'match') r on r.id = m.id
     group by 1, 2, 3`,
  );
}

/** Matches whose state and body do not belong together: the two are written in one transaction. */
export function findTorn(games: readonly KeptGame[]): string[] {
  return games
    .filter(({ state, bodies }) => {
      if (state === 'stored') return bodies !== 1;
      return state === 'quarantined' ? bodies > 1 : bodies !== 0;
    })
    .map(({ id, state, bodies }) => `${id} is ${state} and has ${bodies} bodies`);
}

/** All 0: the crawl is over. With `hastens`, a match that waits for its next attempt counts too: it may have failed just now. */
export async function readWorkLeft(
  ask: Ask,
  platforms: readonly string[],
  hastens: boolean,
): Promise<WorkLeft> {
  const [left] = await ask<Record<string, number>>(
    `select cardinality($1::text[]) - (select count(distinct key)::int from gamekeeper.job_log
              where kind = 'tft/read-ladder' and outcome = 'done' and key = any($1)) as ladders,
            (select count(*)::int from pgboss.job where state <= 'active' and name like 'tft/%'
               and start_after <= now() + interval '5 seconds') as jobs,
            (select count(*)::int from gamekeeper.player where listing_since is not null) as players,
            (select count(*)::int from gamekeeper.match
             where state = 'wanted' and (next_at is null or next_at <= now()
               or ($2 and reason not like 'notFound%'))) as games`,
    [platforms, hastens],
  );
  return left;
}

/** What the kills have left behind. */
export interface Scars {
  /** Runs of jobs that ended badly, by kind and reason. */
  readonly troubles: readonly {
    readonly kind: string;
    readonly outcome: string;
    readonly reason: string | null;
    readonly times: number;
  }[];
  /** Batches that a kill left half-way between the stores, and that were taken back. */
  readonly voidBatches: number;
}

export async function readScars(ask: Ask): Promise<Scars> {
  const troubles = await ask<Scars['troubles'][number]>(
    `select kind, outcome, reason, count(*)::int as times from gamekeeper.job_log
     where outcome in ('retried', 'dead-lettered') group by 1, 2, 3 order by 1, 2, 3`,
  );
  const batches = await ask(`select from gamekeeper.batch where state = 'void'`);
  return { troubles, voidBatches: batches.length };
}

export async function readBoards(
  directory: string,
): Promise<{ readonly boards: BoardsOfGame[]; readonly unitRows: number }> {
  const log = pino({ level: 'silent' });
  const limits = { seconds: 60, memoryBytes: 1e9, resultRows: 1_000_000 };
  const place = join(directory, 'clickhouse');
  const engine = await startEmbeddedClickHouse({ directory: place, readers: 1, limits, log });
  const database = { database: 'gamekeeper', limits, log, application: 'drill' };
  const clickhouse = createClickHouse(engine.connection, database);
  const ask = async <Row>(query: string): Promise<Row[]> => clickhouse.reader.query<Row>(query);
  try {
    const boards = await ask<BoardsOfGame>(
      `select toString(number) as number, toUInt32(count()) as boards, toUInt32(uniqExact(seat)) as seats,
              toUInt32(sum(unit_count)) as units
       from tft_board group by number`,
    );
    const [units] = await ask<{ rows: number }>('select toUInt32(count()) as rows from tft_unit');
    return { boards, unitRows: units?.rows ?? 0 };
  } finally {
    await clickhouse.close();
    await engine.stop();
  }
}

/** The server that outlived a killed product, if there is one. */
export async function stopLeftPostgres(directory: string): Promise<void> {
  if (!(await isRunning(directory))) return;
  const [row] = await askIn(directory)<{ data_directory: string }>('show data_directory');
  const pid = Number(readFileSync(join(row?.data_directory ?? '', 'postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGINT');
  await until('PostgreSQL has stopped', 20_000, () => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true; // There is no such process any more.
    }
  });
}
