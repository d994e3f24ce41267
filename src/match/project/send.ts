/**
 * Projects raw bodies from a position on, page by page. Three stages overlap: one page is sent to ClickHouse,
 * the next is prepared, and PostgreSQL reads the one after it. Store outages are retried here, so that a long
 * rebuild survives them.
 *
 * A page is one batch: it is recorded as open, its parts are inserted one by one, and one transaction closes
 * it and moves the cursor. Between the inserts the batch is checked to be still open. A projector that was
 * paused until another took over stops here; its late rows are removed by itself or by the new leader
 * (`batches.ts`).
 */
import { backoffDelayMs } from '#/domain/backoff.ts';
import { insertBatchPart } from '#/runtime/clickhouse/insert-batch.ts';
import { readRowCounts, type RowCounts } from '#/runtime/clickhouse/part-health.ts';
import { removeGames } from '#/runtime/clickhouse/projected-rows.ts';
import { pause } from '#/runtime/pause.ts';
import { isStoreOutage } from '#/runtime/store-outage.ts';
import { quarantineStored } from '../quarantine.ts';
import { closeBatch, isBatchOpen, openBatch, superseded, voidUnfinished } from './batches.ts';
import { compareRowCounts } from './health.ts';
import { ahead, type Page, type PageRequest } from './page.ts';
import {
  addRowCounts,
  moveCursor,
  noteBatch,
  type ProjectorParts,
  setRowCounts,
  type Target,
} from './projection.ts';

export interface Range extends Omit<PageRequest, 'sends'> {
  readonly movesCursor: boolean;
}

/** `removalMs`: time spent on removing earlier rows of the page's matches. */
export type OnPage = (page: Page, removalMs: number) => Promise<void> | void;

const RETRY = { firstMs: 500, maxMs: 10_000 };
const MAX_FAILURES = 8;

/** Returns true if it stopped before the end of the range. */
export async function projectRange(
  parts: ProjectorParts,
  target: Target,
  range: Range,
  onPage: OnPage,
  signal: AbortSignal,
): Promise<boolean> {
  const { movesCursor, maxPages = Infinity } = range;
  let { after } = range;
  let [sent, failures, isFull] = [0, 0, false];
  for (;;) {
    try {
      signal.throwIfAborted();
      if (failures > 0) await voidUnfinished(parts, target, signal);
      const request = { ...range, after, maxPages: maxPages - sent, sends: true };
      for await (const page of ahead(parts.projection.pages(parts, request))) {
        signal.throwIfAborted();
        const removalMs = await sendBatch(parts, target, page, movesCursor);
        page.release();
        failures = 0;
        sent += 1;
        ({ to: after, isFull } = page);
        await onPage(page, removalMs);
      }
      return isFull;
    } catch (error) {
      failures += 1;
      if (!isStoreOutage(error) || failures > MAX_FAILURES) throw error;
      parts.log.warn({ err: error, projection: target.projection }, 'store connection lost, retrying');
      await pause(backoffDelayMs(RETRY, failures, Math.random()), signal);
    }
  }
}

/** Computes sums only, for a comparison. */
export async function walkRange(
  parts: ProjectorParts,
  range: Omit<PageRequest, 'sends' | 'replaces'>,
  onPage: OnPage,
  signal: AbortSignal,
): Promise<void> {
  for await (const page of parts.projection.pages(parts, { ...range, replaces: false, sends: false })) {
    signal.throwIfAborted();
    await onPage(page, 0);
    page.release();
  }
}

/** No other projector can take over within a shorter pause. */
const ASK_AGAIN_MS = 250;

/**
 * `movesCursor` is false for matches that are sent again, below the cursor. A batch that was opened is always
 * finished. Returns the time spent on removing rows, in milliseconds.
 */
async function sendBatch(
  parts: ProjectorParts,
  target: Target,
  page: Page,
  movesCursor: boolean,
): Promise<number> {
  const startedAt = performance.now();
  const base = page.revised.length > 0 ? await removeRevised(parts, target, page.revised) : null;
  const removalMs = base === null ? 0 : performance.now() - startedAt;
  if (page.parts.length > 0) await sendParts(parts, target, page);
  await parts.database.transaction(async (tx) => {
    if (page.parts.length > 0 && !(await closeBatch(tx, page.batch))) throw superseded(page);
    await quarantineStored(tx, parts.projection.source, page.faults);
    await addRowCounts(tx, target.projection, rowsOf(page, target), base);
    if (!movesCursor) return noteBatch(tx, target.projection, page.batch);
    if (!(await moveCursor(tx, target.projection, page))) throw superseded(page);
  });
  return removalMs;
}

/**
 * Returns the remaining rows. The counts are unknown until the batch closes; after a crash they are counted
 * again.
 */
async function removeRevised(
  parts: ProjectorParts,
  target: Target,
  revised: readonly number[],
): Promise<RowCounts> {
  const { database, clickhouse } = parts;
  await compareRowCounts(parts, target);
  await setRowCounts(database, target.projection, null);
  for (const table of target.tables) await removeGames(clickhouse, table, revised);
  return readRowCounts(clickhouse, target.tables);
}

function rowsOf({ tally }: Page, { tables }: Target): RowCounts {
  const rows: Record<string, number> = {};
  for (const { shape } of tables)
    for (const [partition, buckets] of tally.sumsOf(shape.name))
      rows[`${shape.name} ${partition}`] = buckets.reduce((sum, bucket) => sum + bucket.rows, 0);
  return rows;
}

async function sendParts(
  { database, clickhouse, projection: { version } }: ProjectorParts,
  { projection, tables }: Target,
  { batch, from, to, games, parts }: Page,
): Promise<void> {
  const patches = parts.map(({ partition }) => partition);
  await openBatch(database, { id: batch, projection, version, from, to, patches, games });
  let askedAt = performance.now();
  for (const [place, { blocks }] of parts.entries()) {
    for (const [at, { shape, name }] of tables.entries()) {
      const block = blocks[at];
      if (block === undefined || block === null) continue;
      if (performance.now() - askedAt > ASK_AGAIN_MS) {
        if (!(await isBatchOpen(database, batch))) throw superseded({ batch });
        askedAt = performance.now();
      }
      await insertBatchPart(
        clickhouse,
        { batch, table: name, columns: shape.columns.map((one) => one.name), block },
        place,
      );
    }
  }
}
