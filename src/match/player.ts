/**
 * Players of ladders and matches. Puuids are encrypted for one API key: `key_id` names it. A player who belongs to another key is marked
 * and not asked for until a ladder names the player under the current key.
 *
 * A player with `listing_since` waits for their match list to be read (`tft/list.ts`). It is set and cleared in the transaction of what
 * caused it, so a repeated or interrupted run changes nothing.
 */
import type { Queryable } from '#/runtime/postgres/database.ts';
import { toRecordset } from '#/runtime/postgres/rows.ts';

/** Stands for a key that is not known. */
const UNKNOWN_KEY = 'unknown';

export interface LadderPlayer {
  readonly puuid: string;
  /** The rank changed since the last ladder, so there is an unlisted match. */
  readonly hasMoved: boolean;
}

const MOVED = 1_000;
const MOST_HOURS = 720;
const MOST_MATCHES = 240;

/**
 * Players as a ladder names them: new ones are added, platforms updated, and all wait to be listed but those listed within
 * `restMinutes`. Order of listing: players with a new match first, then recent and frequent players; a player without a known match is
 * in the middle of them.
 */
export async function enqueueListings(
  db: Queryable,
  { source, platform, region, keyId }: { source: string; platform: string; region: string; keyId: string },
  players: readonly LadderPlayer[],
  { restMinutes, now }: { readonly restMinutes: number; readonly now: Date },
): Promise<void> {
  // Sorted by id, so that concurrent ladders cannot deadlock.
  await db.query(
    `insert into gamekeeper.player as p (source, puuid, key_id, platform, region, listing_since, priority)
     select $1, n.puuid, $4, $2, $3, now(), case when n.has_moved then ${MOVED} else 0 end + ${MOST_HOURS / 2}
     from jsonb_to_recordset($5) as n (puuid text, has_moved boolean) order by n.puuid
     on conflict (source, puuid) do update set
       key_id = excluded.key_id, platform = excluded.platform, region = excluded.region,
       listing_since = case
         when p.listed_at > now() - make_interval(secs => $7 * 60) then p.listing_since
         else coalesce(p.listing_since, now()) end,
       attempts = case when p.listing_since is null then 0 else p.attempts end,
       next_at = case when p.listing_since is null then null else p.next_at end,
       priority = excluded.priority + ${MOST_HOURS / 2} + least(p.games_seen, ${MOST_MATCHES}) - least(greatest(
         coalesce(extract(epoch from $6::timestamptz - p.last_game_at) / 3600, ${MOST_HOURS / 2}), 0), ${MOST_HOURS})`,
    [source, platform, region, keyId, toRecordset(players), now, restMinutes],
  );
}

export async function findPlayer(
  db: Queryable,
  source: string,
  puuid: string,
): Promise<{ readonly platform: string } | undefined> {
  const [row] = await db.query<{ platform: string }>(
    'select platform from gamekeeper.player where source = $1 and puuid = $2',
    [source, puuid],
  );
  return row;
}

/** `isListed` false: the list was given up until a ladder names the player again. */
export async function endListing(
  db: Queryable,
  source: string,
  puuid: string,
  { isListed }: { readonly isListed: boolean },
): Promise<void> {
  await db.query(
    `update gamekeeper.player set listing_since = null, claimed_by = null, claimed_until = null,
       listed_at = case when $3 then now() else listed_at end
     where source = $1 and puuid = $2`,
    [source, puuid, isListed],
  );
}

export async function deferListing(
  db: Queryable,
  source: string,
  puuid: string,
  { attempts, afterMs }: { readonly attempts: number; readonly afterMs: number },
): Promise<void> {
  await db.query(
    `update gamekeeper.player set attempts = $3, next_at = now() + make_interval(secs => $4::float8 / 1000),
       claimed_by = null, claimed_until = null
     where source = $1 and puuid = $2`,
    [source, puuid, attempts, afterMs],
  );
}

export async function markOfAnotherKey(db: Queryable, source: string, puuid: string): Promise<void> {
  await db.query(
    `update gamekeeper.player set key_id = '${UNKNOWN_KEY}', listing_since = null,
       claimed_by = null, claimed_until = null
     where source = $1 and puuid = $2`,
    [source, puuid],
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

/** A player of matches that are being stored. */
export interface SeenPlayer {
  readonly puuid: string;
  readonly games: number;
  readonly lastGameAt: Date;
  /** In the newest of these matches. */
  readonly gameName: string | null;
  readonly tagLine: string | null;
}

/**
 * Updates known players only; `seen` holds each player once. A name of a match counts if the match is newer than the last known match
 * and than the last answer of the account service.
 */
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
       from jsonb_to_recordset($2)
         as s (puuid text, games int, last_game_at timestamptz, game_name text, tag_line text)
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
    [source, toRecordset(seen)],
  );
}
