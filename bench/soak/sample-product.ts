/**
 * One look at everything that could grow: memory, handles and threads of each part, rows and bytes of every table in both stores, files and
 * bytes in the data directory. Each figure has a name, so that a thing that appears later is seen too.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import type pg from 'pg';
import { readProcessTree } from '../process-tree.ts';

export type Sample = ReadonlyMap<string, number>;

export interface Soaked {
  /** The product, the stores and whatever they started are below it. */
  readonly rootPid: number;
  readonly url: string;
  readonly directory: string;
  readonly postgres: pg.Client;
  readonly clickhouse: ClickHouseClient;
}

export async function sampleProduct(soaked: Soaked): Promise<Sample> {
  const figures = new Map<string, number>();
  addProcesses(figures, soaked.rootPid);
  await addHeap(figures, soaked.url);
  await addPostgresTables(figures, soaked.postgres);
  await addClickHouseTables(figures, soaked.clickhouse);
  addFiles(figures, soaked.directory);
  return figures;
}

function addProcesses(figures: Map<string, number>, rootPid: number): void {
  for (const { part, rssBytes, handles, threads } of readProcessTree(rootPid)) {
    if (part === 'other') continue;
    add(figures, `process ${part}: memory bytes`, rssBytes);
    add(figures, `process ${part}: handles`, handles);
    add(figures, `process ${part}: threads`, threads);
  }
}

const HEAP = {
  'heap: used bytes': 'nodejs_heap_size_used_bytes',
  'heap: external bytes': 'nodejs_external_memory_bytes',
  'heap: active handles': 'nodejs_active_handles_total',
  'heap: active requests': 'nodejs_active_requests_total',
} as const;

async function addHeap(figures: Map<string, number>, url: string): Promise<void> {
  const text = await (await fetch(`${url}/metrics`)).text();
  for (const [name, metric] of Object.entries(HEAP))
    figures.set(name, Number(new RegExp(`^${metric} (\\S+)$`, 'm').exec(text)?.[1] ?? 0));
  // Labels that clients or data can make up would show here.
  figures.set('metrics: lines', text.split('\n').length);
}

async function addPostgresTables(figures: Map<string, number>, client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query<{ name: string; bytes: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name, pg_total_relation_size(c.oid) as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
     order by 1`,
  );
  for (const { name, bytes } of tables) {
    const { rows } = await client.query<{ rows: number }>(`select count(*)::int as rows from ${name}`);
    figures.set(`postgres ${name}: rows`, rows[0]?.rows ?? 0);
    figures.set(`postgres ${name}: bytes`, Number(bytes));
  }
  const { rows } = await client.query<{ connections: number }>(
    `select count(*)::int as connections from pg_stat_activity where backend_type = 'client backend'`,
  );
  figures.set('postgres: connections', rows[0]?.connections ?? 0);
}

async function addClickHouseTables(figures: Map<string, number>, client: ClickHouseClient): Promise<void> {
  const result = await client.query({
    query: `select database || '.' || table as name, toUInt32(sum(rows)) as rows, toUInt64(sum(bytes_on_disk)) as bytes,
                   toUInt32(count()) as parts
            from system.parts where active group by name order by name`,
    format: 'JSONEachRow',
  });
  for (const { name, rows, bytes, parts } of await result.json<
    Record<'name' | 'rows' | 'bytes' | 'parts', string>
  >()) {
    figures.set(`clickhouse ${name}: rows`, Number(rows));
    figures.set(`clickhouse ${name}: bytes`, Number(bytes));
    figures.set(`clickhouse ${name}: parts`, Number(parts));
  }
}

function addFiles(figures: Map<string, number>, directory: string): void {
  for (const entry of readdirSync(directory)) {
    const { files, bytes } = weigh(join(directory, entry));
    figures.set(`files ${entry}: count`, files);
    figures.set(`files ${entry}: bytes`, bytes);
  }
}

function weigh(path: string): { files: number; bytes: number } {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return { files: 0, bytes: 0 };
    if (!found.isDirectory()) return { files: 1, bytes: found.size };
    return readdirSync(path)
      .map((name) => weigh(join(path, name)))
      .reduce((sum, one) => ({ files: sum.files + one.files, bytes: sum.bytes + one.bytes }), {
        files: 0,
        bytes: 0,
      });
  } catch {
    return { files: 0, bytes: 0 }; // It was deleted while we looked.
  }
}

function add(figures: Map<string, number>, name: string, value: number): void {
  figures.set(name, (figures.get(name) ?? 0) + value);
}
