/** The code book, cached. New codes come with new patches: a caller that meets an unknown code can ask for a newer book. */
import type { Queryable } from '#/runtime/postgres/database.ts';
import { singleFlight } from '#/runtime/single-flight.ts';
import { loadTftCodes } from '#/tft/codes.ts';
import { createCodeBook, type CodeBook } from './code-book.ts';

const MAX_AGE_MS = 10_000;
const NEWEST_MAX_AGE_MS = 1_000;

export interface TftCodes {
  /** At most ten seconds old. */
  readonly current: () => Promise<CodeBook>;
  /** At most a second old, for a code that is missing in the current book. */
  readonly newest: () => Promise<CodeBook>;
}

export function createTftCodes(database: Queryable, now: () => number): TftCodes {
  const load = singleFlight(async () => createCodeBook(await loadTftCodes(database)), {
    maxAgeMs: MAX_AGE_MS,
    now,
  });
  return { current: () => load(), newest: () => load({ maxAgeMs: NEWEST_MAX_AGE_MS }) };
}
