/**
 * The official client, for a cluster of servers instead of one: statements that make or change something reach all nodes
 * (`cluster-statements.ts`), and questions about tables and parts are asked of all. Everything else passes as it is, through the
 * Distributed tables.
 *
 * Exactness comes before availability here. What the projector writes is acknowledged by a majority of replicas and read back in order, and
 * what it removes is gone on every node when the call returns: while a node is away, such calls fail and the projector waits.
 * Nothing is lost by that, because PostgreSQL has everything. Questions of people are answered by whichever replica is there.
 */
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import { toClusterQuery, toClusterStatements, type ClusterPlace } from './cluster-statements.ts';

/** A node that does not answer within it is named in the error; what it missed it does when it is back. */
const DDL_SECONDS = 60;

export const CLUSTER_WRITER_SETTINGS: ClickHouseSettings = {
  distributed_foreground_insert: 1,
  insert_quorum: 'auto',
  insert_quorum_parallel: 0,
  select_sequential_consistency: '1',
  distributed_product_mode: 'local',
  distributed_ddl_task_timeout: DDL_SECONDS as unknown as string,
  distributed_ddl_output_mode: 'throw',
};

/** Tables that are asked together are dealt to shards alike, so every shard can look things up in its own. */
export const CLUSTER_READER_SETTINGS: ClickHouseSettings = { distributed_product_mode: 'local' };

/** All replicas of all shards, not the one that happens to be asked. */
const WAIT_FOR_ALL = { mutations_sync: '2', alter_sync: '2', lightweight_deletes_sync: '2' } as const;

const CLUSTER = Symbol('cluster');

export function onCluster(client: ClickHouseClient, place: ClusterPlace): ClickHouseClient {
  const command: ClickHouseClient['command'] = async (params) => {
    let result: Awaited<ReturnType<ClickHouseClient['command']>> | undefined;
    for (const query of toClusterStatements(params.query, place)) {
      const clickhouse_settings = { ...params.clickhouse_settings, ...WAIT_FOR_ALL };
      result = await client.command({ ...params, query, clickhouse_settings });
    }
    if (result === undefined) throw new Error(`nothing was run for: ${params.query}`);
    return result;
  };
  const query = (params: Parameters<ClickHouseClient['query']>[0]) =>
    client.query({ ...params, query: toClusterQuery(params.query, place) });
  return new Proxy(client, {
    get(target, key) {
      if (key === 'command') return command;
      if (key === 'query') return query;
      if (key === CLUSTER) return place.cluster;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** Undefined: it talks to a single server. */
export function clusterOf(client: ClickHouseClient): string | undefined {
  return (client as { readonly [CLUSTER]?: string })[CLUSTER];
}
