/**
 * DuckDB on the same rows: units sorted as ours are, boards with lists, whole numbers instead of names, in a file of its own, with
 * two threads, asked inside this process (so without any HTTP).
 */
import { createWriteStream } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { duckdbQuestions } from './duckdb-questions.ts';
import { processorMs, THREADS, type Engine } from './engine.ts';
import { BOARD_NUMBER } from './layouts/layout.ts';
import type { AnswerRow, Contender } from './measure.ts';
import { toAnswerSql, type Subject } from './question.ts';

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

export async function openDuckDb(
  { clickhouse, directory }: Engine,
  patches: readonly number[],
): Promise<Contender & { readonly seconds: number; readonly close: () => void }> {
  for (const patch of patches)
    for (const [name, query] of Object.entries({ units: UNITS, boards: BOARDS })) {
      const file = createWriteStream(join(directory, `${name}-${patch}.parquet`));
      const { stream } = await clickhouse.writer.exec({
        query: `${query} format Parquet`,
        query_params: { patch },
      });
      await pipeline(stream, file);
    }
  // No import that the compiler could follow: the checks have to pass where the peer is not installed.
  const { DuckDBInstance } = createRequire(import.meta.url)('@duckdb/node-api') as DuckDb;
  const instance = await DuckDBInstance.create(join(directory, 'duck.db'), {
    threads: String(THREADS),
    memory_limit: '8GB',
  });
  const connection = await instance.connect();
  const startedAt = performance.now();
  for (const name of ['units', 'boards'])
    for (const patch of patches) {
      const from = `read_parquet('${join(directory, `${name}-${patch}.parquet`)}')`;
      const isFirst = patch === patches[0];
      await connection.run(
        isFirst
          ? `create table ${name} as select * from ${from}`
          : `insert into ${name} select * from ${from}`,
      );
    }
  await connection.run('checkpoint');
  return {
    name: 'duckdb',
    cpuMs: () => processorMs(process.pid),
    seconds: (performance.now() - startedAt) / 1000,
    async ask(question, subject) {
      const sql = toAnswerSql(withValues(duckdbQuestions[question], subject));
      const result = await connection.runAndReadAll(sql);
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
