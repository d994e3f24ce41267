/** The whole product under measurement, in its own process, and what it reports about itself. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeDataDirectory, startProduct, stopProduct } from '../../test/support/product.ts';
import { findRunningPostgres } from '../../src/runtime/postgres/embedded/embedded-postgres.ts';
import { connectDatabase } from './stores.ts';

export type Product = Awaited<ReturnType<typeof openProduct>>;

/** In a directory that is removed with it, or in the one that is given. */
export async function openProduct(environment: Readonly<Record<string, string>> = {}, given?: string) {
  const startedAt = performance.now();
  const directory = given === undefined ? makeDataDirectory() : { path: given, remove: () => undefined };
  const product = startProduct(directory.path, environment);
  const url = await product.ready;
  const startSeconds = (performance.now() - startedAt) / 1000;
  const connection = await findRunningPostgres(join(directory.path, 'postgres'));
  if (connection === undefined) throw new Error(`no PostgreSQL answers in ${directory.path}`);
  const database = connectDatabase(connection, 1);
  return {
    url,
    pid: product.process.pid ?? 0,
    directory: directory.path,
    startSeconds,
    database,
    async stored(): Promise<number> {
      const [row] = await database.query<{ stored: number }>(
        'select count(*)::int as stored from gamekeeper.raw',
      );
      return row?.stored ?? 0;
    },
    async stop() {
      await database.close();
      await stopProduct(product);
      directory.remove();
    },
  };
}

/** Reads `/metrics` and returns a function from the name of a metric without labels to its value. */
export async function readMetrics(url: string): Promise<(name: string) => number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
}

/** Polls for a condition that no event announces. */
export async function until<T>(look: () => T | Promise<T>, everyMs = 20): Promise<Exclude<T, false>> {
  for (;;) {
    const seen = await look();
    if (seen !== false) return seen as Exclude<T, false>;
    await delay(everyMs);
  }
}
