import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { until } from '../../../test/support/until.ts';
import { silentLog } from '#/runtime/clickhouse/embedded/server-under-test.ts';
import { createClickHouse } from '#/runtime/clickhouse/clickhouse.ts';
import { Secret } from '#/domain/secret.ts';
import { RAW_START, type RawPosition, type RawRow } from '../raw.ts';
import type { ProjectorParts } from './projection.ts';
import { createGameReader, createPatchSource, createTftProjection } from '#/tft/flatten.ts';
import { createReadAhead } from './page.ts';

const ROWS = 1_200;
let stage: TestDatabase;
let parts: ProjectorParts;
beforeAll(async () => {
  stage = await createTestDatabase();
  const { database } = stage;
  await database.query(
    `with game as (
       insert into gamekeeper.match (source, id, platform, state)
       select 'tft', 'EUW1_' || n, 'euw1', 'stored' from generate_series(1, $1) as n returning id)
     insert into gamekeeper.raw (source, kind, id, body, size, sha) select 'tft', 'match', id, '\\x00', 1, '' from game`,
    [ROWS],
  );
  // Never reached: nothing is sent here.
  const nowhere = createClickHouse(
    { url: new Secret('http://127.0.0.1:9') },
    {
      database: 'none',
      limits: { seconds: 1, memoryBytes: 1, resultRows: 1 },
      log: silentLog,
      application: 'test',
    },
  );
  parts = {
    database,
    clickhouse: nowhere.writer,
    log: silentLog,
    projection: createTftProjection({
      database,
      log: silentLog,
      readGame: createGameReader(),
      patches: createPatchSource(database, () => new Date()),
      keptPatches: 1,
    }),
    pageSize: 3_000,
  };
  // A transaction of another test on the same server, open for longer, holds the watermark back.
  await until('the rows can be read', 50_000, async () => {
    const reader = createReadAhead(parts, undefined);
    const rows = await reader.read(RAW_START);
    await reader.end();
    return rows.length > 0;
  });
});
afterAll(async () => {
  await stage.drop();
});

const numbersOf = (rows: readonly RawRow[]): number[] => rows.map(({ game }) => game);

test('rows come in their order without a hole, some hundred at a time', async () => {
  const reader = createReadAhead(parts, undefined);
  const seen: number[] = [];
  const sizes: number[] = [];
  let after: RawPosition = RAW_START;
  for (;;) {
    const rows = await reader.read(after);
    sizes.push(rows.length);
    seen.push(...numbersOf(rows));
    after = rows.at(-1) ?? after;
    if (rows.length < reader.limit) break;
  }
  await reader.end();
  expect(sizes).toEqual([500, 500, 200]);
  expect(seen).toEqual(Array.from({ length: ROWS }, (_, at) => at + 1));
});

test('whoever goes back, or elsewhere, gets what lies there and not what was read ahead', async () => {
  const reader = createReadAhead(parts, undefined);
  const first = await reader.read(RAW_START);
  expect(numbersOf(await reader.read(first[9] ?? RAW_START))[0]).toBe(11);
  expect(numbersOf(await reader.read(RAW_START))).toEqual(numbersOf(first));
  await reader.end();
});

test.each([
  [3_000, ROWS, false],
  [1_000, 1_000, true],
  [300, 300, true],
])('a page of at most %s takes as many as it needs: %s', async (pageSize, looked, isFull) => {
  const some = { ...parts, pageSize };
  const reader = createReadAhead(some, undefined);
  const pages = some.projection.openPages(some, false);
  const page = await pages.prepare({ after: RAW_START, reader, accepts: () => true, replaces: false });
  await reader.end();
  expect(page).toMatchObject({ looked, isFull, games: 0, from: RAW_START });
  // None of these bodies can be read; each was looked at.
  expect(page.faults).toHaveLength(looked);
  const [next] = await reader.read(page.to);
  expect(next?.game).toBe(looked < ROWS ? looked + 1 : undefined);
  await reader.end();
});
