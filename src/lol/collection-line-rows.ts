/** What waits in line: the collections that run, whoever asked first is first, and what each of them still wants. */
import type { Queryable } from '#/runtime/postgres/database.ts';
import type { Source } from '#/match/rows.ts';

export interface WaitingCollection {
  readonly id: string;
  readonly platform: string;
  /** As far as its list is known. */
  readonly wanted: number;
}

/** Looks at every game of every history in line: ask once for many. */
export async function readCollectionLine(db: Queryable, source: Source): Promise<WaitingCollection[]> {
  return db.query<WaitingCollection>(
    `select c.id::text, c.platform, count(m.id)::int as wanted
     from gamekeeper.collection c
     left join gamekeeper.player_match p on p.source = c.source and p.puuid = c.puuid
     left join gamekeeper.match m on m.source = p.source and m.id = p.match_id and m.state = 'wanted'
     where c.source = $1 and c.ended_at is null
     group by c.id, c.platform order by c.id`,
    [source],
  );
}
