/**
 * Who a Riot ID belongs to, as far as we were told. People change theirs, and somebody else may take it: what is known is asked again
 * when it is old, also that nobody has it. Who had a name last is remembered, so that they are found by it as long as nobody
 * else has it. Capitals and spaces do not count in a Riot ID.
 */
import type { Queryable } from '#/runtime/postgres/database.ts';
import type { Source } from './rows.ts';

export interface RiotIdName {
  readonly source: Source;
  /** Puuids are made for one API key. */
  readonly keyId: string;
  readonly gameName: string;
  readonly tagLine: string;
}

export interface KnownRiotId {
  /** Who has it, or had it last and is found by it; null: nobody. */
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

/** Names that somebody typed and nobody has: each is remembered so that upstream is not asked at once again, and not for ever. */
export async function forgetUnknownNames(db: Queryable): Promise<number> {
  const rows = await db.query(
    `delete from gamekeeper.riot_id where puuid is null and asked_at < now() - interval '7 days' returning 1`,
  );
  return rows.length;
}

export function foldRiotId({ gameName, tagLine }: { gameName: string; tagLine: string }): string {
  return `${fold(gameName)}#${fold(tagLine)}`;
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s/gu, '');
}
