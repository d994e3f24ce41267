/**
 * Walks through raw bodies from a position on, page by page, and sends what it makes of them. While one page is on its way to
 * ClickHouse the next one is prepared, and PostgreSQL reads the one after it. An outage of a store is waited out here, so that an
 * hour's work is not lost to a hiccup.
 */
import { backoffDelayMs } from '#/domain/backoff.ts';
import { pause } from '#/stores/pause.ts';
import type { RawPosition } from '#/stores/postgres/raw-pages.ts';
import { isStoreOutage } from '#/stores/store-outage.ts';
import type { PageRequest, PreparedPage } from './page-maker.ts';
import type { ProjectorParts } from './parts.ts';
import { createReadAhead } from './read-ahead.ts';
import { sendBatch } from './send-batch.ts';
import type { Target } from './source-projection.ts';
import { voidUnfinished } from './void-batches.ts';

export interface Range extends Pick<PageRequest, 'after' | 'accepts' | 'replaces'> {
  /** The last one; without it, everything that is safe to read. */
  readonly until?: RawPosition | undefined;
  readonly movesCursor: boolean;
  /** To stop after so many, though there is more. */
  readonly maxPages?: number;
}

/** `removalMs`: how long it took to remove what was made of its games before. */
export type OnPage = (page: PreparedPage, removalMs: number) => Promise<void> | void;

const RETRY = { firstMs: 500, maxMs: 10_000 };
const MAX_FAILURES = 8;

/** True when it stopped before the end of the range. */
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
  /** A page that was prepared in vain must not count as an unhandled failure. */
  const prepare = (from: RawPosition): Promise<PreparedPage> => {
    const page = pages.prepare({ after: from, reader, accepts, replaces });
    page.catch(ignoreBecauseNobodyNeedsIt);
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
        parts.log.warn({ err: error, projection: target.projection }, 'a store broke off; trying again');
        await pause(backoffDelayMs(RETRY, walk.failures, Math.random()), signal);
      }
    }
  } finally {
    // Whoever waits for the end may close the stores next.
    await walk.ahead.catch(ignoreBecauseNobodyNeedsIt);
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

/** Only sums up, for a comparison. */
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

function ignoreBecauseNobodyNeedsIt(): void {
  // Deliberately empty: whoever needs the page awaits it, and hears of the failure there.
}
