/**
 * Walks through raw bodies from a position on, page by page, and sends what it makes of them. While one page is on its way to
 * ClickHouse the next one is prepared. An outage of a store is waited out here, so that an hour's work is not lost to a hiccup.
 */
import { backoffDelayMs } from '#/domain/backoff.ts';
import { pause } from '#/stores/pause.ts';
import type { RawPosition } from '#/stores/postgres/raw-pages.ts';
import { isStoreOutage } from '#/stores/store-outage.ts';
import type { ProjectorParts, Target } from './parts.ts';
import { preparePage, type PageRequest, type PreparedPage } from './prepare-page.ts';
import { sendBatch } from './send-batch.ts';
import { voidUnfinished } from './void-batches.ts';

export interface Range extends Omit<PageRequest, 'purpose'> {
  readonly movesCursor: boolean;
  /** To stop after so many, though there is more. */
  readonly maxPages?: number;
}

export type OnPage = (page: PreparedPage) => Promise<void> | void;

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
  const walk: Walk = { after: range.after, ahead: prepare(parts, range, range.after), pages: 0, failures: 0 };
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
  }
}

interface Walk {
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
    walk.ahead = prepare(parts, range, walk.after);
  }
  const page = await walk.ahead;
  if (page.looked === 0) return 'end';
  const isLast = !page.isFull || walk.pages + 1 === range.maxPages;
  if (!isLast) walk.ahead = prepare(parts, range, page.to);
  await sendBatch(parts, target, page, range.movesCursor);
  walk.failures = 0;
  walk.pages += 1;
  walk.after = page.to;
  await onPage(page);
  if (!isLast) return 'go on';
  return page.isFull ? 'stop early' : 'end';
}

/** Only sums up, for a comparison. */
export async function walkRange(
  parts: ProjectorParts,
  range: Omit<Range, 'movesCursor'>,
  onPage: OnPage,
  signal: AbortSignal,
): Promise<void> {
  let after: RawPosition = range.after;
  for (;;) {
    signal.throwIfAborted();
    const page = await preparePage(parts, { ...range, after, purpose: 'count' });
    if (page.looked === 0) return;
    after = page.to;
    await onPage(page);
    if (!page.isFull) return;
  }
}

/** A page that was prepared in vain must not count as an unhandled failure. */
function prepare(parts: ProjectorParts, range: Range, after: RawPosition): Promise<PreparedPage> {
  const { until, accepts } = range;
  const page = preparePage(parts, { after, until, accepts, purpose: 'send' });
  page.catch(ignoreBecauseNobodyNeedsIt);
  return page;
}

function ignoreBecauseNobodyNeedsIt(): void {
  // Deliberately empty: whoever needs the page awaits it, and hears of the failure there.
}
