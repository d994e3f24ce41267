/**
 * One ClickHouse engine that passes for a cluster: its configuration names one, all of whose shards are itself, and a front before its port
 * does what the queue of distributed statements would do on the only node. Inserts, questions and everything that Distributed tables
 * do with them are the engine's own. With two shards an insert is split between them and ends in one table, and a question is
 * answered by both: everything counts twice.
 *
 * What it cannot show: replication, Keeper, several machines. Tables are made without `Replicated`.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret } from '#/domain/secret.ts';
import { createClickHouse, type ClickHouse } from '#/runtime/clickhouse/clickhouse.ts';
import { startEmbeddedClickHouse } from '#/runtime/clickhouse/embedded/embedded-clickhouse.ts';
import { silentLog, TEST_LIMITS } from '#/runtime/clickhouse/embedded/server-under-test.ts';
import { startClickHouseHttp } from './clickhouse-http.ts';

export interface ClusterUnderTest {
  readonly clickhouse: ClickHouse;
  /** Every statement that was asked for `on cluster`, as the product wrote it. */
  readonly distributed: readonly string[];
  /** The same server without the name of the cluster; by default, on the same database. */
  alone(database?: string): ClickHouse;
  stop(): Promise<void>;
}

const CLUSTER = 'main';
export const CLUSTER_DATABASE = 'games';
/** ClickHouse takes a shard for its own process when the port is its native one. The engine opens no port, whatever it is told. */
const OWN_PORT = 9_000;

export async function startClusterUnderTest(shards: number): Promise<ClusterUnderTest> {
  const root = await mkdtemp(join(tmpdir(), 'gamekeeper-cluster-'));
  const directory = join(root, 'clickhouse');
  await writeClusterConfig(directory, shards);
  const embedded = await startEmbeddedClickHouse({
    directory,
    readers: 1,
    limits: TEST_LIMITS,
    log: silentLog,
  });
  const distributed: string[] = [];
  const http = await startClickHouseHttp(embedded.connection, (sql) => {
    if (!/\bon cluster\b/.test(sql)) return sql;
    distributed.push(sql);
    return onThisNode(sql);
  });
  const opened: ClickHouse[] = [];
  const open = (cluster: string | undefined, database = CLUSTER_DATABASE): ClickHouse => {
    const clickhouse = createClickHouse(
      { url: new Secret(http.url), cluster },
      { database, limits: TEST_LIMITS, log: silentLog, application: 'test' },
    );
    opened.push(clickhouse);
    return clickhouse;
  };
  return {
    clickhouse: open(CLUSTER),
    distributed,
    alone: (database) => open(undefined, database),
    async stop() {
      await Promise.all(opened.map((one) => one.close()));
      await http.close();
      await embedded.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** The engine merges what lies in `server.d` and `users.d` into its own two files. */
async function writeClusterConfig(directory: string, shards: number): Promise<void> {
  const shard = `<shard><internal_replication>true</internal_replication>
    <replica><host>127.0.0.1</host><port>${OWN_PORT}</port></replica></shard>`;
  for (const folder of ['server.d', 'users.d']) await mkdir(join(directory, folder), { recursive: true });
  await writeFile(
    join(directory, 'server.d', 'cluster.xml'),
    `<clickhouse><tcp_port>${OWN_PORT}</tcp_port><remote_servers><${CLUSTER}>${shard.repeat(shards)}</${CLUSTER}></remote_servers></clickhouse>`,
  );
  await writeFile(
    join(directory, 'users.d', 'cluster.xml'),
    `<clickhouse><users><default><grants replace="replace"><query>GRANT ALL ON *.*</query></grants></default></users></clickhouse>`,
  );
}

function onThisNode(statement: string): string {
  return statement
    .replaceAll(/\s*\bon cluster '\w+'/g, '')
    .replace('ReplicatedMergeTree', 'MergeTree')
    .replace(', replicated_deduplication_window = 0', '');
}
