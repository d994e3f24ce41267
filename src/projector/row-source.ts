/**
 * Games → rows with codes. What a game needs and nobody had before gets its code first, and that is committed before the rows
 * are handed out: no row ever carries a code that PostgreSQL could forget.
 *
 * The codes are kept in memory. They only grow, so another process that adds some does no harm; but whoever suspects another
 * database than before (`settle.ts`) has them read again.
 */
import type { Logger } from 'pino';
import { createCodeBook, type CodeBook, type MissingCodes } from '#/domain/tft/code-book.ts';
import type { TftGame } from '#/domain/tft/game.ts';
import { createRowMaker, type BoardRow, type GameNumbers, type RowMaker } from '#/domain/tft/rows.ts';
import { OTHER_CODE } from '#/domain/tft/stored-codes.ts';
import type { Database } from '#/stores/postgres/database.ts';
import { addTftCodes, loadTftCodes } from '#/stores/postgres/tft-code.ts';

export interface RowSource {
  rowsOf(game: TftGame, numbers: GameNumbers): Promise<BoardRow[]>;
  /** The codes are read anew before the next row. */
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
    log.warn({ kind, codes: OTHER_CODE - 1 }, 'there are no codes left: whatever is new is counted together');
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
