/**
 * How far a list has been taken that is taken in parts: the time before which nothing is missing, and of what comes after it how much has
 * been taken and how much is left. The time never goes back.
 */
import type { CursorName } from '#/runtime/postgres/cursor.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';

export interface ListPosition {
  readonly readUntil: Date;
  readonly position: number;
  readonly leftOver: number;
}

export async function noteListPosition(
  db: Queryable,
  { source, kind, name }: CursorName,
  { readUntil, position, leftOver }: ListPosition,
): Promise<void> {
  await db.query(
    `insert into gamekeeper.cursor as c (source, kind, name, read_until, position, left_over) values ($1, $2, $3, $4, $5, $6)
     on conflict (source, kind, name) do update set
       read_until = greatest(c.read_until, excluded.read_until), position = excluded.position,
       left_over = excluded.left_over, changed_at = now()`,
    [source, kind, name, readUntil, position, leftOver],
  );
}

export async function readListPositions(
  db: Queryable,
  { source, kind }: Pick<CursorName, 'source' | 'kind'>,
  names: readonly string[],
): Promise<ReadonlyMap<string, ListPosition>> {
  const rows = await db.query<ListPosition & { name: string }>(
    `select name, read_until as "readUntil", position, left_over as "leftOver" from gamekeeper.cursor
     where source = $1 and kind = $2 and name = any($3)`,
    [source, kind, names],
  );
  return new Map(rows.map(({ name, ...position }) => [name, position]));
}
