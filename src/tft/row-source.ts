/**
 * Makes rows with codes from matches. New ids get their codes first, and these are committed before the rows are used, so no row carries a
 * code that PostgreSQL could lose.
 *
 * The codes are cached in memory. They are only added, so concurrent additions by other processes are harmless; after a possible change of
 * the database (`settle.ts`) they are read again.
 */
import type { Logger } from 'pino';
import { createCodeBook, type CodeBook, type MissingCodes } from '#/domain/tft/code-book.ts';
import type { TftGame } from '#/domain/tft/game.ts';
import { createRowMaker, type BoardRow, type GameNumbers, type RowMaker } from '#/domain/tft/rows.ts';
import { OTHER_CODE } from '#/domain/tft/stored-codes.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { addTftCodes, loadTftCodes } from './tft-code.ts';

export interface RowSource {
  rowsOf(game: TftGame, numbers: GameNumbers): Promise<BoardRow[]>;
  /** Reads the codes again before the next row. */
  forget(): void;
}

interface Loaded {
  readonly codes: CodeBook;
  readonly toRows: RowMaker;
}

export function createRowSource(database: Database, log: Logger): RowSource {
  const warned = new Set<string>();
  let loaded: Loaded | null = null;

  async function load(): Promise<Loaded> {
    const codes = createCodeBook(await loadTftCodes(database));
    return { codes, toRows: createRowMaker(codes) };
  }

  async function add(codes: CodeBook, { kind, ids }: MissingCodes): Promise<void> {
    const rows = await addTftCodes(database, kind, ids);
    codes.learn(rows);
    const isFull = rows.some(({ code }) => code === OTHER_CODE);
    if (!isFull || warned.has(kind)) return;
    warned.add(kind);
    log.warn({ kind, codes: OTHER_CODE - 1 }, 'no codes left, new ids are counted as one');
  }

  return {
    async rowsOf(game, numbers) {
      const { codes, toRows } = (loaded ??= await load());
      for (;;) {
        const rows = toRows(game, numbers);
        const missing = codes.takeMissing();
        if (missing.length === 0) return rows;
        for (const one of missing) await add(codes, one);
      }
    },
    forget: () => void (loaded = null),
  };
}
