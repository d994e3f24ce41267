/** The embedded ClickHouse in a folder of its own, reached as the product reaches it: the official client, a reader and a writer. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { pino } from 'pino';
import { createClickHouse, type ClickHouse } from '../../src/stores/clickhouse/clickhouse.ts';
import { startEmbeddedClickHouse } from '../../src/stores/clickhouse/embedded/embedded-clickhouse.ts';

export interface Engine {
  readonly clickhouse: ClickHouse;
  /** For everything that is not the engine's; removed with it. */
  readonly directory: string;
  /** Processor time that the engine has used. */
  cpuMs(): number;
  stop(): Promise<void>;
}

export const THREADS = 2;
/** Wider than the product's, for the sake of the layouts that it is compared with. */
const LIMITS = { seconds: 120, memoryBytes: 8e9, resultRows: 100_000 };

export async function startEngine(): Promise<Engine> {
  const directory = await mkdtemp(join(tmpdir(), 'gamekeeper-explore-'));
  const log = pino({ level: 'error' }, pino.destination(2));
  const embedded = await startEmbeddedClickHouse({
    directory: join(directory, 'clickhouse'),
    readers: 3,
    limits: LIMITS,
    log,
  });
  const unbound = createClickHouse(embedded.connection, {
    database: 'default',
    limits: LIMITS,
    log,
    application: 'gamekeeper-bench',
  });
  const clickhouse = { ...unbound, reader: withThreads(unbound.reader) };
  return {
    clickhouse,
    directory,
    cpuMs: () => processorMs(embedded.describe().pid),
    async stop() {
      await clickhouse.close();
      await embedded.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export async function ask<Row>(
  { reader }: ClickHouse,
  query: string,
  parameters: Readonly<Record<string, unknown>> = {},
): Promise<Row[]> {
  const result = await reader.query({
    query,
    query_params: { ...parameters },
    format: 'JSONCompactEachRow',
  });
  return result.json<Row>();
}

/** Everybody gets the same two, also where there are more cores; the product leaves it to the engine. */
function withThreads(reader: ClickHouseClient): ClickHouseClient {
  return new Proxy(reader, {
    get(target, key) {
      const member = Reflect.get(target, key, target) as unknown;
      if (key !== 'query') return member;
      const query: ClickHouseClient['query'] = (params) =>
        target.query({
          ...params,
          clickhouse_settings: { ...params.clickhouse_settings, max_threads: THREADS },
        });
      return query;
    },
  });
}

const MS_A_TICK = 10;

/** Of all threads of a process; 0 where there is no /proc. */
export function processorMs(pid: number | null): number {
  if (process.platform !== 'linux' || pid === null) return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_A_TICK;
}
