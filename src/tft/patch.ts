/**
 * The patch calendar. Its rows come from the program (`seedPatches`), from games (`noteVersions`), from Data Dragon's list of versions
 * (`openListedPatches`) and from the operator (`changePatch`). The operator's rows are changed by nothing else, and a patch that the
 * operator removed is not added again.
 *
 * A change that assigns games to another patch asks the projector, in the same transaction, to project the days concerned again.
 */
import {
  changedSpans,
  knownPatches,
  partitionsToDrop,
  type CalendarRow,
} from '#/domain/tft/patch-calendar.ts';
import {
  findListedPatches,
  learnPatches,
  type LearntRow,
  type SeenVersion,
} from '#/domain/tft/patch-detection.ts';
import type { PatchChange, PatchPlace } from '#/domain/tft/patch-change.ts';
import { partitionOf } from '#/domain/tft/patch-name.ts';
import type { Database, Queryable } from '#/runtime/postgres/database.ts';
import { requestReplay } from '#/match/project/projection-task.ts';

/** The names of the patches whose start nothing has confirmed yet. */
export async function listProvisionalPatches(database: Queryable): Promise<string[]> {
  const rows = await listPatches(database);
  return rows.filter(({ origin }) => origin === 'listed').map(partitionOf);
}

/** In the order of their starts. */
export function listPatches(database: Queryable): Promise<CalendarRow[]> {
  return database.query<CalendarRow>(
    `select set_number, patch, b_patch, region, (extract(epoch from starts_at) * 1000)::float8 as starts_at,
            origin, is_estimate
     from gamekeeper.patch p where source = 'tft' and removed_at is null
     order by p.starts_at, set_number, patch, b_patch, region`,
  );
}

/** By the operator. Returns the projector's task; null: refused, and nothing was changed. */
export function changePatch(database: Database, change: PatchChange): Promise<number | null> {
  return database.transaction(async (tx) => {
    const before = await lockCalendar(tx);
    return (await applyChange(tx, change)) ? requestReplay(tx, await changedSince(tx, before)) : null;
  });
}

/** Until the transaction ends, nothing else changes the calendar. */
async function lockCalendar(tx: Queryable): Promise<CalendarRow[]> {
  await tx.query('lock table gamekeeper.patch in share row exclusive mode');
  return listPatches(tx);
}

async function changedSince(tx: Queryable, before: readonly CalendarRow[]) {
  return changedSpans(before, await listPatches(tx));
}

async function replayChanges(tx: Queryable, before: readonly CalendarRow[]): Promise<void> {
  const spans = await changedSince(tx, before);
  if (spans.length > 0) await requestReplay(tx, spans);
}

function applyChange(tx: Queryable, change: PatchChange): Promise<boolean> {
  const { place } = change;
  if (change.action === 'remove') return removePatch(tx, place);
  if (change.action === 'move') return movePatch(tx, place, change.startsAt);
  const startsAt = change.startsAt.getTime();
  return addPatch(tx, { ...place, startsAt, origin: 'manual', isEstimate: false });
}

/** Returns false if it is there already. One that was removed comes back, and a provisional one is confirmed. */
export async function addPatch(database: Queryable, row: CalendarRow): Promise<boolean> {
  const rows = await database.query(
    `insert into gamekeeper.patch (source, set_number, patch, b_patch, region, starts_at, origin, is_estimate)
     values ('tft', $1, $2, $3, $4, $5, $6, $7)
     on conflict (source, set_number, patch, b_patch, region) do update
       set starts_at = excluded.starts_at, origin = excluded.origin, is_estimate = excluded.is_estimate,
           created_at = now(), removed_at = null
       where patch.removed_at is not null or patch.origin = 'listed'
     returning patch`,
    toValues(row),
  );
  return rows.length > 0;
}

/** False: there is no such patch. */
export async function movePatch(database: Queryable, place: PatchPlace, startsAt: Date): Promise<boolean> {
  const rows = await database.query(
    `update gamekeeper.patch set starts_at = $5, origin = 'manual', is_estimate = false
     where source = 'tft' and set_number = $1 and patch = $2 and b_patch = $3 and region = $4 and removed_at is null
     returning patch`,
    [...toKey(place), startsAt],
  );
  return rows.length > 0;
}

/** False: there is no such patch. */
export async function removePatch(database: Queryable, place: PatchPlace): Promise<boolean> {
  const rows = await database.query(
    `update gamekeeper.patch set removed_at = now()
     where source = 'tft' and set_number = $1 and patch = $2 and b_patch = $3 and region = $4 and removed_at is null
     returning patch`,
    toKey(place),
  );
  return rows.length > 0;
}

/**
 * At every start. A newer program may know a date better than the one before, and the date of a provisional patch; all other rows stay.
 * Returns how many rows were written.
 */
export function seedPatches(database: Database, known = knownPatches()): Promise<number> {
  return database.transaction(async (tx) => {
    const before = await lockCalendar(tx);
    const rows = await tx.query(
      `insert into gamekeeper.patch (source, set_number, patch, b_patch, region, starts_at, origin, is_estimate)
       select 'tft', seed."setNumber", seed.patch, seed."bPatch", seed.region, to_timestamp(seed."startsAt" / 1000.0), 'seed', seed."isEstimate"
       from jsonb_to_recordset($1) as seed("setNumber" int, patch text, "bPatch" text, region text, "startsAt" float8, "isEstimate" boolean)
       on conflict (source, set_number, patch, b_patch, region) do update
         set starts_at = excluded.starts_at, origin = excluded.origin, is_estimate = excluded.is_estimate
         where patch.origin in ('seed', 'listed') and patch.removed_at is null
           and (patch.starts_at, patch.origin, patch.is_estimate)
             is distinct from (excluded.starts_at, excluded.origin, excluded.is_estimate)
       returning patch`,
      [JSON.stringify(known)],
    );
    // The first start has no games.
    if (rows.length > 0 && before.length > 0) await replayChanges(tx, before);
    return rows.length;
  });
}

/** Records what games show, before their patch is looked up. Returns the rows that were written. */
export async function noteVersions(
  database: Database,
  seen: readonly SeenVersion[],
  now: Date,
): Promise<LearntRow[]> {
  const learnt = learnPatches(await listPatches(database), seen, now.getTime());
  if (learnt.length === 0) return [];
  return database.transaction(async (tx) => {
    // Read again under the lock: another process may have recorded the same games.
    const before = await lockCalendar(tx);
    const fresh = learnPatches(before, seen, now.getTime());
    const written: LearntRow[] = [];
    for (const row of fresh) if (await writeLearnt(tx, row)) written.push(row);
    // Games of any other patch that is learnt carry a version, which does not depend on its start.
    const listed = new Set(before.filter(({ origin }) => origin === 'listed').map(partitionOf));
    if (written.some((row) => listed.has(partitionOf(row)))) await replayChanges(tx, before);
    return written;
  });
}

/** Adds the patches that Data Dragon lists and the calendar lacks, as provisional. Returns those that this call added. */
export function openListedPatches(
  database: Database,
  versions: readonly string[],
  now: Date,
): Promise<CalendarRow[]> {
  return database.transaction(async (tx) => {
    const before = await lockCalendar(tx);
    const [last] = await tx.query<{ at: Date }>(
      `select read_until as at from gamekeeper.cursor where source = 'tft' and kind = 'data-dragon' and name = 'versions'`,
    );
    const lastReadAt = last?.at.getTime() ?? null;
    const opened: CalendarRow[] = [];
    for (const row of findListedPatches(before, { versions, readAt: now.getTime(), lastReadAt }))
      if (await insertPatch(tx, row)) opened.push(row);
    await tx.query(
      `insert into gamekeeper.cursor (source, kind, name, read_until) values ('tft', 'data-dragon', 'versions', $1)
       on conflict (source, kind, name) do update
         set read_until = greatest(cursor.read_until, excluded.read_until), changed_at = now()`,
      [now],
    );
    if (opened.length > 0) await replayChanges(tx, before);
    return opened;
  });
}

/** Returns false if there is such a row, even one that the operator removed. */
async function insertPatch(tx: Queryable, row: CalendarRow): Promise<boolean> {
  const rows = await tx.query(
    `insert into gamekeeper.patch (source, set_number, patch, b_patch, region, starts_at, origin, is_estimate)
     values ('tft', $1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning patch`,
    toValues(row),
  );
  return rows.length > 0;
}

/** Remembers by name which patches somebody has acted upon; answers with those that are new. */
export async function noteBegunPatches(tx: Queryable, names: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `insert into gamekeeper.cursor (source, kind, name, read_until) select 'tft', 'names', name, now() from unnest($1::text[]) as name
     on conflict (source, kind, name) do nothing returning name`,
    [names],
  );
  return rows.map((row) => row.name);
}

/** The partitions beyond the kept number of patches, newest first; `existing` are those that there are. */
export async function patchesToDrop(
  database: Queryable,
  existing: readonly string[],
  kept: number,
): Promise<string[]> {
  return partitionsToDrop(await listPatches(database), existing, kept);
}

/** Not one that a person took out: its row is there, though nobody sees it. */
async function writeLearnt(tx: Queryable, row: LearntRow): Promise<boolean> {
  const rows = await tx.query(
    `insert into gamekeeper.patch (source, set_number, patch, b_patch, region, starts_at, origin, is_estimate)
     values ('tft', $1, $2, $3, $4, $5, $6, $7)
     on conflict (source, set_number, patch, b_patch, region) do update
       set starts_at = excluded.starts_at, origin = excluded.origin, is_estimate = excluded.is_estimate
       where patch.removed_at is null
     returning patch`,
    toValues(row),
  );
  return rows.length > 0;
}

function toKey({ setNumber, patch, bPatch, region }: PatchPlace): unknown[] {
  return [setNumber, patch, bPatch, region];
}

function toValues(row: CalendarRow): unknown[] {
  return [...toKey(row), new Date(row.startsAt), row.origin, row.isEstimate];
}
