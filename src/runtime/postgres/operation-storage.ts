/** What is kept weighs so much: by table in PostgreSQL, and of clips what their rows say. Sizes are read, rows are estimated. */
import type { Queryable } from './database.ts';

export interface TableWeight {
  /** Without the schema where it is ours. */
  readonly table: string;
  /** As PostgreSQL estimates them. */
  readonly rows: number;
  /** With indexes and TOAST. */
  readonly bytes: number;
}

/** Largest first. */
export async function readTableWeights(db: Queryable): Promise<TableWeight[]> {
  return db.query<TableWeight>(
    `select case n.nspname when 'gamekeeper' then c.relname else n.nspname || '.' || c.relname end as table,
            greatest(coalesce(nullif(pg_stat_get_live_tuples(c.oid), 0), c.reltuples), 0)::float8 as rows,
            pg_total_relation_size(c.oid)::float8 as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('gamekeeper', 'pgboss') and c.relkind in ('r', 'm')
     order by bytes desc, 1`,
  );
}

export interface ObjectWeight {
  readonly clips: number;
  readonly bytes: number;
}

/** Two clips with the same bytes share an object. */
export async function readObjectWeight(db: Queryable): Promise<ObjectWeight> {
  const [row] = await db.query<ObjectWeight>(
    `select count(*)::float8 as clips, coalesce(sum(bytes), 0)::float8 as bytes from (
       select distinct on (object_key) bytes from gamekeeper.clip
       where object_key is not null and object_state = 'stored') as kept`,
  );
  return row ?? { clips: 0, bytes: 0 };
}

/** Of all that is in this database. */
export async function readDatabaseBytes(db: Queryable): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  return row?.bytes ?? 0;
}
