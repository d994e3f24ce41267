/** The code book, kept in memory. New codes come with new patches; whoever meets one that is not in it may look again at once. */
import { loadTftCodes } from '#/tft/codes.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import { createCodeBook, type CodeBook } from './code-book.ts';
import { remember } from './remember.ts';

const LOOK_EVERY_MS = 10_000;
const LOOK_AGAIN_MS = 1_000;

export interface TftCodes {
  /** Ten seconds old at most. */
  readonly current: () => Promise<CodeBook>;
  /** Just read, for when something was missing in the other. */
  readonly newest: () => Promise<CodeBook>;
}

export function createTftCodes(database: Queryable, now: () => number): TftCodes {
  const load = remember(async () => createCodeBook(await loadTftCodes(database)), now);
  return { current: () => load(LOOK_EVERY_MS), newest: () => load(LOOK_AGAIN_MS) };
}
