/**
 * Players, Riot IDs, and look-ups of Riot IDs. Puuids are encrypted for one API key: `key_id` names it. A player who belongs to another
 * key is marked and not asked for until a ladder names the player under the current key.
 *
 * A player with `listing_since` waits for their match list to be read (`tft/list.ts`). It is set and cleared in the transaction of what
 * caused it, so a repeated or interrupted run changes nothing.
 */
import type { Queryable } from '#/runtime/postgres/database.ts';
import { toRecordset } from '#/runtime/postgres/rows.ts';
import type { Source } from './rows.ts';

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
    `update gamekeeper.player set listing_since = null, claimed_by = null, claimed_until = null, lost_claims = 0,
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
       claimed_by = null, claimed_until = null, lost_claims = 0
     where source = $1 and puuid = $2`,
    [source, puuid, attempts, afterMs],
  );
}

export async function markOfAnotherKey(db: Queryable, source: string, puuid: string): Promise<void> {
  await db.query(
    `update gamekeeper.player set key_id = '${UNKNOWN_KEY}', listing_since = null,
       claimed_by = null, claimed_until = null, lost_claims = 0
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

// Riot IDs. Players change theirs, and another player may take one: an answer of the account service is valid for a time, also the answer
// that no player has the name. The last holder of a name is kept, so that the name finds that player until another one takes it.
// Case and spaces do not count in a Riot ID.

export interface RiotIdName {
  readonly source: Source;
  /** Puuids are made for one API key. */
  readonly keyId: string;
  readonly gameName: string;
  readonly tagLine: string;
}

export interface KnownRiotId {
  /** The player who has it, or had it last; null: none. */
  readonly puuid: string | null;
  readonly isHeld: boolean;
  readonly ageSeconds: number;
}

export async function readRiotId(db: Queryable, name: RiotIdName): Promise<KnownRiotId | undefined> {
  const [row] = await db.query<KnownRiotId>(
    `select puuid, is_held as "isHeld", extract(epoch from now() - asked_at)::float8 as "ageSeconds"
     from gamekeeper.riot_id where source = $1 and key_id = $2 and name = $3`,
    [name.source, name.keyId, foldRiotId(name)],
  );
  return row;
}

export async function noteRiotId(
  db: Queryable,
  name: RiotIdName,
  { puuid, isHeld }: Pick<KnownRiotId, 'puuid' | 'isHeld'>,
): Promise<void> {
  await db.query(
    `insert into gamekeeper.riot_id (source, key_id, name, puuid, is_held) values ($1, $2, $3, $4, $5)
     on conflict (source, key_id, name) do update set
       puuid = excluded.puuid, is_held = excluded.is_held, asked_at = now()`,
    [name.source, name.keyId, foldRiotId(name), puuid, isHeld],
  );
}

/** Names that were entered and belong to no player. Each is stored for a while, so that the upstream is not called again at once. */
export async function forgetUnknownNames(db: Queryable): Promise<number> {
  const rows = await db.query(
    `delete from gamekeeper.riot_id where puuid is null and asked_at < now() - interval '7 days' returning 1`,
  );
  return rows.length;
}

function foldRiotId({ gameName, tagLine }: { gameName: string; tagLine: string }): string {
  return `${fold(gameName)}#${fold(tagLine)}`;
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s/gu, '');
}

// Look-ups of Riot IDs that are not known yet, one row for each name and key. The unique key makes requests for the same name
// share one look-up; only the request that inserts or restarts the row sends its job.

export interface NameLookup {
  readonly id: string;
  readonly gameName: string;
  readonly tagLine: string;
  readonly platformHint: string | null;
  readonly collects: boolean;
  readonly state: 'waiting' | 'found' | 'nobody' | 'failed';
  readonly puuid: string | null;
  readonly requestedAt: Date;
  readonly endedAt: Date | null;
  readonly reason: string | null;
  readonly isKeyFault: boolean;
}

export interface NewLookup extends RiotIdName {
  readonly platformHint: string | null;
  readonly collects: boolean;
}

export interface LookupLimits {
  /** A failed look-up is not repeated sooner. */
  readonly retrySeconds: number;
  /** Look-ups of all clients that may start within `windowSeconds`. */
  readonly most: number;
  readonly windowSeconds: number;
}

const LOOKUP_COLUMNS = `id::text, game_name as "gameName", tag_line as "tagLine", platform_hint as "platformHint", collects, state, puuid,
  requested_at as "requestedAt", ended_at as "endedAt", reason, is_key_fault as "isKeyFault"`;

/** Returns undefined if nothing was started: one waits, the last one failed a moment ago, or there are too many. */
export async function openLookup(
  db: Queryable,
  lookup: NewLookup,
  { retrySeconds, most, windowSeconds }: LookupLimits,
): Promise<NameLookup | undefined> {
  const { source, keyId, gameName, tagLine, platformHint, collects } = lookup;
  const [row] = await db.query<NameLookup>(
    `insert into gamekeeper.name_lookup as l (source, key_id, name, game_name, tag_line, platform_hint, collects)
     select $1, $2, $3, $4, $5, $6, $7
     where (select count(*) from gamekeeper.name_lookup
            where source = $1 and requested_at > now() - make_interval(secs => $9)) < $10
     on conflict (source, key_id, name) do update set
       game_name = excluded.game_name, tag_line = excluded.tag_line, platform_hint = excluded.platform_hint,
       collects = excluded.collects, state = 'waiting', puuid = null, requested_at = now(), ended_at = null,
       reason = null, is_key_fault = false
     where l.state in ('found', 'nobody') or l.ended_at < now() - make_interval(secs => $8)
     returning ${LOOKUP_COLUMNS}`,
    [
      source,
      keyId,
      foldRiotId(lookup),
      gameName,
      tagLine,
      platformHint,
      collects,
      retrySeconds,
      windowSeconds,
      most,
    ],
  );
  return row;
}

/** The look-up of this name that waits, or that failed less than `retrySeconds` ago. */
export async function readCurrentLookup(
  db: Queryable,
  name: RiotIdName,
  { retrySeconds }: Pick<LookupLimits, 'retrySeconds'>,
): Promise<NameLookup | undefined> {
  const [row] = await db.query<NameLookup>(
    `select ${LOOKUP_COLUMNS} from gamekeeper.name_lookup where source = $1 and key_id = $2 and name = $3
       and (state = 'waiting' or (state = 'failed' and ended_at >= now() - make_interval(secs => $4)))`,
    [name.source, name.keyId, foldRiotId(name), retrySeconds],
  );
  return row;
}

export async function readLookup(db: Queryable, id: string): Promise<NameLookup | undefined> {
  const [row] = await db.query<NameLookup>(
    `select ${LOOKUP_COLUMNS} from gamekeeper.name_lookup where id = $1::bigint`,
    [id],
  );
  return row;
}

export async function noteLookupDelayed(db: Queryable, id: string, reason: string): Promise<void> {
  await db.query(
    `update gamekeeper.name_lookup set reason = $2 where id = $1::bigint and state = 'waiting'`,
    [id, reason],
  );
}

export type LookupEnd =
  | { readonly state: 'found'; readonly puuid: string }
  | { readonly state: 'nobody' }
  | { readonly state: 'failed'; readonly reason: string; readonly isKeyFault: boolean };

export async function endLookup(db: Queryable, id: string, end: LookupEnd): Promise<void> {
  await db.query(
    `update gamekeeper.name_lookup set state = $2, puuid = $3, reason = $4, is_key_fault = $5, ended_at = now()
     where id = $1::bigint and state = 'waiting'`,
    [
      id,
      end.state,
      end.state === 'found' ? end.puuid : null,
      end.state === 'failed' ? end.reason : null,
      end.state === 'failed' && end.isKeyFault,
    ],
  );
}

/** Look-ups that have waited for a minute. Most of them have a job. */
export async function findWaitingLookups(db: Queryable, source: Source): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id::text from gamekeeper.name_lookup
     where source = $1 and state = 'waiting' and requested_at < now() - interval '1 minute' order by id`,
    [source],
  );
  return rows.map((row) => row.id);
}

/** Returns the number of rows removed. What is known of a name stays in `riot_id`. */
export async function forgetEndedLookups(db: Queryable): Promise<number> {
  const rows = await db.query(
    `delete from gamekeeper.name_lookup where ended_at < now() - interval '1 day' returning 1`,
  );
  return rows.length;
}
