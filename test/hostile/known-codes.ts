/** Gives every id that a code book misses the next number, as PostgreSQL does it. */
import type { CodeBook } from '../../src/domain/tft/code-book.ts';
import { OTHER_CODE, type TftCodeRow } from '../../src/domain/tft/stored-codes.ts';

export interface KnownCodes {
  readonly book: CodeBook;
  /** False: nothing was missing. */
  learnMissing(): boolean;
}

export function createKnownCodes(book: CodeBook): KnownCodes {
  const last = { unit: 0, item: 0, trait: 0 };
  const next = (kind: TftCodeRow['kind']): number => (last[kind] = Math.min(last[kind] + 1, OTHER_CODE));
  return {
    book,
    learnMissing() {
      const missing = book.takeMissing();
      for (const { kind, ids } of missing) book.learn(ids.map((id) => ({ kind, id, code: next(kind) })));
      return missing.length > 0;
    },
  };
}
