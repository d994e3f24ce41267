/** A connection to the PostgreSQL of a product under test. */
import { join } from 'node:path';
import pg from 'pg';
import { toClientConfig } from '../../src/runtime/postgres/database.ts';
import { findRunningPostgres } from '../../src/runtime/postgres/embedded/embedded-postgres.ts';

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
