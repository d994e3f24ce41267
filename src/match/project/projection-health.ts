/**
 * What a projection must hold in ClickHouse (`row_counts`) and what it was found to have lost (`damage`). Damage stays until a verify
 * has agreed, whichever process finds it and whichever repairs it; a rebuilt projection begins without any.
 */
import type { Queryable, Transaction } from '#/runtime/postgres/database.ts';
import { PROJECTED_SOURCES, requestProjectionTask, type ProjectedSource } from './projection-task.ts';

export interface Damage {
  /** About how many matches are missing from the statistics. Null: not known. */
  readonly matches: number | null;
  /** The tables and partitions concerned, for people. */
  readonly where: readonly string[];
}

/** Rows by `table partition`. */
type Rows = Readonly<Record<string, number>>;

/** Adds the rows of a closed batch; to `base` if it was counted meanwhile. Counts that are not known stay so. */
export async function addRowCounts(
  tx: Queryable,
  name: string,
  added: Rows,
  base: Rows | null = null,
): Promise<void> {
  await tx.query(
    `update gamekeeper.projection p set row_counts = counts || (
       select coalesce(jsonb_object_agg(key, value::bigint + coalesce((counts ->> key)::bigint, 0)), '{}')
       from jsonb_each_text($2))
     from (select coalesce($3, row_counts) as counts from gamekeeper.projection where name = $1) known
     where name = $1`,
    [name, JSON.stringify(added), base && JSON.stringify(base)],
  );
}

/** Null: rows are about to be removed, and how many will be known when they have been counted again. */
export async function setRowCounts(database: Queryable, name: string, counts: Rows | null): Promise<void> {
  await database.query('update gamekeeper.projection set row_counts = $2 where name = $1', [
    name,
    counts && JSON.stringify(counts),
  ]);
}

/** Keeps when it was first found, how often its repair was tried, and a number of matches that was known before. */
export async function noteDamage(database: Queryable, name: string, damage: Damage): Promise<void> {
  await database.query(
    `update gamekeeper.projection
     set damage = jsonb_build_object('foundAt', now(), 'attempts', 0) || coalesce(damage, '{}') || jsonb_strip_nulls($2)
     where name = $1`,
    [name, JSON.stringify(damage)],
  );
}

/** After a verify that agreed: `counts` are what it compared. */
export async function clearDamage(database: Queryable, name: string, counts: Rows): Promise<void> {
  await database.query('update gamekeeper.projection set row_counts = $2, damage = null where name = $1', [
    name,
    JSON.stringify(counts),
  ]);
}

/** Seconds between two attempts of a repair: doubled each time, up to five minutes. */
const RETRY = { first: 30, max: 300 };
/** Two verifies, then a rebuild of everything, and so on. */
const REBUILD_EVERY = 3;

/** Requests the repair of known damage unless one is open or was tried a moment ago. Returns the kind that was requested. */
export function requestRepair(
  database: { transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> },
  name: string,
  source: ProjectedSource,
): Promise<'verify' | 'rebuild' | undefined> {
  return database.transaction(async (tx) => {
    const [row] = await tx.query<{ attempts: number }>(
      `update gamekeeper.projection
       set damage = damage || jsonb_build_object('attempts', (damage ->> 'attempts')::int + 1, 'requestedAt', now())
       where name = $1 and damage is not null
         and not exists (select from gamekeeper.projection_task where source = $2 and state in ('wanted', 'running'))
         and coalesce((damage ->> 'requestedAt')::timestamptz
           + make_interval(secs => least($4, $3 * 2 ^ ((damage ->> 'attempts')::int - 1))) < now(), true)
       returning (damage ->> 'attempts')::int as attempts`,
      [name, source, RETRY.first, RETRY.max],
    );
    if (row === undefined) return undefined;
    const kind = row.attempts % REBUILD_EVERY === 0 ? 'rebuild' : 'verify';
    await requestProjectionTask(tx, { source, kind, patch: null });
    return kind;
  });
}

export interface SourceDamage extends Damage {
  readonly source: ProjectedSource;
}

export function listDamages(database: Queryable): Promise<SourceDamage[]> {
  return database.query<SourceDamage>(
    `select name as source, (damage ->> 'matches')::float8 as matches, damage -> 'where' as "where"
     from gamekeeper.projection where damage is not null and name = any($1) order by name desc`,
    [PROJECTED_SOURCES],
  );
}

const SOURCE_NAMES = { tft: 'Teamfight Tactics', lol: 'League of Legends' } as const;

/** One sentence for status and doctor. */
export function describeDamage({ source, matches, where }: SourceDamage): string {
  const what =
    matches === null || matches === 0
      ? 'stored rows could not be read'
      : `about ${matches.toLocaleString('en')} ${matches === 1 ? 'match is' : 'matches are'} missing`;
  return `Statistics of ${SOURCE_NAMES[source]} are incomplete: ${what} (${where.join(', ')}); they are being restored.`;
}
