/**
 * Projects raw bodies from a position on, page by page. Three stages overlap: one page is sent to ClickHouse, the next is prepared, and
 * PostgreSQL reads the one after it. Store outages are retried here, so that a long rebuild survives them.
 */
import { backoffDelayMs } from '#/domain/backoff.ts';
import { pause } from '#/runtime/pause.ts';
import type { RawPosition } from '../raw-pages.ts';
import { isStoreOutage } from '#/runtime/store-outage.ts';
import type { PageRequest, PreparedPage } from './page-maker.ts';
import type { ProjectorParts } from './parts.ts';
import { createReadAhead } from './read-ahead.ts';
import { sendBatch } from './send-batch.ts';
import type { Target } from './source-projection.ts';
import { voidUnfinished } from './void-batches.ts';

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
