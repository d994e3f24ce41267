/**
 * The players that crawls know. Puuids are made for one API key, so `key_id` says whose they are; a player who turned out to be
 * another key's is marked so and asked for no more, until a ladder names them under the key in use.
 *
 * `listing_since` is the list of work: whoever has it set is to have their games listed. It is set and cleared together with what
 * made it true, so that a job that was lost or ran twice changes nothing.
 */
import type { Queryable } from '#/runtime/postgres/database.ts';

/** In the place of a key's name when all that is known is which one it is not. */
const UNKNOWN_KEY = 'unknown';

export interface PlayerToList {
  readonly puuid: string;
  readonly platform: string;
  readonly lastGameAt: Date | null;
  readonly gamesSeen: number;
}

/**
 * Players as a ladder names them, in one statement: new ones are added, moved ones moved. Answers those whose games are to be
 * listed: all but who was listed within `restMinutes`.
 */
export async function notePlayersToList(
  db: Queryable,
  { source, platform, keyId }: { source: string; platform: string; keyId: string },
  puuids: readonly string[],
  restMinutes: number,
): Promise<PlayerToList[]> {
  // In order: two that note the same players wait for each other and not in a circle.
  return db.query<PlayerToList>(
    `with noted as (
       insert into gamekeeper.player as p (source, puuid, key_id, platform, listing_since)
       select $1, n.puuid, $3, $2, now() from unnest($4::text[]) as n (puuid) order by n.puuid
       on conflict (source, puuid) do update set
         key_id = excluded.key_id, platform = excluded.platform,
         listing_since = case
           when p.listed_at > now() - make_interval(secs => $5 * 60) then p.listing_since
           else coalesce(p.listing_since, now()) end
       returning p.puuid, p.platform, p.last_game_at, p.games_seen, p.listing_since
     )
     select puuid, platform, last_game_at as "lastGameAt", games_seen as "gamesSeen"
     from noted where listing_since is not null`,
    [source, platform, keyId, puuids, restMinutes],
  );
}

export interface ListedPlayer {
  readonly platform: string;
  readonly keyId: string;
  readonly isToBeListed: boolean;
}

export async function findPlayer(
  db: Queryable,
  source: string,
  puuid: string,
): Promise<ListedPlayer | undefined> {
  const [row] = await db.query<ListedPlayer>(
    `select platform, key_id as "keyId", listing_since is not null as "isToBeListed"
     from gamekeeper.player where source = $1 and puuid = $2`,
    [source, puuid],
  );
  return row;
}

export async function notePlayerListed(db: Queryable, source: string, puuid: string): Promise<void> {
  await db.query(
    `update gamekeeper.player set listing_since = null, listed_at = now() where source = $1 and puuid = $2`,
    [source, puuid],
  );
}

/** Until a ladder names them again. */
export async function giveUpListing(db: Queryable, source: string, puuid: string): Promise<void> {
  await db.query(`update gamekeeper.player set listing_since = null where source = $1 and puuid = $2`, [
    source,
    puuid,
  ]);
}

export async function markOfAnotherKey(db: Queryable, source: string, puuid: string): Promise<void> {
  await db.query(
    `update gamekeeper.player set key_id = '${UNKNOWN_KEY}', listing_since = null
     where source = $1 and puuid = $2`,
    [source, puuid],
  );
}

/** Waiting for a minute or longer, those first who play most lately. */
export async function findPlayersToList(
  db: Queryable,
  { source, keyId }: { source: string; keyId: string },
  platforms: readonly string[],
  limit: number,
): Promise<PlayerToList[]> {
  return db.query<PlayerToList>(
    `select puuid, platform, last_game_at as "lastGameAt", games_seen as "gamesSeen"
     from gamekeeper.player
     where source = $1 and platform = any($3) and key_id = $2 and listing_since < now() - interval '1 minute'
     order by last_game_at desc nulls last, puuid limit $4`,
    [source, keyId, platforms, limit],
  );
}

export async function countPlayersOfOtherKeys(
  db: Queryable,
  { source, keyId }: { source: string; keyId: string },
  platform: string,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from gamekeeper.player
     where source = $1 and platform = $3 and key_id <> $2`,
    [source, keyId, platform],
  );
  return row?.count ?? 0;
}

/** Somebody who was seen in games that have just been stored. */
export interface SeenPlayer {
  readonly puuid: string;
  readonly games: number;
  readonly lastGameAt: Date;
  /** In the last of these games. */
  readonly gameName: string | null;
  readonly tagLine: string | null;
}

/** Only of players who are known; nobody may be in `seen` twice. An account that was asked for knows names better than older games. */
export async function notePlayersSeen(
  db: Queryable,
  source: string,
  seen: readonly SeenPlayer[],
): Promise<void> {
  await db.query(
    `with seen as materialized (
       select p.puuid, s.games, s.last_game_at,
              case when s.last_game_at >= known.until then s.game_name end as game_name,
              case when s.last_game_at >= known.until then s.tag_line end as tag_line
       from unnest($2::text[], $3::int[], $4::timestamptz[], $5::text[], $6::text[])
         as s (puuid, games, last_game_at, game_name, tag_line)
       join gamekeeper.player p on p.source = $1 and p.puuid = s.puuid
       cross join lateral (
         select coalesce(greatest(p.last_game_at, p.asked_at), '-infinity') as until) as known
       order by p.puuid for update of p
     )
     update gamekeeper.player p set
       games_seen = p.games_seen + s.games,
       last_game_at = greatest(p.last_game_at, s.last_game_at),
       game_name = coalesce(s.game_name, p.game_name),
       tag_line = coalesce(s.tag_line, p.tag_line)
     from seen s where p.source = $1 and p.puuid = s.puuid`,
    [
      source,
      seen.map((player) => player.puuid),
      seen.map((player) => player.games),
      seen.map((player) => player.lastGameAt),
      seen.map((player) => player.gameName),
      seen.map((player) => player.tagLine),
    ],
  );
}
