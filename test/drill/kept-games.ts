/**
 * What the product has kept, read from its stores with statements of our own: PostgreSQL while it runs (it outlives every kill),
 * ClickHouse when the product has stopped, because one process alone may have the embedded engine open.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { createClickHouse } from '../../src/stores/clickhouse/clickhouse.ts';
import { startEmbeddedClickHouse } from '../../src/stores/clickhouse/embedded/embedded-clickhouse.ts';
import { findRunningPostgres } from '../../src/stores/postgres/embedded/embedded-postgres.ts';
import { connectTo, WATCHER } from '../support/acknowledged-rows.ts';
import { until } from '../support/until.ts';

export interface KeptGame {
  readonly id: string;
  readonly state: 'wanted' | 'stored' | 'gone' | 'quarantined';
  readonly reason: string | null;
  readonly bodies: number;
}

export interface BoardsOfGame {
  readonly number: string;
  readonly boards: number;
  readonly seats: number;
  readonly units: number;
}

/** Undefined: no PostgreSQL runs there. */
async function withPostgres<T>(
  directory: string,
  ask: (client: pg.Client) => Promise<T>,
): Promise<T | undefined> {
  if ((await findRunningPostgres(join(directory, 'postgres'))) === undefined) return undefined;
  const client = await connectTo(directory);
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}

/** After the last transaction of a killed process: PostgreSQL still completes the statements that it had received. */
export async function readGamesOfDead(directory: string): Promise<KeptGame[]> {
  const games = await withPostgres(directory, async (client) => {
    await until('PostgreSQL has let go of the killed process', 10_000, async () => {
      const { rows } = await client.query<{ others: number }>(
        `select count(*)::int as others from pg_stat_activity
         where backend_type = 'client backend' and application_name <> $1`,
        [WATCHER],
      );
      return rows[0]?.others === 0;
    });
    return selectGames(client);
  });
  return games ?? [];
}

export async function readGames(directory: string): Promise<KeptGame[]> {
  return (await withPostgres(directory, selectGames)) ?? [];
}

async function selectGames(client: pg.Client): Promise<KeptGame[]> {
  // A process that was killed in its first seconds has made no tables yet.
  const made = await client.query<{ found: string | null }>(
    `select to_regclass('gamekeeper.raw')::text as found`,
  );
  if (made.rows[0]?.found === null) return [];
  const { rows } = await client.query<KeptGame>(
    `select coalesce(m.id, r.id) as id, coalesce(m.state, 'unknown') as state, m.reason, count(r.id)::int as bodies
     from (select * from gamekeeper.match where source = 'tft') m
     full join (select id from gamekeeper.raw where source = 'tft' and kind = 'match') r on r.id = m.id
     group by 1, 2, 3`,
  );
  return rows;
}

/** Games whose state and body do not belong together: the two are written in one transaction. */
export function findTorn(games: readonly KeptGame[]): string[] {
  return games
    .filter(({ state, bodies }) => {
      if (state === 'stored') return bodies !== 1;
      return state === 'quarantined' ? bodies > 1 : bodies !== 0;
    })
    .map(({ id, state, bodies }) => `${id} is ${state} and has ${bodies} bodies`);
}

/**
 * What stands between now and the end of the crawl, by name; all 0: it has run dry. With `hastens`, a game that waits for its next
 * attempt counts as well: it may have failed after the waits were shortened last.
 */
export async function readWorkLeft(
  directory: string,
  platforms: readonly string[],
  hastens = false,
): Promise<Record<string, number> | undefined> {
  return withPostgres(directory, async (client) => {
    const { rows } = await client.query<Record<string, number>>(
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
    return rows[0];
  });
}

interface JobTrouble {
  readonly kind: string;
  readonly outcome: string;
  readonly reason: string | null;
  readonly times: number;
}

export interface Scars {
  /** Runs that ended badly, by kind and reason. */
  readonly troubles: readonly JobTrouble[];
  /** Batches that a kill left half-way between the stores, and that were taken back. */
  readonly voidBatches: number;
}

/** What the kills have left behind. */
export async function readScars(directory: string): Promise<Scars> {
  const scars = await withPostgres(directory, async (client) => {
    const { rows: troubles } = await client.query<JobTrouble>(
      `select kind, outcome, reason, count(*)::int as times from gamekeeper.job_log
       where outcome in ('retried', 'dead-lettered') group by 1, 2, 3 order by 1, 2, 3`,
    );
    const { rows: batches } = await client.query<{ void: number }>(
      `select count(*)::int as void from gamekeeper.batch where state = 'void'`,
    );
    return { troubles, voidBatches: batches[0]?.void ?? 0 };
  });
  return scars ?? { troubles: [], voidBatches: 0 };
}

export async function readBoards(
  directory: string,
): Promise<{ readonly boards: BoardsOfGame[]; readonly unitRows: number }> {
  const log = pino({ level: 'silent' });
  const limits = { seconds: 60, memoryBytes: 1e9, resultRows: 1_000_000 };
  const engine = await startEmbeddedClickHouse({
    directory: join(directory, 'clickhouse'),
    readers: 1,
    limits,
    log,
  });
  const clickhouse = createClickHouse(engine.connection, {
    database: 'gamekeeper',
    limits,
    log,
    application: 'drill',
  });
  const ask = async <Row>(query: string): Promise<Row[]> =>
    (await clickhouse.reader.query({ query, format: 'JSONEachRow' })).json<Row>();
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

/** For a drill that ends before its last life could: nobody else would stop the server that outlives kills. */
export async function stopLeftPostgres(directory: string): Promise<void> {
  const pid = await withPostgres(directory, async (client) => {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    const file = readFileSync(join(rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8');
    return Number(file.split('\n')[0]);
  });
  if (pid === undefined) return;
  process.kill(pid, 'SIGINT');
  await until('the PostgreSQL that was left has stopped', 20_000, () => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true; // There is no such process any more.
    }
  });
}
