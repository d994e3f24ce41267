/**
 * One look at everything that could grow: memory, handles and threads of each part, rows and bytes of every table in PostgreSQL, files and
 * bytes in the data directory, ClickHouse's among them. Each figure has a name, so that a thing that appears later is seen too.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readMetrics, type Product } from '../harness/product.ts';
import { readProcessTree } from '../harness/process-tree.ts';

export type Sample = ReadonlyMap<string, number>;

export async function takeSample(product: Product): Promise<Sample> {
  const figures = new Map<string, number>();
  const add = (name: string, value: number) => figures.set(name, (figures.get(name) ?? 0) + value);
  // PostgreSQL runs in its own session, but its first process is a child of the product.
  for (const { part, rssBytes, handles, threads } of readProcessTree(product.pid)) {
    if (part === 'other') continue;
    add(`process ${part}: memory bytes`, rssBytes);
    add(`process ${part}: handles`, handles);
    add(`process ${part}: threads`, threads);
  }
  const metric = await readMetrics(product.url);
  add('heap: used bytes', metric('nodejs_heap_size_used_bytes'));
  add('heap: external bytes', metric('nodejs_external_memory_bytes'));
  add('heap: active handles', metric('nodejs_active_handles_total'));
  for (const { name, rows, bytes } of await readPostgresTables(product)) {
    add(`postgres ${name}: rows`, rows);
    add(`postgres ${name}: bytes`, bytes);
  }
  for (const entry of readdirSync(product.directory)) {
    const sizes = fileSizes(join(product.directory, entry));
    add(`files ${entry}: count`, sizes.length);
    add(
      `files ${entry}: bytes`,
      sizes.reduce((sum, size) => sum + size, 0),
    );
  }
  return figures;
}

async function readPostgresTables({ database }: Product) {
  const tables = await database.query<{ name: string; bytes: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name, pg_total_relation_size(c.oid) as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
     order by 1`,
  );
  const counted: { name: string; rows: number; bytes: number }[] = [];
  for (const { name, bytes } of tables) {
    const [row] = await database.query<{ rows: number }>(`select count(*)::int as rows from ${name}`);
    counted.push({ name, rows: row?.rows ?? 0, bytes: Number(bytes) });
  }
  return counted;
}

/** A file that is deleted meanwhile is left out. */
function fileSizes(path: string): number[] {
  try {
    const found = statSync(path);
    if (!found.isDirectory()) return [found.size];
    return readdirSync(path).flatMap((name) => fileSizes(join(path, name)));
  } catch {
    return [];
  }
}
