/** Ranks as a crawl leaves them: two of three players have been seen on the ladder a few times, so that each board's rank is looked up. */
import type { Database } from '../../src/stores/postgres/database.ts';

const SNAPSHOTS = 5;

export async function storeRankSnapshots(database: Database, puuids: readonly string[]): Promise<void> {
  await database.query(
    `insert into gamekeeper.rank_snapshot
     select 'tft', puuid, 'RANKED_TFT', timestamptz '2026-06-01' + make_interval(days => nth), 'euw1', 'MASTER', 'I', 40 * nth, 1, 1
     from unnest($1::text[]) as puuid, generate_series(1, $2) as nth`,
    [puuids.filter((_, at) => at % 3 > 0), SNAPSHOTS],
  );
  await database.query('analyze gamekeeper.rank_snapshot');
}
