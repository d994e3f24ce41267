/**
 * How far a list has been read. A cursor is moved in the transaction that keeps what was read up to there, and never goes back:
 * of two readers of one list, the later one does not undo the other.
 */
import type { Queryable, Transaction } from './database.ts';

export interface CursorName {
  readonly source: string;
  /** What kind of list. */
  readonly kind: string;
  /** Which one of them. */
  readonly name: string;
}

export async function readCursor(
  db: Queryable,
  { source, kind, name }: CursorName,
): Promise<Date | undefined> {
  const [row] = await db.query<{ readUntil: Date }>(
    `select read_until as "readUntil" from gamekeeper.cursor where source = $1 and kind = $2 and name = $3`,
    [source, kind, name],
  );
  return row?.readUntil;
}

/** Reads the cursor and locks it until the transaction ends, also while it has no row. */
export async function holdCursor(tx: Transaction, cursor: CursorName): Promise<Date | undefined> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended('cursor ' || $1 || ' ' || $2 || ' ' || $3, 0))`,
    [cursor.source, cursor.kind, cursor.name],
  );
  return readCursor(tx, cursor);
}

export async function moveCursor(
  db: Queryable,
  { source, kind, name }: CursorName,
  readUntil: Date,
): Promise<void> {
  await db.query(
    `insert into gamekeeper.cursor as c (source, kind, name, read_until) values ($1, $2, $3, $4)
     on conflict (source, kind, name) do update
       set read_until = greatest(c.read_until, excluded.read_until), changed_at = now()`,
    [source, kind, name, readUntil],
  );
}
