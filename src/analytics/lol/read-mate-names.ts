/** What the players behind hashes were called in the newest of their stored games. Who has no name there (it was not kept) is left out. */
import type { ClickHouseReader } from '#/runtime/clickhouse/clickhouse.ts';
import type { MateName } from '#/domain/lol/history/mates.ts';
import { ask } from '../ask.ts';

type Row = [player: string, gameName: string, tagLine: string];

export async function readMateNames(
  clickhouse: ClickHouseReader,
  mates: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, MateName>> {
  if (mates.length === 0) return new Map();
  const statement = {
    query: `select toString(player), name, tag from lol_participant
where player in {mates:Array(UInt64)} and name != ''
order by started_at desc limit 1 by player`,
    // As numbers: the client would put texts into quotes, and a list of them is no list of numbers.
    parameters: { mates: mates.map(BigInt) },
  };
  const rows = await ask<Row>(clickhouse, statement, signal);
  return new Map(rows.map(([player, gameName, tagLine]) => [player, { gameName, tagLine }]));
}
