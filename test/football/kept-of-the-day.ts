/** What the product stored of a match day, read from its tables and objects with separate SQL. */
import { createHash } from 'node:crypto';
import type { Ask } from '../drill/kept-games.ts';
import type { ObjectStore } from '../../src/runtime/objects/object-store.ts';
import { POST_OF_CLIP } from './world-of-the-day.ts';

export interface KeptGoal {
  readonly id: string;
  readonly fixture: number;
  readonly player: string | null;
  readonly state: 'detected' | 'stable' | 'removed';
  readonly searches: number;
  readonly isSettled: boolean;
  /** 1 plus the number of searches that began while another search of the goal ran. */
  readonly searchJobs: number;
  /** False: scored before the first poll, so its window may have been closed. */
  readonly observedLive: boolean;
  /** How often the scorer changed or the goal was restored. */
  readonly reopened: number;
  /** In the world's time. */
  readonly firstSeenAt: number;
  readonly searchedUntil: number | null;
}

export interface KeptClip {
  readonly id: string;
  readonly goalId: string;
  readonly fixture: number;
  readonly site: string;
  readonly post: string;
  readonly number: number;
  readonly state: 'found' | 'downloaded' | 'kept' | 'duplicate' | 'rejected' | 'failed' | 'deleted';
  readonly reason: string | null;
  readonly md5: string | null;
  readonly objectKey: string | null;
  readonly objectState: 'none' | 'stored' | 'deleting';
}

export interface KeptObject {
  readonly key: string;
  /** Of its present bytes. */
  readonly md5: string;
}

export function readGoals(ask: Ask): Promise<KeptGoal[]> {
  return ask<KeptGoal>(
    `select g.id, g.fixture_id::int as fixture, g.player_name as player, g.state, g.searches,
       g.settled_at is not null as "isSettled", (extract(epoch from g.first_seen_at) * 1000)::float8 as "firstSeenAt",
       (extract(epoch from g.search_ended_at) * 1000)::float8 as "searchedUntil",
       (select 1 + count(*)::int from (
          select s.started_at, lag(s.ended_at) over (order by s.started_at) as earlier_ended_at from gamekeeper.goal_step s
          where s.goal_id = g.id and s.step = 'execute-search' and s.outcome = 'done') as run
        where run.started_at < run.earlier_ended_at) as "searchJobs", g.observed_live as "observedLive",
       (select count(*)::int from gamekeeper.goal_change c where c.goal_id = g.id and c.kind in ('scorer', 'restored')) as reopened
     from gamekeeper.goal g order by g.fixture_id, g.first_seen_at`,
  );
}

export function readClips(ask: Ask): Promise<KeptClip[]> {
  return ask<KeptClip>(
    `select c.id, c.goal_id as "goalId", g.fixture_id::int as fixture, c.site, ${POST_OF_CLIP} as post,
       c.video_number as number, c.state, concat_ws(': ', c.reason_code, c.reason) as reason, c.md5,
       c.object_key as "objectKey", c.object_state as "objectState"
     from gamekeeper.clip c join gamekeeper.goal g on g.id = c.goal_id order by g.fixture_id, c.post_id, c.video_number`,
  );
}

export async function readObjects(store: ObjectStore): Promise<KeptObject[]> {
  const objects: KeptObject[] = [];
  for await (const { key } of store.list('')) {
    const read = await store.read(key);
    if (read.outcome !== 'ok') throw new Error(`${key} is listed and ${read.outcome}`);
    const hash = createHash('md5');
    for await (const chunk of read.body as AsyncIterable<Uint8Array>) hash.update(chunk);
    objects.push({ key, md5: hash.digest('hex') });
  }
  return objects;
}

/** Steps that a kill ended. */
export async function readCutOff(ask: Ask): Promise<number> {
  const [row] = await ask<{ steps: number }>(
    `select count(*)::int as steps from gamekeeper.goal_step where outcome = 'cut-off'`,
  );
  return row?.steps ?? 0;
}

export interface Heard {
  /** Number of polls so far. */
  readonly polls: number;
  /** The last poll that every match in play or just over has had: its number, and when it was, in the world's time. */
  readonly allBy: { readonly poll: number; readonly at: number } | null;
}

export async function readHeard(ask: Ask): Promise<Heard> {
  const rows = await ask<{ polls: number; poll: number | null; at: number | null }>(
    `select (select last_value::int from gamekeeper.fixture_poll_number) as polls,
       min(p.number)::int as poll, (extract(epoch from min(f.polled_at)) * 1000)::float8 as at
     from gamekeeper.fixture f join gamekeeper.fixture_poll p on p.fixture_id = f.id
     where f.phase = 'active' and f.status in ('1H', 'HT', '2H', 'ET', 'BT', 'P', 'FT', 'AET', 'PEN') and p.processed_at is not null
       -- What was over before its first poll is asked about once.
       and coalesce(f.final_since >= f.followed_at, true)`,
  );
  const { polls = 0, poll = null, at = null } = rows[0] ?? {};
  return { polls, allBy: poll === null || at === null ? null : { poll, at } };
}

/** What stands between now and the end, by name; all 0: everything is done. */
export async function readWorkLeft(ask: Ask): Promise<Record<string, number>> {
  const rows = await ask<Record<string, number>>(
    `select (select count(*)::int from gamekeeper.goal where state = 'stable' and settled_at is null) as goals,
            (select count(*)::int from gamekeeper.clip c join gamekeeper.goal g on g.id = c.goal_id
             where g.state = 'stable' and c.state in ('found', 'downloaded')) as clips,
            (select count(*)::int from gamekeeper.fixture_poll where processed_at is null) as polls`,
  );
  return rows[0] ?? {};
}

/** Numbers of the fixtures that are polled. */
export async function readFollowed(ask: Ask): Promise<number[]> {
  const rows = await ask<{ id: number }>(
    `select f.id::int as id from gamekeeper.fixture f join gamekeeper.fixture_poll on fixture_id = f.id`,
  );
  return rows.map(({ id }) => id);
}
