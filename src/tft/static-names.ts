/** Names of units, items and traits as the upstreams told them last: the local copy that outlives restarts and outages. */
import type { StaticEntries, StaticOrigin } from '#/domain/tft/static-entry.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';

export interface StaticNamesState {
  readonly version: string;
  readonly fetchedAt: Date;
}

/** In the order in which they are believed. */
const ORIGINS: readonly StaticOrigin[] = ['data-dragon', 'community-dragon'];
const NO_ENTRIES: StaticEntries = { units: [], items: [], traits: [] };
const KINDS = { units: 'unit', items: 'item', traits: 'trait' } as const;

/** Takes the place of what that upstream said of the same ids before; ids that it no longer has stay. Answers with how many. */
export async function saveStaticNames(
  database: Queryable,
  origin: StaticOrigin,
  version: string,
  entries: StaticEntries,
): Promise<number> {
  // Of an id that is there twice the last one counts: a statement cannot write a row two times.
  const rows = Object.entries(KINDS).flatMap(([list, kind]) => {
    const byId = new Map(entries[list as keyof typeof KINDS].map((entry) => [entry.id, entry]));
    return [...byId].map(([id, entry]) => ({ kind, id, entry }));
  });
  const saved = await database.query(
    `insert into gamekeeper.static_name (source, origin, kind, id, entry, version)
     select 'tft', $1, told.kind, told.id, told.entry, $2
     from jsonb_to_recordset($3) as told(kind text, id text, entry jsonb)
     on conflict (source, origin, kind, id) do update
       set entry = excluded.entry, version = excluded.version, fetched_at = now()
     returning id`,
    [origin, version, JSON.stringify(rows)],
  );
  return saved.length;
}

/** One layer for each upstream, in the order in which they are believed. */
export async function loadStaticNames(database: Queryable): Promise<StaticEntries[]> {
  const rows = await database.query<{ origin: StaticOrigin; entries: Partial<StaticEntries> }>(
    `select origin, jsonb_object_agg(kind || 's', list) as entries
     from (select origin, kind, jsonb_agg(entry order by id) as list
           from gamekeeper.static_name where source = 'tft' group by origin, kind) as lists
     group by origin`,
  );
  return ORIGINS.flatMap((origin) => {
    const found = rows.find((row) => row.origin === origin);
    return found === undefined ? [] : [{ ...NO_ENTRIES, ...found.entries }];
  });
}

/** What was fetched last; undefined: nothing yet. */
export async function staticNamesState(database: Queryable): Promise<StaticNamesState | undefined> {
  const [row] = await database.query<StaticNamesState>(
    `select version, fetched_at from gamekeeper.static_name where source = 'tft'
     order by fetched_at desc limit 1`,
  );
  return row;
}
