/**
 * When a platform is crawled anew. It is read off the work that is left, not off the queue: a queue that was emptied, or a job
 * that died, cannot make a platform look done.
 */
import type { Queryable } from '#/runtime/postgres/database.ts';

export interface Crawl {
  readonly source: string;
  /** Names the API key: players of another one are none of this crawl's business, and neither are its cycles. */
  readonly keyId: string;
}

const KIND = 'cycle';

/** Platforms with no list left to read, no game left to fetch now, and no cycle begun within `cooldownMinutes`. */
export async function findDryPlatforms(
  db: Queryable,
  { source, keyId }: Crawl,
  platforms: readonly string[],
  cooldownMinutes: number,
): Promise<string[]> {
  const rows = await db.query<{ platform: string }>(
    `select p.platform from unnest($2::text[]) with ordinality as p (platform, place)
     where not exists (
         select from gamekeeper.match m
         where m.source = $1 and m.platform = p.platform and m.state = 'wanted'
           and (m.next_at is null or m.next_at <= now()))
       and not exists (
         select from gamekeeper.player w
         where w.source = $1 and w.platform = p.platform and w.listing_since is not null and w.key_id = $3)
       and not exists (
         select from gamekeeper.cursor c
         where c.source = $1 and c.kind = '${KIND}' and c.name = p.platform || ' ' || $3
           and c.read_until > now() - make_interval(secs => $4 * 60))
     order by p.place`,
    [source, platforms, keyId, cooldownMinutes],
  );
  return rows.map((row) => row.platform);
}

/** By PostgreSQL's clock, like the cooldown that it begins. `reach`: so many players are asked for. */
export async function beginCycle(
  db: Queryable,
  { source, keyId }: Crawl,
  platform: string,
  reach: number,
): Promise<void> {
  await db.query(
    `insert into gamekeeper.cursor (source, kind, name, read_until, reach) values ($1, '${KIND}', $2, now(), $3)
     on conflict (source, kind, name) do update set read_until = now(), changed_at = now(), reach = excluded.reach`,
    [source, `${platform} ${keyId}`, reach],
  );
}

export interface Spare {
  /** Fewer games than this are left to fetch. */
  readonly fewGames: number;
  /** Nobody reaches further. */
  readonly mostPlayers: number;
  /** So long ago the last ladder was asked for: what it brought is listed by now. */
  readonly settledSeconds: number;
}

/** Platforms in the middle of a cycle that have hardly anything left to do, and how far they reach now. */
export async function findIdlePlatforms(
  db: Queryable,
  { source, keyId }: Crawl,
  platforms: readonly string[],
  { fewGames, mostPlayers, settledSeconds }: Spare,
): Promise<{ readonly platform: string; readonly reach: number }[]> {
  return db.query<{ platform: string; reach: number }>(
    `select p.platform, c.reach from unnest($2::text[]) with ordinality as p (platform, place)
     join gamekeeper.cursor c on c.source = $1 and c.kind = '${KIND}' and c.name = p.platform || ' ' || $3
     where c.reach < $4 and c.changed_at < now() - make_interval(secs => $6)
       and not exists (
         select from gamekeeper.player w
         where w.source = $1 and w.platform = p.platform and w.listing_since is not null and w.key_id = $3)
       and (select count(*) from (
         select from gamekeeper.match m
         where m.source = $1 and m.platform = p.platform and m.state = 'wanted'
           and (m.next_at is null or m.next_at <= now()) limit $5) as due) < $5
     order by p.place`,
    [source, platforms, keyId, mostPlayers, fewGames, settledSeconds],
  );
}

/** The cycle stays the same one: when the next may begin does not change. */
export async function extendCycle(
  db: Queryable,
  { source, keyId }: Crawl,
  platform: string,
  reach: number,
): Promise<void> {
  await db.query(
    `update gamekeeper.cursor set reach = $3, changed_at = now()
     where source = $1 and kind = '${KIND}' and name = $2`,
    [source, `${platform} ${keyId}`, reach],
  );
}
