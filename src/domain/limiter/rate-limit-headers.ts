/**
 * What an upstream's rate-limit headers say: `20:1,100:120` is 20 calls in 1 s and 100 in 120 s; counts have the same form.
 * Headers are hostile text: a pair that makes no sense is left out, and whoever finds none left behaves as if nothing was said.
 */
import type { WindowLimit } from './window.ts';

const PAIR = /^\s*(\d{1,9}):(\d{1,7})\s*$/;
/** More pairs than any upstream sends. */
const MAX_PAIRS = 10;
/** A longer wait is not believed: the next call will be told again if it was meant. */
const MAX_RETRY_AFTER_MS = 60 * 60 * 1_000;

/** Each span once, shortest first. */
export function parseLimits(header: string | undefined): WindowLimit[] {
  const limits = new Map(
    pairsIn(header)
      .filter(([limit, spanMs]) => limit > 0 && spanMs > 0)
      .map(([limit, spanMs]) => [spanMs, limit]),
  );
  return [...limits].map(([spanMs, limit]) => ({ limit, spanMs })).sort((a, b) => a.spanMs - b.spanMs);
}

/** Calls counted so far, by the span of their window. */
export function parseCounts(header: string | undefined): ReadonlyMap<number, number> {
  return new Map(pairsIn(header).map(([count, spanMs]) => [spanMs, count]));
}

/** Seconds or a date; undefined when it is missing or makes no sense. */
export function parseRetryAfterMs(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, MAX_RETRY_AFTER_MS);
  const at = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  return Math.min(Math.max(at - now.getTime(), 0), MAX_RETRY_AFTER_MS);
}

function pairsIn(header: string | undefined): [amount: number, spanMs: number][] {
  const pairs = (header ?? '').split(',', MAX_PAIRS).map((text) => PAIR.exec(text));
  return pairs.flatMap((pair) => (pair === null ? [] : [[Number(pair[1]), Number(pair[2]) * 1_000]]));
}
