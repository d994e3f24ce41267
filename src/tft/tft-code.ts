/**
 * The codes that stand for units, items and traits in ClickHouse. A code is given once, in the order in which ids are seen, and keeps its
 * meaning: everything that is projected, now or in a rebuild, by this process or another, uses the same ones.
 */
import { OTHER_CODE, type TftCodeKind, type TftCodeRow } from '#/domain/tft/stored-codes.ts';
import type { Database, Queryable } from '#/runtime/postgres/database.ts';

export type { TftCodeRow };

/** Any constant will do, as long as nothing else of ours locks on it. */
const CODE_LOCK = 4_750_003;

export function loadTftCodes(db: Queryable): Promise<TftCodeRow[]> {
  return db.query<TftCodeRow>('select kind, code, id from gamekeeper.tft_code order by kind, code');
}

/** Returns the codes of all ids asked for, when they are committed. Who comes when none is left gets `OTHER_CODE`, and no row. */
export async function addTftCodes(
  db: Database,
  kind: TftCodeKind,
  ids: readonly string[],
): Promise<TftCodeRow[]> {
  const given = await db.transaction(async (tx) => {
    // Before the statement that looks for the highest code, so that it sees what others have just added.
    await tx.query('select pg_advisory_xact_lock($1)', [CODE_LOCK]);
    await tx.query(
      `insert into gamekeeper.tft_code (kind, code, id)
       select $1, highest.code + row_number() over (order by asked.place), asked.id
       from (select id, min(place) as place from unnest($2::text[]) with ordinality as one (id, place) group by id) as asked,
            (select coalesce(max(code), 0) as code from gamekeeper.tft_code where kind = $1) as highest
       where not exists (select from gamekeeper.tft_code as known where known.kind = $1 and known.id = asked.id)
       order by asked.place
       limit greatest($3 - (select coalesce(max(code), 0) from gamekeeper.tft_code where kind = $1), 0)
       on conflict do nothing`,
      [kind, ids, OTHER_CODE - 1],
    );
    return tx.query<{ code: number; id: string }>(
      'select code, id from gamekeeper.tft_code where kind = $1 and id = any($2)',
      [kind, ids],
    );
  });
  const codes = new Map(given.map(({ code, id }) => [id, code]));
  return [...new Set(ids)].map((id) => ({ kind, code: codes.get(id) ?? OTHER_CODE, id }));
}
