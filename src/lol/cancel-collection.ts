/**
 * Ends a collection that is wanted no more, with everything that nobody else wants: games that it alone put into the history, that are
 * not stored, and that are not being asked for at this moment. They are forgotten, and the list is read from its beginning the
 * next time, so that nothing is missing then.
 */
import type { Queryable } from '#/runtime/postgres/database.ts';
import { IS_FREE, type Source } from '#/match/rows.ts';

/** To be called in a transaction. Answers whether there was one to cancel. */
export async function cancelCollection(
  tx: Queryable,
  source: Source,
  { puuid, cursorKind }: { readonly puuid: string; readonly cursorKind: string },
): Promise<boolean> {
  const [open] = await tx.query<{ id: string }>(
    `update gamekeeper.collection set state = 'cancelled', ended_at = now(), reason = null
     where source = $1 and puuid = $2 and ended_at is null returning id::text`,
    [source, puuid],
  );
  if (open === undefined) return false;
  const ids = await findLeftOver(tx, source, open.id);
  await tx.query('delete from gamekeeper.player_match where collection = $1::bigint and match_id = any($2)', [
    open.id,
    ids,
  ]);
  for (const table of ['timeline', 'match'])
    await tx.query(
      `delete from gamekeeper.${table} m
       where m.source = $1 and m.id = any($2) and m.state = 'wanted' and ${IS_FREE}
         and not exists (select from gamekeeper.player_match p where p.source = $1 and p.match_id = m.id)`,
      [source, ids],
    );
  await tx.query('delete from gamekeeper.cursor where source = $1 and kind = $2 and name = $3', [
    source,
    cursorKind,
    puuid,
  ]);
  return true;
}

/**
 * Whoever puts one of these games into another history holds its row (`findKnown`): after the wait for it, that history is seen. Locks
 * are taken in the order in which `wantGames` takes them.
 */
async function findLeftOver(tx: Queryable, source: Source, collection: string): Promise<string[]> {
  const listed = await tx.query<{ id: string }>(
    `select match_id as id from gamekeeper.player_match
     where collection = $1::bigint order by match_id for update`,
    [collection],
  );
  const rows = await tx.query<{ id: string }>(
    `select id from gamekeeper.match
     where source = $1 and id = any($2) and state = 'wanted' and ${IS_FREE} order by id for update`,
    [source, listed.map(({ id }) => id)],
  );
  return rows.map((row) => row.id);
}
