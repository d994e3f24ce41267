/** Looks into both stores and counts game by game; shares nothing with the way in which the projector itself compares them. */
import type { ProjectionUnderTest } from './projection-under-test.ts';

export interface Agreement {
  /** Games that are stored, but not whole in ClickHouse. */
  readonly lost: string[];
  /** Games of which ClickHouse has more rows than there are boards, units and items. */
  readonly doubled: string[];
  /** Games in ClickHouse that are not stored. */
  readonly strange: string[];
}

export const AGREED: Agreement = { lost: [], doubled: [], strange: [] };
/** Of one game, for the bodies of `stored-games.ts`: eight boards of two units each, of which one has two items. */
const ROWS: Readonly<Record<string, number>> = { tft_board: 8, tft_unit: 16, tft_item: 16 };

export async function ask<Row>(stage: ProjectionUnderTest, query: string): Promise<Row[]> {
  return stage.clickhouse.writer.query<Row>(query);
}

export async function lookAtBoth(stage: ProjectionUnderTest): Promise<Agreement> {
  const stored = await stage.postgres.database.query<{ id: string; game: number }>(
    `select raw.id, raw.game from gamekeeper.raw join gamekeeper.match using (source, id)
     where source = 'tft' and state = 'stored'`,
  );
  const ids = new Map(stored.map(({ game, id }) => [game, id]));
  const agreement: Agreement = { lost: [], doubled: [], strange: [] };
  for (const [table, rows] of Object.entries(ROWS)) {
    const found = await countGames(stage, table);
    for (const [game, id] of ids) {
      const count = found.get(game) ?? 0;
      if (count < rows) agreement.lost.push(id);
      if (count > rows) agreement.doubled.push(id);
    }
    for (const game of found.keys()) if (!ids.has(game)) agreement.strange.push(`game ${game} in ${table}`);
  }
  const { lost, doubled, strange } = agreement;
  return { lost: [...new Set(lost)], doubled: [...new Set(doubled)], strange };
}

async function countGames(stage: ProjectionUnderTest, table: string): Promise<Map<number, number>> {
  const rows = await ask<{ game: number; rows: number }>(
    stage,
    `select toUInt32(board % 536870912) as game, toUInt32(count()) as rows from ${table} group by game`,
  );
  return new Map(rows.map(({ game, rows: count }) => [game, count]));
}
