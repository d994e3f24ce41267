/**
 * Look-ups of Riot IDs that are not known yet, one row for each name and key. The unique key makes requests for the same name
 * share one look-up; only the request that inserts or restarts the row sends its job.
 */
import type { Queryable } from '#/runtime/postgres/database.ts';
import type { Source } from './rows.ts';
import { foldRiotId, type RiotIdName } from './riot-id.ts';

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

const COLUMNS = `id::text, game_name as "gameName", tag_line as "tagLine", platform_hint as "platformHint", collects, state, puuid,
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
     returning ${COLUMNS}`,
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
    `select ${COLUMNS} from gamekeeper.name_lookup where source = $1 and key_id = $2 and name = $3
       and (state = 'waiting' or (state = 'failed' and ended_at >= now() - make_interval(secs => $4)))`,
    [name.source, name.keyId, foldRiotId(name), retrySeconds],
  );
  return row;
}

export async function readLookup(db: Queryable, id: string): Promise<NameLookup | undefined> {
  const [row] = await db.query<NameLookup>(
    `select ${COLUMNS} from gamekeeper.name_lookup where id = $1::bigint`,
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
