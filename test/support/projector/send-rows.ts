/** Writes rows to projected tables as the projector does, for tests that need rows without bodies. */
import type { ClickHouseWriter } from '#/runtime/clickhouse/clickhouse.ts';
import { insertBatchPart } from '#/runtime/clickhouse/insert-batch.ts';
import type { RowTable, TableWriter } from '#/runtime/clickhouse/row-table.ts';

interface Destination {
  readonly partition: string;
  readonly batch: number;
}

export async function sendRows<Entry>(
  client: ClickHouseWriter,
  tables: readonly RowTable<Entry>[],
  records: readonly Entry[],
  { partition, batch }: Destination,
  /** Default: new ones. */
  writers: readonly TableWriter<Entry>[] = tables.map((table) => table.openWriter()),
): Promise<void> {
  for (const writer of writers) for (const record of records) writer.add(record);
  for (const [at, { name: table, columns }] of tables.entries()) {
    const block = writers[at]?.block(partition, batch) ?? null;
    if (block === null) continue;
    await insertBatchPart(client, { batch, table, columns: columns.map(({ name }) => name), block }, at);
  }
}
