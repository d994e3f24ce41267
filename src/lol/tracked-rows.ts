/** Tracked players and groups: who they are, when they were last collected, and what failed since. */
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

export interface GroupRow {
  readonly id: string;
  readonly name: string;
  /** Null: as the installation says. */
  readonly timeZone: string | null;
  readonly createdAt: Date;
  readonly members: readonly GroupMember[];
}

interface GroupMember {
  readonly puuid: string;
  readonly gameName: string;
  readonly tagLine: string;
}

export interface GroupWish {
  readonly name: string;
  readonly timeZone: string | null;
  readonly members: readonly string[];
}

const SELECT_GROUP = `select g.id, g.name, g.time_zone as "timeZone", g.created_at as "createdAt",
    coalesce(jsonb_agg(jsonb_build_object('puuid', t.puuid,
        'gameName', coalesce(p.game_name, t.game_name), 'tagLine', coalesce(p.tag_line, t.tag_line))
      order by lower(coalesce(p.game_name, t.game_name)), t.puuid) filter (where t.puuid is not null), '[]') as members
  from gamekeeper.player_group g
  left join gamekeeper.player_group_member m on m.group_id = g.id
  left join gamekeeper.tracked_player t on t.puuid = m.puuid
  left join gamekeeper.player p on p.source = 'lol' and p.puuid = t.puuid`;

/** By name. */
export async function listGroups(db: Queryable): Promise<GroupRow[]> {
  return db.query<GroupRow>(`${SELECT_GROUP} group by g.id order by lower(g.name)`);
}

export async function findGroup(db: Queryable, id: string): Promise<GroupRow | undefined> {
  const [row] = await db.query<GroupRow>(`${SELECT_GROUP} where g.id = $1 group by g.id`, [id]);
  return row;
}

export async function groupsOfPlayer(db: Queryable, puuid: string): Promise<GroupRow[]> {
  return db.query<GroupRow>(
    `${SELECT_GROUP} where g.id in (select group_id from gamekeeper.player_group_member where puuid = $1)
     group by g.id order by lower(g.name)`,
    [puuid],
  );
}

/** Its id, or null: there is a group of this name. */
export async function createGroup(
  tx: Queryable,
  { name, timeZone, members }: GroupWish,
): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    `insert into gamekeeper.player_group (name, time_zone) values ($1, $2) on conflict do nothing returning id`,
    [name, timeZone],
  );
  if (row === undefined) return null;
  await addMembers(tx, row.id, members);
  return row.id;
}

export async function replaceGroup(
  tx: Queryable,
  id: string,
  { name, timeZone, members }: GroupWish,
): Promise<'replaced' | 'missing' | 'name-taken'> {
  const [group] = await tx.query(`select from gamekeeper.player_group where id = $1 for update`, [id]);
  if (group === undefined) return 'missing';
  const [other] = await tx.query(
    `select from gamekeeper.player_group where lower(name) = lower($2) and id <> $1`,
    [id, name],
  );
  if (other !== undefined) return 'name-taken';
  await tx.query(`update gamekeeper.player_group set name = $2, time_zone = $3 where id = $1`, [
    id,
    name,
    timeZone,
  ]);
  await tx.query(`delete from gamekeeper.player_group_member where group_id = $1 and not puuid = any($2)`, [
    id,
    members,
  ]);
  await addMembers(tx, id, members);
  return 'replaced';
}

/** Those who are not tracked are not added: ask `findUntracked` first. */
export async function addMembers(tx: Queryable, id: string, members: readonly string[]): Promise<void> {
  await tx.query(
    `insert into gamekeeper.player_group_member (group_id, puuid)
     select $1, t.puuid from gamekeeper.tracked_player t where t.puuid = any($2) on conflict do nothing`,
    [id, members],
  );
}

export async function findUntracked(db: Queryable, puuids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ puuid: string }>(
    `select n.puuid from unnest($1::text[]) as n (puuid)
     where not exists (select from gamekeeper.tracked_player t where t.puuid = n.puuid)`,
    [puuids],
  );
  return rows.map((row) => row.puuid);
}

export async function removeGroup(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.query('delete from gamekeeper.player_group where id = $1 returning 1', [id]);
  return rows.length > 0;
}
