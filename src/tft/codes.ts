/**
 * The codes of units, items and traits in ClickHouse, and rows with these codes. A code is given once, in the
 * order in which ids are seen, and never changes: every projection and rebuild, by any process, uses the same
 * ones.
 *
 * New ids get their codes first, and these are committed before the rows are used, so no row carries a code
 * that PostgreSQL could lose. Codes are cached in memory. They are only added, so concurrent additions by
 * other processes are harmless; when the projection is settled they are read again, because the database may
 * be another one.
 */
import type { Logger } from 'pino';
import { type CodeBook, createCodeBook, type MissingCodes } from '#/domain/tft/code-book.ts';
import type { TftGame } from '#/domain/tft/game.ts';
import { type BoardRow, createRowMaker, type GameNumbers, type RowMaker } from '#/domain/tft/rows.ts';
import { OTHER_CODE, type TftCodeKind, type TftCodeRow } from '#/domain/tft/stored-codes.ts';
import type { Database, Queryable } from '#/runtime/postgres/database.ts';

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

export type { TftCodeRow };

/** Arbitrary, and used by no other advisory lock. */
const CODE_LOCK = 4_750_003;

export function loadTftCodes(db: Queryable): Promise<TftCodeRow[]> {
  return db.query<TftCodeRow>('select kind, code, id from gamekeeper.tft_code order by kind, code');
}

/** Returns committed codes of all ids. When no code is left, an id gets `OTHER_CODE` and no row. */
export async function addTftCodes(
  db: Database,
  kind: TftCodeKind,
  ids: readonly string[],
): Promise<TftCodeRow[]> {
  const given = await db.transaction(async (tx) => {
    // Locked before the statement that reads the highest code, so that it sees codes that were just added.
    await tx.query('select pg_advisory_xact_lock($1)', [CODE_LOCK]);
    await tx.query(
      `insert into gamekeeper.tft_code (kind, code, id)
       select $1, highest.code + row_number() over (order by asked.place), asked.id
       from (select id, min(place) as place from unnest($2::text[]) with ordinality as one (id, place) group by id) as asked,
            (select coalesce(max(code), 0) as code from gamekeeper.tft_code where kind = $1) as highest
       where not exists (select from gamekeeper.tft_code as known where known.kind = $1 and known.id = asked.id)
       order by asked.place
       limit greatest($3 - (select coalesce(max(code), 0) from gamekeeper.tft_code where kind = $1), 0)
       on conflict do nothing`,
      [kind, ids, OTHER_CODE - 1],
    );
    return tx.query<{ code: number; id: string }>(
      'select code, id from gamekeeper.tft_code where kind = $1 and id = any($2)',
      [kind, ids],
    );
  });
  const codes = new Map(given.map(({ code, id }) => [id, code]));
  return [...new Set(ids)].map((id) => ({ kind, code: codes.get(id) ?? OTHER_CODE, id }));
}
