/** Looks into both stores and counts game by game; shares nothing with the way in which the projector itself compares them. */
import type { ProjectionUnderTest } from './projection-under-test.ts';

export interface Agreement {
  /** Games that are stored, but not whole in ClickHouse. */
  readonly lost: string[];
  /** Games of which ClickHouse has more rows than there are boards and units. */
  readonly doubled: string[];
  /** Games in ClickHouse that are not stored. */
  readonly strange: string[];
}

export const AGREED: Agreement = { lost: [], doubled: [], strange: [] };
const BOARDS = 8;
const UNITS = 16;

export async function ask<Row>(stage: ProjectionUnderTest, query: string): Promise<Row[]> {
  const result = await stage.clickhouse.writer.query({ query, format: 'JSONEachRow' });
  return result.json<Row>();
}

/** For the bodies of `stored-games.ts`: eight boards of two units each. */
export async function lookAtBoth(stage: ProjectionUnderTest): Promise<Agreement> {
  const stored = await stage.postgres.database.query<{ id: string }>(
    `select id from gamekeeper.match where source = 'tft' and state = 'stored'`,
  );
  const boards = await countBy(stage, 'tft_board');
  const units = await countBy(stage, 'tft_unit');
  const ids = stored.map(({ id }) => id);
  return {
    lost: ids.filter((id) => (boards.get(id) ?? 0) < BOARDS || (units.get(id) ?? 0) < UNITS),
    doubled: ids.filter((id) => (boards.get(id) ?? 0) > BOARDS || (units.get(id) ?? 0) > UNITS),
    strange: [...boards.keys(), ...units.keys()].filter((id) => !ids.includes(id)),
  };
}

async function countBy(stage: ProjectionUnderTest, table: string): Promise<Map<string, number>> {
  const rows = await ask<{ id: string; rows: number }>(
    stage,
    `select concat(upper(platform), '_', toString(number)) as id, toUInt32(count()) as rows from ${table} group by id`,
  );
  return new Map(rows.map(({ id, rows: count }) => [id, count]));
}
