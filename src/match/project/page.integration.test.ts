import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { until } from '../../../test/support/until.ts';
import { silentLog } from '#/runtime/clickhouse/embedded/server-under-test.ts';
import { createClickHouse } from '#/runtime/clickhouse/clickhouse.ts';
import { Secret } from '#/domain/secret.ts';
import { RAW_START } from '../raw.ts';
import type { ProjectorParts } from './projection.ts';
import { createGameReader, createPatchSource, createTftProjection } from '#/tft/flatten.ts';
import { ahead, type Page, type PageRequest } from './page.ts';

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
  await until('the rows can be read', 50_000, async () => (await pagesOf(parts, { maxPages: 1 })).length > 0);
});
afterAll(async () => {
  await stage.drop();
});

const everything = { after: RAW_START, accepts: () => true, replaces: false, sends: false };

async function pagesOf(some: ProjectorParts, more: Partial<PageRequest> = {}): Promise<Page[]> {
  const pages: Page[] = [];
  for await (const page of some.projection.pages(some, { ...everything, ...more })) pages.push(page);
  return pages;
}

test.each([
  [3_000, [1_200], false],
  [1_000, [1_000, 200], false],
  [300, [300, 300, 300, 300], true],
])('pages of at most %s rows have %s, without a gap', async (pageSize, sizes, isFull) => {
  const pages = await pagesOf({ ...parts, pageSize });
  expect(pages.map(({ looked }) => looked)).toEqual(sizes);
  expect(pages.at(-1)?.isFull).toBe(isFull);
  // No body can be read, so each row is a fault.
  const ids = pages.flatMap(({ faults }) => faults.map(({ id }) => id));
  expect(ids).toEqual(Array.from({ length: ROWS }, (_, at) => `EUW1_${at + 1}`));
  for (const [at, page] of pages.entries()) expect(page.from).toEqual(pages[at - 1]?.to ?? RAW_START);
});

test('a page starts after the given position, and pages end with the given number', async () => {
  const some = { ...parts, pageSize: 100 };
  const [, second] = await pagesOf(some, { maxPages: 2 });
  const next = await pagesOf(some, { after: second?.to ?? RAW_START, maxPages: 1 });
  expect(next.map(({ faults }) => faults[0]?.id)).toEqual(['EUW1_201']);
});

test('works one item ahead of its consumer, and waits for it when the consumer stops', async () => {
  const started: number[] = [];
  const ended: number[] = [];
  async function* items() {
    for (let item = 1; ; item++) {
      started.push(item);
      await Promise.resolve();
      ended.push(item);
      yield item;
    }
  }
  for await (const item of ahead(items())) {
    expect(started).toContain(item + 1);
    if (item === 3) break;
  }
  expect(ended).toEqual([1, 2, 3, 4]);
});

test('a failure of an item comes after the items before it', async () => {
  async function* items() {
    yield await Promise.resolve(1);
    throw new Error('planted');
  }
  const seen: number[] = [];
  const consume = async (): Promise<void> => {
    for await (const item of ahead(items())) seen.push(item);
  };
  await expect(consume()).rejects.toThrow('planted');
  expect(seen).toEqual([1]);
});
