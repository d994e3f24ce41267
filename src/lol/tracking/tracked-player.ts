/** Players who are followed on a schedule: who they are, when they were last asked for, and what went wrong since. */
import type { Queryable } from '#/runtime/postgres/database.ts';

export interface TrackedRow {
  readonly puuid: string;
  readonly keyId: string;
  readonly platform: string;
  readonly gameName: string;
  readonly tagLine: string;
  /** Null: as the installation says. */
  readonly timeZone: string | null;
  readonly trackedAt: Date;
  readonly latestAt: Date | null;
  readonly rankedAt: Date | null;
  readonly failedAt: Date | null;
  readonly reason: string | null;
}

/** Newer names and places than those that they were tracked by stand in `player`. */
const SELECT = `select t.puuid, t.key_id as "keyId", coalesce(p.platform, t.platform) as platform,
    coalesce(p.game_name, t.game_name) as "gameName", coalesce(p.tag_line, t.tag_line) as "tagLine",
    t.time_zone as "timeZone", t.tracked_at as "trackedAt", t.latest_at as "latestAt", t.ranked_at as "rankedAt",
    t.failed_at as "failedAt", t.reason
  from gamekeeper.tracked_player t left join gamekeeper.player p on p.source = 'lol' and p.puuid = t.puuid`;

export type NewTracked = Pick<
  TrackedRow,
  'puuid' | 'keyId' | 'platform' | 'gameName' | 'tagLine' | 'timeZone'
>;

/**
 * True when they were not tracked before. One who was takes the new name and place, and the puuid of the key in use; the zone only if
 * one is given.
 */
export async function trackPlayer(db: Queryable, player: NewTracked): Promise<boolean> {
  const { puuid, keyId, platform, gameName, tagLine, timeZone } = player;
  await db.query(
    `update gamekeeper.tracked_player set puuid = $1, key_id = $2
     where key_id <> $2 and lower(game_name) = lower($3) and lower(tag_line) = lower($4)
       and not exists (select from gamekeeper.tracked_player where puuid = $1)`,
    [puuid, keyId, gameName, tagLine],
  );
  const [row] = await db.query<{ isNew: boolean }>(
    `insert into gamekeeper.tracked_player as t (puuid, key_id, platform, game_name, tag_line, time_zone)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (puuid) do update set
       key_id = $2, platform = $3, game_name = $4, tag_line = $5, time_zone = coalesce($6, t.time_zone)
     returning xmax = 0 as "isNew"`,
    [puuid, keyId, platform, gameName, tagLine, timeZone],
  );
  return row?.isNew ?? false;
}

/** By name. */
export async function listTracked(db: Queryable): Promise<TrackedRow[]> {
  return db.query<TrackedRow>(
    `${SELECT} order by lower(coalesce(p.game_name, t.game_name)), lower(coalesce(p.tag_line, t.tag_line)), t.puuid`,
  );
}

export async function findTracked(db: Queryable, puuid: string): Promise<TrackedRow | undefined> {
  const [row] = await db.query<TrackedRow>(`${SELECT} where t.puuid = $1`, [puuid]);
  return row;
}

/** Also takes them out of every group. */
export async function untrackPlayer(db: Queryable, puuid: string): Promise<boolean> {
  const rows = await db.query('delete from gamekeeper.tracked_player where puuid = $1 returning 1', [puuid]);
  return rows.length > 0;
}

/** The newest games were listed: whatever went wrong before is over. */
export async function noteTrackedListed(db: Queryable, puuid: string): Promise<void> {
  await db.query(
    `update gamekeeper.tracked_player set latest_at = now(), failed_at = null, reason = null where puuid = $1`,
    [puuid],
  );
}

export async function noteTrackedRanked(db: Queryable, puuid: string): Promise<void> {
  await db.query(`update gamekeeper.tracked_player set ranked_at = now() where puuid = $1`, [puuid]);
}

/** Told until games are listed again. */
export async function noteTrackedFailed(db: Queryable, puuid: string, reason: string): Promise<void> {
  await db.query(`update gamekeeper.tracked_player set failed_at = now(), reason = $2 where puuid = $1`, [
    puuid,
    reason,
  ]);
}
