/** A real explorer on real stores with a few hundred invented boards, for one test file. */
import { createTestClickHouse, type TestClickHouse } from './test-clickhouse.ts';
import { createTestDatabase } from './test-database.ts';
import { createCodeBook } from '#/analytics/tft/code-book.ts';
import { idsOf, insertBoards } from '#/analytics/tft/fixtures/board-rows.ts';
import { inventBoards, STRICT_HOURS, type InventedBoard } from '#/analytics/tft/fixtures/invented-boards.ts';
import { createTftExplorer, type TftExplorer } from '#/analytics/tft/tft-explorer.ts';
import { createTftNames } from '#/domain/tft/static-names.ts';
import type { ClickHouse } from '#/runtime/clickhouse/clickhouse.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { addTftCodes, loadTftCodes } from '../../src/tft/codes.ts';

export interface ExplorerUnderTest {
  readonly explorer: TftExplorer;
  readonly database: Database;
  readonly clickhouse: TestClickHouse;
  stop(): Promise<void>;
}

export async function startExplorerUnderTest(boards = inventBoards(60)): Promise<ExplorerUnderTest> {
  const postgres = await createTestDatabase();
  const { database } = postgres;
  const clickhouse = await createTestClickHouse(database);
  await addCodes(database, boards);
  await insertBoards(clickhouse.writer, boards, createCodeBook(await loadTftCodes(database)));
  return {
    database,
    clickhouse,
    explorer: explorerOn(database, clickhouse),
    async stop() {
      await clickhouse.drop();
      await postgres.drop();
    },
  };
}

export async function addCodes(database: Database, boards: readonly InventedBoard[]): Promise<void> {
  const ids = idsOf(boards);
  for (const kind of ['unit', 'item', 'trait'] as const) await addTftCodes(database, kind, ids[kind]);
}

/** Without a clock, time stands still. */
export function explorerOn(
  database: Database,
  { reader }: Pick<ClickHouse, 'reader'>,
  now: () => number = () => 0,
): TftExplorer {
  return createTftExplorer({
    clickhouse: reader,
    database,
    names: async () => createTftNames([], {}),
    now,
    versionMs: 1_000,
    isPractice: true,
    strictRankHours: STRICT_HOURS,
  });
}
