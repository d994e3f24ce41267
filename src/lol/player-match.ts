/**
 * Which games stand in whose history, and how much of a history is there. Progress is derived from the states of the games whenever it
 * is asked for: it cannot get stuck, and a restart changes nothing in it.
 */
import type { Queryable } from '#/runtime/postgres/database.ts';
import type { Source } from '#/match/rows.ts';

/** `collection` is set when nobody but it wants them: should it be cancelled, they are wanted no more. */
export async function addToHistory(
  db: Queryable,
  source: Source,
  { puuid, ids, collection }: { puuid: string; ids: readonly string[]; collection: string | null },
): Promise<void> {
  await db.query(
    `insert into gamekeeper.player_match as p (source, puuid, match_id, collection)
     select $1, $2, n.id, $4 from unnest($3::text[]) as n (id) order by n.id
     on conflict (source, puuid, match_id) do update set collection = excluded.collection
     where p.collection is not null and p.collection is distinct from excluded.collection`,
    [source, puuid, ids, collection],
  );
}

export interface Progress {
  readonly total: number;
  /** Stored, and its timeline settled where that is asked for too. */
  readonly done: number;
  /** Listed, and not to be had: missing, or nothing that can be read. */
  readonly unfetchable: number;
  /** `total` is the sum of the three. */
  readonly wanted: number;
}

export interface ProgressOptions {
  /**
   * A stored game whose timeline nobody has asked for yet is not done then: else the number would drop when a sync asks for the
   * timelines of games that others have stored.
   */
  readonly withTimelines: boolean;
  /** Only games that were first listed for this player from then on (by PostgreSQL's clock). */
  readonly since?: Date | undefined;
}

const NOTHING: Progress = { total: 0, done: 0, unfetchable: 0, wanted: 0 };

export async function readProgress(
  db: Queryable,
  source: Source,
  puuid: string,
  options: ProgressOptions,
): Promise<Progress> {
  return (await readProgressOfMany(db, source, [puuid], options)).get(puuid) ?? NOTHING;
}

/** Everybody who was asked for is in it. */
export async function readProgressOfMany(
  db: Queryable,
  source: Source,
  puuids: readonly string[],
  { withTimelines, since }: ProgressOptions,
): Promise<Map<string, Progress>> {
  // One statement: of two, the second would see what came between them, and the sum would be of no moment at all.
  const rows = await db.query<Progress & { puuid: string }>(
    `select g.puuid, count(*)::int as total,
            count(*) filter (where not is_wanted and is_stored)::int as done,
            count(*) filter (where not is_wanted and not is_stored)::int as unfetchable,
            count(*) filter (where is_wanted)::int as wanted
     from (
       select p.puuid, m.state = 'stored' as is_stored,
              m.state = 'wanted' or ($3 and m.state = 'stored' and coalesce(t.state, 'wanted') = 'wanted') as is_wanted
       from gamekeeper.player_match p
       join gamekeeper.match m on m.source = p.source and m.id = p.match_id
       left join gamekeeper.timeline t on $3 and t.source = p.source and t.id = p.match_id
       where p.source = $1 and p.puuid = any($2) and ($4::timestamptz is null or p.listed_at >= $4)
     ) as g group by g.puuid`,
    [source, puuids, withTimelines, since ?? null],
  );
  const found = new Map(rows.map(({ puuid, ...progress }) => [puuid, progress]));
  return new Map(puuids.map((puuid) => [puuid, found.get(puuid) ?? NOTHING]));
}

/** Whose history these games stand in. */
export async function findPlayersOfGames(
  db: Queryable,
  source: Source,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db.query<{ puuid: string }>(
    'select distinct puuid from gamekeeper.player_match where source = $1 and match_id = any($2)',
    [source, ids],
  );
  return rows.map((row) => row.puuid);
}

/** Why nothing of it can be asked for now, where that is so: the newest reason. */
export async function readHeldUpBy(db: Queryable, source: Source, puuid: string): Promise<string | null> {
  const [row] = await db.query<{ reason: string | null }>(
    `select case when bool_and(m.next_at > now()) then (array_agg(m.reason order by m.changed_at desc))[1] end as reason
     from gamekeeper.player_match p
     join gamekeeper.match m on m.source = p.source and m.id = p.match_id
     where p.source = $1 and p.puuid = $2 and m.state = 'wanted'`,
    [source, puuid],
  );
  return row?.reason ?? null;
}

/** What of a history is still to be fetched. */
export async function findWantedGames(db: Queryable, source: Source, puuid: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select m.id from gamekeeper.player_match p
     join gamekeeper.match m on m.source = p.source and m.id = p.match_id
     where p.source = $1 and p.puuid = $2 and m.state = 'wanted'`,
    [source, puuid],
  );
  return rows.map((row) => row.id);
}
