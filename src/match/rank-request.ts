/** Players of collected matches who were asked about by puuid, whatever the answer was. They are not asked about again for days. */
import type { Queryable } from '#/runtime/postgres/database.ts';

export async function markRankRequested(db: Queryable, source: string, player: number): Promise<void> {
  await db.query(
    `insert into gamekeeper.rank_request (source, player) values ($1, $2)
     on conflict (source, player) do update set asked_at = now()`,
    [source, player],
  );
}

/** Forgets requests that are older, and returns the players of the others. */
export async function listRankRequests(
  db: Queryable,
  source: string,
  days: number,
): Promise<ReadonlySet<number>> {
  await db.query(`delete from gamekeeper.rank_request where asked_at < now() - make_interval(days => $1)`, [
    days,
  ]);
  const rows = await db.query<{ player: number }>(
    'select player::float8 as player from gamekeeper.rank_request where source = $1',
    [source],
  );
  return new Set(rows.map(({ player }) => player));
}
