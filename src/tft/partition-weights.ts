/** What the tables of ClickHouse weigh, by partition: read from its list of parts, which costs next to nothing and needs no right to write. */
import type { ClickHouseReader } from '#/runtime/clickhouse/clickhouse.ts';

export interface PartitionWeight {
  readonly table: string;
  readonly partition: string;
  readonly rows: number;
  /** Compressed, on disk. */
  readonly bytes: number;
}

/** Largest first. Of the server that answers: in a cluster, another one may have other parts. */
export async function readPartitionWeights(client: ClickHouseReader): Promise<PartitionWeight[]> {
  return client.query<PartitionWeight>(`select table, partition, toFloat64(sum(rows)) as rows, toFloat64(sum(bytes_on_disk)) as bytes
            from system.parts where database = currentDatabase() and active
            group by table, partition order by bytes desc, table, partition`);
}
