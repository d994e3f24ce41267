/**
 * The explorer on Distributed tables over two shards, held against plain ones. Both shards are the same engine and the same rows
 * (`test/support/clickhouse-cluster.ts`), so everything must be counted exactly twice.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROJECTED_TABLES } from '#/app/open-projector.ts';
import type { ClickHouse } from '#/runtime/clickhouse/clickhouse.ts';
import { createMissingTables } from '#/runtime/clickhouse/projected-tables.ts';
import { loadTftCodes } from '#/tft/codes.ts';
import { type ClusterUnderTest, startClusterUnderTest } from '../../../test/support/clickhouse-cluster.ts';
import { addCodes, explorerOn } from '../../../test/support/explorer-under-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { createCodeBook } from './code-book.ts';
import { arbitraryQuestion } from './fixtures/arbitrary-question.ts';
import { insertBoards } from './fixtures/board-rows.ts';
import { inventBoards } from './fixtures/invented-boards.ts';
import type { TftExploration, TftExplorer } from './tft-explorer.ts';

const never = new AbortController().signal;
const boards = inventBoards(80);
let postgres: TestDatabase;
let cluster: ClusterUnderTest;
let sharded: TftExplorer;
let plain: TftExplorer;

beforeAll(async () => {
  [postgres, cluster] = await Promise.all([createTestDatabase(), startClusterUnderTest(2)]);
  const { database } = postgres;
  await addCodes(database, boards);
  const codes = createCodeBook(await loadTftCodes(database));
  const fill = async (clickhouse: ClickHouse): Promise<TftExplorer> => {
    const { writer: client } = clickhouse;
    await createMissingTables({ client, postgres: database, tables: PROJECTED_TABLES });
    await insertBoards(clickhouse.writer, boards, codes);
    return explorerOn(database, clickhouse);
  };
  sharded = await fill(cluster.clickhouse);
  plain = await fill(cluster.alone('plain'));
});
afterAll(async () => {
  await cluster.stop();
  await postgres.drop();
});

test('rows that are dealt to two shards arrive once each', async () => {
  const answer = await cluster
    .alone()
    .writer.query(
      'select toUInt32(count()) as boards, toUInt32(uniqExact(board)) as different from tft_board_local',
    );
  expect(answer).toEqual([{ boards: boards.length, different: boards.length }]);
});

test('whatever is asked, both shards answer, and conditions are looked up on each', async () => {
  let found = 0;
  // How compositions are joined depends on how many boards there are.
  const countable = arbitraryQuestion.filter(({ by }) => by !== 'composition');
  await fc.assert(
    fc.asyncProperty(countable, async (some) => {
      const question = { ...some, minN: 0, pageSize: 500 };
      const [one, other] = [await sharded.explore(question, never), await plain.explore(question, never)];
      found += one.rows.length > 0 && question.filter.where !== undefined ? 1 : 0;
      expect(countsIn(one)).toEqual(countsIn(other, 2));
    }),
    { numRuns: 12 },
  );
  expect(found).toBeGreaterThan(2);
});

function countsIn({ baseline, rows }: TftExploration, times = 1) {
  const scale = (counts: readonly number[]): number[] => counts.map((count) => count * times);
  return {
    baseline: scale(baseline.counts),
    rows: new Map(rows.map(({ key, counts }) => [key, scale(counts)])),
  };
}
