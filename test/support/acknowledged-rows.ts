/**
 * The oracle of the fault tests: rows are written to the product's PostgreSQL as fast as they are acknowledged, through
 * whatever happens to it, and at the end every acknowledged one must be there once.
 */
import { join } from 'node:path';
import pg from 'pg';
import { toClientConfig } from '../../src/stores/postgres/database.ts';
import { findRunningPostgres } from '../../src/stores/postgres/embedded/embedded-postgres.ts';

export interface RowWriter {
  acknowledged(): number;
  stop(): Promise<number[]>;
}

/** Sessions of a test, told apart from those of the product. */
export const WATCHER = 'test';

export async function connectTo(dataDirectory: string): Promise<pg.Client> {
  const connection = await findRunningPostgres(join(dataDirectory, 'postgres'));
  if (connection === undefined) throw new Error(`no PostgreSQL answers in ${dataDirectory}`);
  const client = new pg.Client({ ...toClientConfig(connection), application_name: WATCHER });
  client.on('error', () => undefined); // Being cut off is what these tests do; the statement in flight fails.
  await client.connect();
  return client;
}

export function writeRows(dataDirectory: string): RowWriter {
  const acknowledged: number[] = [];
  const state = { stopped: false };
  const running = writeUntilStopped(dataDirectory, acknowledged, state);
  return {
    acknowledged: () => acknowledged.length,
    async stop() {
      state.stopped = true;
      await running;
      return acknowledged;
    },
  };
}

async function writeUntilStopped(
  dataDirectory: string,
  acknowledged: number[],
  state: { stopped: boolean },
): Promise<void> {
  let next = 1;
  while (!state.stopped) {
    const client = await connectTo(dataDirectory).catch(() => undefined);
    if (client === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 20)); // There is no event for "a server appeared".
      continue;
    }
    try {
      await client.query('create table if not exists public.oracle (id int primary key)');
      while (!state.stopped) {
        await client.query('insert into public.oracle values ($1)', [next]);
        acknowledged.push(next);
        next++;
      }
    } catch {
      next++; // Unknown whether this one is in; it is not acknowledged, so it may or may not be.
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** The acknowledged rows that are not there. */
export async function findLost(dataDirectory: string, acknowledged: readonly number[]): Promise<number[]> {
  const client = await connectTo(dataDirectory);
  try {
    const { rows } = await client.query<{ id: number }>('select id from public.oracle');
    const present = new Set(rows.map((row) => row.id));
    return acknowledged.filter((id) => !present.has(id));
  } finally {
    await client.end();
  }
}
