/** Players as their accounts tell them: who they are now and where they play. */
import type { Queryable } from '#/runtime/postgres/database.ts';
import type { Source } from '#/match/rows.ts';

export interface KnownPlayer {
  readonly puuid: string;
  readonly keyId: string;
  readonly platform: string;
  readonly gameName: string | null;
  readonly tagLine: string | null;
  /** Since the account was asked for; null: it never was. */
  readonly ageSeconds: number | null;
}

export async function readPlayer(
  db: Queryable,
  source: Source,
  puuid: string,
): Promise<KnownPlayer | undefined> {
  const [row] = await db.query<KnownPlayer>(
    `select puuid, key_id as "keyId", platform, game_name as "gameName", tag_line as "tagLine",
            extract(epoch from now() - asked_at)::float8 as "ageSeconds"
     from gamekeeper.player where source = $1 and puuid = $2`,
    [source, puuid],
  );
  return row;
}

export async function notePlayerFound(
  db: Queryable,
  source: Source,
  player: Omit<KnownPlayer, 'ageSeconds'>,
): Promise<void> {
  const { puuid, keyId, platform, gameName, tagLine } = player;
  await db.query(
    `insert into gamekeeper.player as p (source, puuid, key_id, platform, game_name, tag_line, asked_at)
     values ($1, $2, $3, $4, $5, $6, now())
     on conflict (source, puuid) do update set
       key_id = excluded.key_id, platform = excluded.platform, asked_at = now(),
       game_name = coalesce(excluded.game_name, p.game_name), tag_line = coalesce(excluded.tag_line, p.tag_line)`,
    [source, puuid, keyId, platform, gameName, tagLine],
  );
}

export interface NamedPlayer {
  /** Null: known from another game alone, where ids are of another key. */
  readonly puuid: string | null;
  readonly platform: string;
  readonly gameName: string;
  readonly tagLine: string;
  /** In their history, whether they are stored or not. */
  readonly games: number;
}

/** Whose name begins so, in any case; those with most games first. */
export async function findPlayersByName(
  db: Queryable,
  { source, keyId }: { source: Source; keyId: string },
  begin: string,
  limit: number,
): Promise<NamedPlayer[]> {
  return db.query<NamedPlayer>(
    `select p.puuid, p.platform, p.game_name as "gameName", coalesce(p.tag_line, '') as "tagLine", h.games
     from gamekeeper.player p
     cross join lateral (
       select count(*)::int as games from gamekeeper.player_match m
       where m.source = p.source and m.puuid = p.puuid) as h
     where p.source = $1 and p.key_id = $2 and lower(p.game_name) like $3 and p.game_name is not null
     order by h.games desc, lower(p.game_name), p.puuid limit $4`,
    [source, keyId, beginsWith(begin), limit],
  );
}

/** The same among those who were seen in another game: a Riot ID is good for all of them. Who plays most comes first. */
export async function findNamesInGame(
  db: Queryable,
  source: Source,
  begin: string,
  limit: number,
): Promise<NamedPlayer[]> {
  return db.query<NamedPlayer>(
    `select null as puuid, platform, game_name as "gameName", tag_line as "tagLine", 0 as games
     from gamekeeper.player
     where source = $1 and lower(game_name) like $2 and game_name is not null and tag_line is not null
     order by games_seen desc, lower(game_name), puuid limit $3`,
    [source, beginsWith(begin), limit],
  );
}

function beginsWith(begin: string): string {
  return `${begin.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
}
