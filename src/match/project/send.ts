/**
 * Projects raw bodies from a position on, page by page. Three stages overlap: one page is sent to ClickHouse, the next is prepared, and
 * PostgreSQL reads the one after it. Store outages are retried here, so that a long rebuild survives them.
 *
 * A page is one batch: it is recorded as open, its parts are inserted one by one, and one transaction closes it and moves the cursor.
 * Between the inserts the batch is checked to be still open. A projector that was paused until another took over stops here; its late
 * rows are removed by itself or by the new leader (`batches.ts`).
 */
import { backoffDelayMs } from '#/domain/backoff.ts';
import { insertBatchPart } from '#/runtime/clickhouse/insert-batch.ts';
import { readRowCounts, type RowCounts } from '#/runtime/clickhouse/part-health.ts';
import { removeGames } from '#/runtime/clickhouse/projected-rows.ts';
import { pause } from '#/runtime/pause.ts';
import { isStoreOutage } from '#/runtime/store-outage.ts';
import { quarantineStored } from '../quarantine.ts';
import type { RawPosition } from '../raw.ts';
import { closeBatch, isBatchOpen, openBatch, superseded, voidUnfinished } from './batches.ts';
import { compareRowCounts } from './health.ts';
import { createReadAhead, type PageRequest, type PreparedPage } from './page.ts';
import {
  addRowCounts,
  moveCursor,
  noteBatch,
  type ProjectorParts,
  setRowCounts,
  type Target,
} from './projection.ts';

export interface Range extends Pick<PageRequest, 'after' | 'accepts' | 'replaces'> {
  /** Inclusive. Default: everything that is safe to read. */
  readonly until?: RawPosition | undefined;
  readonly movesCursor: boolean;
  /** Stops after this many pages, even if there are more. */
  readonly maxPages?: number;
}

/** `removalMs`: time spent on removing earlier rows of the page's matches. */
export type OnPage = (page: PreparedPage, removalMs: number) => Promise<void> | void;

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
  const { accepts, after, until, replaces } = range;
  const reader = createReadAhead(parts, until);
  const pages = parts.projection.openPages(parts, true);
  /** The failure of a page that is never awaited must not become an unhandled rejection. */
  const prepare = (from: RawPosition): Promise<PreparedPage> => {
    const page = pages.prepare({ after: from, reader, accepts, replaces });
    page.catch(noop);
    return page;
  };
  const walk: Walk = { prepare, after, ahead: prepare(after), pages: 0, failures: 0 };
  try {
    for (;;) {
      signal.throwIfAborted();
      try {
        const step = await takeStep(parts, target, range, walk, onPage, signal);
        if (step !== 'go on') return step === 'stop early';
      } catch (error) {
        walk.failures += 1;
        if (!isStoreOutage(error) || walk.failures > MAX_FAILURES) throw error;
        parts.log.warn({ err: error, projection: target.projection }, 'store connection lost, retrying');
        await pause(backoffDelayMs(RETRY, walk.failures, Math.random()), signal);
      }
    }
  } finally {
    // The caller may close the stores after this.
    await walk.ahead.catch(noop);
    await reader.end();
  }
}

interface Walk {
  readonly prepare: (after: RawPosition) => Promise<PreparedPage>;
  after: RawPosition;
  ahead: Promise<PreparedPage>;
  pages: number;
  failures: number;
}

async function takeStep(
  parts: ProjectorParts,
  target: Target,
  range: Range,
  walk: Walk,
  onPage: OnPage,
  signal: AbortSignal,
): Promise<'go on' | 'stop early' | 'end'> {
  if (walk.failures > 0) {
    await voidUnfinished(parts, target, signal);
    walk.ahead = walk.prepare(walk.after);
  }
  const page = await walk.ahead;
  if (page.looked === 0) return 'end';
  const isLast = !page.isFull || walk.pages + 1 === range.maxPages;
  if (!isLast) walk.ahead = walk.prepare(page.to);
  const removalMs = await sendBatch(parts, target, page, range.movesCursor);
  page.release();
  walk.failures = 0;
  walk.pages += 1;
  walk.after = page.to;
  await onPage(page, removalMs);
  if (!isLast) return 'go on';
  return page.isFull ? 'stop early' : 'end';
}

/** Computes sums only, for a comparison. */
export async function walkRange(
  parts: ProjectorParts,
  { accepts, until, ...range }: Omit<Range, 'movesCursor' | 'replaces'>,
  onPage: OnPage,
  signal: AbortSignal,
): Promise<void> {
  const reader = createReadAhead(parts, until);
  const pages = parts.projection.openPages(parts, false);
  let { after } = range;
  try {
    for (;;) {
      signal.throwIfAborted();
      const page = await pages.prepare({ after, reader, accepts, replaces: false });
      if (page.looked === 0) return;
      after = page.to;
      await onPage(page, 0);
      if (!page.isFull) return;
    }
  } finally {
    await reader.end();
  }
}

function noop(): void {
  // The consumer of the page awaits it and handles the failure.
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
  page: PreparedPage,
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

function rowsOf({ tally }: PreparedPage, { tables }: Target): RowCounts {
  const rows: Record<string, number> = {};
  for (const { shape } of tables)
    for (const [partition, buckets] of tally.sumsOf(shape.name))
      rows[`${shape.name} ${partition}`] = buckets.reduce((sum, bucket) => sum + bucket.rows, 0);
  return rows;
}

async function sendParts(
  { database, clickhouse, projection: { version } }: ProjectorParts,
  { projection, tables }: Target,
  { batch, from, to, games, parts }: PreparedPage,
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
      await insertBatchPart(clickhouse, { batch, table: name, columns: shape.sent, block }, place);
    }
  }
}
