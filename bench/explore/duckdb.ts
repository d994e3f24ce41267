/**
 * DuckDB on the same rows: units sorted as ours are, boards with lists, numbers instead of names, in a file, with the same number of
 * threads. It is asked inside this process, so without HTTP.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cpuSeconds } from '../harness/process-tree.ts';
import { round } from '../harness/statistics.ts';
import { exportParquet, type OpenClickHouse } from '../harness/stores.ts';
import { PATCHES } from './boards.ts';
import { DUCKDB_QUESTIONS } from './duckdb-questions.ts';
import { toAnswerSql, type AnswerRow, type Contender, type Subject } from './questions.ts';
import { BOARD_NUMBER } from './tables.ts';

interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRowsJson(): unknown[][] }>;
  closeSync(): void;
}
interface DuckDb {
  readonly DuckDBInstance: {
    create(
      path: string,
      options: Readonly<Record<string, string>>,
    ): Promise<{ connect(): Promise<Connection>; closeSync(): void }>;
  };
}

const UNITS = `select patch, units[k] as unit, lp, ${BOARD_NUMBER} as board, place, toUInt8(arrayEnumerateUniq(units)[k] - 1) as copy,
  stars[k] as stars, items[k * 3 - 2] as item_1, items[k * 3 - 1] as item_2, items[k * 3] as item_3, region, queue,
  toUInt16(toRelativeDayNum(ended)) as day
from source array join arrayEnumerate(units) as k where patch = {patch:UInt16} order by unit, lp`;
const BOARDS = `select patch, lp, ${BOARD_NUMBER} as board, place, level, region, queue, toUInt16(toRelativeDayNum(ended)) as day, five_costs,
  composition, arrayDistinct(units) as unit_set, arrayDistinct(arrayFilter(item -> item > 0, items)) as item_set, tiers
from source where patch = {patch:UInt16} order by lp`;

export interface OpenDuckDb extends Contender {
  readonly fillSeconds: number;
  close(): void;
}

export async function openDuckDb(
  engine: OpenClickHouse,
  directory: string,
  threads: number,
): Promise<OpenDuckDb> {
  const files = PATCHES.flatMap((patch) =>
    Object.entries({ units: UNITS, boards: BOARDS }).map(([table, query]) => ({
      table,
      query,
      patch,
      path: join(directory, `${table}-${patch}.parquet`),
    })),
  );
  for (const { query, patch, path } of files) {
    await exportParquet(engine, query.replaceAll('{patch:UInt16}', String(patch)), path);
  }
  // Not an import that the compiler follows: the checks pass where the peer is not installed.
  const { DuckDBInstance } = createRequire(import.meta.url)('@duckdb/node-api') as DuckDb;
  const options = { threads: String(threads), memory_limit: '8GB' };
  const instance = await DuckDBInstance.create(join(directory, 'duck.db'), options);
  const connection = await instance.connect();
  const startedAt = performance.now();
  for (const { table, patch, path } of files)
    await connection.run(
      `${patch === PATCHES[0] ? `create table ${table} as` : `insert into ${table}`} select * from read_parquet('${path}')`,
    );
  await connection.run('checkpoint');
  return {
    cpuSeconds: () => cpuSeconds(process.pid),
    fillSeconds: round((performance.now() - startedAt) / 1000),
    async ask(question, subject) {
      const result = await connection.runAndReadAll(
        toAnswerSql(withValues(DUCKDB_QUESTIONS[question], subject)),
      );
      return result.getRowsJson() as AnswerRow[];
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

function withValues(sql: string, subject: Subject): string {
  return sql.replaceAll(/\$(\w+)/g, (_, name: keyof Subject) => String(subject[name]));
}
