/** Groups of tracked players. A member is a tracked player: whoever is tracked no more is in no group. */
import type { Queryable } from '#/runtime/postgres/database.ts';

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

const SELECT = `select g.id, g.name, g.time_zone as "timeZone", g.created_at as "createdAt",
    coalesce(jsonb_agg(jsonb_build_object('puuid', t.puuid,
        'gameName', coalesce(p.game_name, t.game_name), 'tagLine', coalesce(p.tag_line, t.tag_line))
      order by lower(coalesce(p.game_name, t.game_name)), t.puuid) filter (where t.puuid is not null), '[]') as members
  from gamekeeper.player_group g
  left join gamekeeper.player_group_member m on m.group_id = g.id
  left join gamekeeper.tracked_player t on t.puuid = m.puuid
  left join gamekeeper.player p on p.source = 'lol' and p.puuid = t.puuid`;

/** By name. */
export async function listGroups(db: Queryable): Promise<GroupRow[]> {
  return db.query<GroupRow>(`${SELECT} group by g.id order by lower(g.name)`);
}

export async function findGroup(db: Queryable, id: string): Promise<GroupRow | undefined> {
  const [row] = await db.query<GroupRow>(`${SELECT} where g.id = $1 group by g.id`, [id]);
  return row;
}

export async function groupsOfPlayer(db: Queryable, puuid: string): Promise<GroupRow[]> {
  return db.query<GroupRow>(
    `${SELECT} where g.id in (select group_id from gamekeeper.player_group_member where puuid = $1)
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
