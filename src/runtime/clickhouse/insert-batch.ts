/**
 * Sends the rows of one batch that belong to one partition of one table, as one block. The name of the insert shows the next
 * projector whether it is still running.
 *
 * No deduplication token: its log is written before the part, so a crash between the two turned the repeated insert into nothing
 * (two acknowledged batches were lost in 212 kills).
 */
import type { ClickHouseReader, ClickHouseWriter } from './clickhouse.ts';
import { systemProcesses } from './cluster.ts';
import type { NativeBlock } from './native-block.ts';

export interface BatchPart {
  readonly batch: number;
  readonly table: string;
  readonly columns: readonly string[];
  readonly block: NativeBlock;
}

export function insertBatchPart(
  client: ClickHouseWriter,
  { batch, table, columns, block }: BatchPart,
  place: number,
): Promise<void> {
  return client.insert({ table, columns, block, name: `${namePrefix(batch)}${table}-${place}` });
}

/** Whether an insert of the batch is still running; its outcome cannot be known before it ends. */
export async function isInsertRunning(client: ClickHouseReader, batch: number): Promise<boolean> {
  const [row] = await client.query<{ running: number | string }>(
    `select count() as running from ${systemProcesses(client)}
     where startsWith(query_id, {name:String}) or startsWith(Settings['log_comment'], {name:String})`,
    { params: { name: namePrefix(batch) } },
  );
  return Number(row?.running ?? 0) > 0;
}

function namePrefix(batch: number): string {
  return `gamekeeper-batch-${batch}-`;
}
