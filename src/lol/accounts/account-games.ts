/** What the sync of a linked account has left to do: games and their timelines. */
import type { SyncRest } from '#/domain/lol/account/sync-end.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';

const SOURCE = 'lol';

/** Stored games of a history whose timeline was never asked for. */
export async function findGamesWithoutTimeline(db: Queryable, puuid: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select p.match_id as id from gamekeeper.player_match p
     join gamekeeper.match m on m.source = p.source and m.id = p.match_id and m.state = 'stored'
     where p.source = '${SOURCE}' and p.puuid = $1
       and not exists (select from gamekeeper.timeline t where t.source = p.source and t.id = p.match_id)`,
    [puuid],
  );
  return rows.map((row) => row.id);
}

/** What is left to be had of a history, and when it will be asked for. */
export async function readSyncRest(db: Queryable, puuid: string): Promise<SyncRest> {
  const [rest] = await db.query<SyncRest>(
    `select count(*)::int as wanted, count(*) filter (where is_due)::int as due,
            count(*) filter (where not is_due and attempts > 0)::int as missing,
            max(reason) filter (where not is_due and attempts = 0) as reason
     from (
       select w.attempts, w.reason, w.next_at is null or w.next_at <= now() + interval '2 minutes' as is_due
       from gamekeeper.player_match p
       join gamekeeper.match m on m.source = p.source and m.id = p.match_id
       left join gamekeeper.timeline t on t.source = p.source and t.id = p.match_id
       cross join lateral (
         select m.next_at, m.attempts, m.reason where m.state = 'wanted'
         union all
         select t.next_at, t.attempts, t.reason where m.state = 'stored' and t.state = 'wanted') as w
       where p.source = '${SOURCE}' and p.puuid = $1
     ) as rest`,
    [puuid],
  );
  return rest ?? { wanted: 0, due: 0, missing: 0, reason: null };
}
