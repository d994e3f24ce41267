/** Games of a history that are stored and that the projection has not reached yet: what a page shows is that much behind. */
import type { Queryable } from '#/runtime/postgres/database.ts';
import type { Source } from './rows.ts';

export async function countUncountedGames(
  db: Queryable,
  source: Source,
  { puuid, projection }: { readonly puuid: string; readonly projection: string },
): Promise<number> {
  const [row] = await db.query<{ games: number }>(
    `select count(*)::int as games
     from gamekeeper.player_match p
     join gamekeeper.match m on m.source = p.source and m.id = p.match_id and m.state = 'stored'
     join gamekeeper.raw r on r.source = p.source and r.kind = 'match' and r.id = p.match_id
     left join gamekeeper.projection c on c.name = $3
     where p.source = $1 and p.puuid = $2 and (c.name is null or (r.xid, r.rev) > (c.xid, c.rev))`,
    [source, puuid, projection],
  );
  return row?.games ?? 0;
}
