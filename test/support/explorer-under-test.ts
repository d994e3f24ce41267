/** A real explorer on real stores with a few hundred invented boards, for one test file. */
import { createTestClickHouse } from './test-clickhouse.ts';
import { createTestDatabase } from './test-database.ts';
import { createCodeBook } from '#/analytics/tft/code-book.ts';
import { idsOf, insertBoards } from '#/analytics/tft/fixtures/board-rows.ts';
import { inventBoards, STRICT_HOURS } from '#/analytics/tft/fixtures/invented-boards.ts';
import { createTftExplorer, type TftExplorer } from '#/analytics/tft/tft-explorer.ts';
import { createTftNames } from '#/domain/tft/static-names.ts';
import type { Database } from '#/stores/postgres/database.ts';
import { addTftCodes, loadTftCodes } from '#/stores/postgres/tft-code.ts';

export interface ExplorerUnderTest {
  readonly explorer: TftExplorer;
  readonly database: Database;
  stop(): Promise<void>;
}

export async function startExplorerUnderTest(): Promise<ExplorerUnderTest> {
  const postgres = await createTestDatabase();
  const { database } = postgres;
  const clickhouse = await createTestClickHouse(database);
  const boards = inventBoards(60);
  const ids = idsOf(boards);
  for (const kind of ['unit', 'item', 'trait'] as const) await addTftCodes(database, kind, ids[kind]);
  await insertBoards(clickhouse.writer, boards, createCodeBook(await loadTftCodes(database)));
  return {
    database,
    explorer: createTftExplorer({
      clickhouse: clickhouse.reader,
      database,
      names: async () => createTftNames([], {}),
      now: Date.now,
      versionMs: 60_000,
      isPractice: true,
      strictRankHours: STRICT_HOURS,
    }),
    async stop() {
      await clickhouse.drop();
      await postgres.drop();
    },
  };
}
