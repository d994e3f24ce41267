/**
 * The patch calendar. Three write to it: what is known from the start (`seedPatches`), what games show (`noteVersions`) and people.
 * What a person said stands: neither of the others moves it, and what a person took out does not come back by itself.
 */
import { knownPatches } from '#/domain/tft/known-patches.ts';
import type { CalendarRow } from '#/domain/tft/patch-calendar.ts';
import { learnPatches, type LearntRow, type SeenVersion } from '#/domain/tft/patch-detection.ts';
import type { PatchChange, PatchPlace } from '#/domain/tft/patch-change.ts';
import { partitionsToDrop } from '#/domain/tft/patch-retention.ts';
import type { Database, Queryable } from './database.ts';
import { requestProjectionTask } from './projection-task.ts';

interface PatchRow {
  readonly set_number: number;
  readonly patch: string;
  readonly b_patch: string;
  readonly region: string;
  readonly starts_at: Date;
  readonly origin: CalendarRow['origin'];
  readonly is_estimate: boolean;
}

/** In the order of their starts. */
export async function listPatches(database: Queryable): Promise<CalendarRow[]> {
  const rows = await database.query<PatchRow>(
    `select set_number, patch, b_patch, region, starts_at, origin, is_estimate from gamekeeper.patch
     where source = 'tft' and removed_at is null
     order by starts_at, set_number, patch, b_patch, region`,
  );
  return rows.map((row) => ({
    setNumber: row.set_number,
    patch: row.patch,
    bPatch: row.b_patch,
    region: row.region,
    startsAt: row.starts_at.getTime(),
    origin: row.origin,
    isEstimate: row.is_estimate,
  }));
}

/**
 * By a person's hand. Games that are counted already may belong to another patch then, so the projector is asked to verify, in the
 * same transaction. Answers with the number of that task; null: there is such a patch already, or none, and nothing was changed.
 */
export function changePatch(database: Database, change: PatchChange): Promise<number | null> {
  return database.transaction(async (tx) => {
    if (!(await applyChange(tx, change))) return null;
    // A verification that begins before this is committed would not see it: it has to wait, or another one is asked for.
    await tx.query('lock table gamekeeper.projection_task in share row exclusive mode');
    return requestProjectionTask(tx, { kind: 'verify', patch: null });
  });
}

function applyChange(tx: Queryable, change: PatchChange): Promise<boolean> {
  const { place } = change;
  if (change.action === 'remove') return removePatch(tx, place);
  if (change.action === 'move') return movePatch(tx, place, change.startsAt);
  const startsAt = change.startsAt.getTime();
  return addPatch(tx, { ...place, startsAt, origin: 'manual', isEstimate: false });
}

/** False: it is there already. One that was taken out comes back. */
export async function addPatch(database: Queryable, row: CalendarRow): Promise<boolean> {
  const rows = await database.query(
    `insert into gamekeeper.patch (source, set_number, patch, b_patch, region, starts_at, origin, is_estimate)
     values ('tft', $1, $2, $3, $4, $5, $6, $7)
     on conflict (source, set_number, patch, b_patch, region) do update
       set starts_at = excluded.starts_at, origin = excluded.origin, is_estimate = excluded.is_estimate,
           created_at = now(), removed_at = null
       where patch.removed_at is not null
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

/** At every start. A newer program may know a date better than the one before; everything else stays as it is. */
export async function seedPatches(database: Queryable, known = knownPatches()): Promise<number> {
  const rows = await database.query(
    `insert into gamekeeper.patch (source, set_number, patch, b_patch, region, starts_at, origin, is_estimate)
     select 'tft', seed."setNumber", seed.patch, seed."bPatch", seed.region, to_timestamp(seed."startsAt" / 1000.0), 'seed', seed."isEstimate"
     from jsonb_to_recordset($1) as seed("setNumber" int, patch text, "bPatch" text, region text, "startsAt" float8, "isEstimate" boolean)
     on conflict (source, set_number, patch, b_patch, region) do update
       set starts_at = excluded.starts_at, is_estimate = excluded.is_estimate
       where patch.origin = 'seed' and patch.removed_at is null
         and (patch.starts_at, patch.is_estimate) is distinct from (excluded.starts_at, excluded.is_estimate)
     returning patch`,
    [JSON.stringify(known)],
  );
  return rows.length;
}

/**
 * Tells the calendar of games that were seen, before their patch is asked for. Answers with what it has learnt: the new ones are
 * a reason to look for new names and to drop what has become too old.
 */
export async function noteVersions(
  database: Database,
  seen: readonly SeenVersion[],
  now: Date,
): Promise<LearntRow[]> {
  const learnt = learnPatches(await listPatches(database), seen, now.getTime());
  if (learnt.length === 0) return [];
  return database.transaction(async (tx) => {
    // Whoever else has seen the same is waited for, and what they wrote is not learnt twice.
    await tx.query('lock table gamekeeper.patch in share row exclusive mode');
    const fresh = learnPatches(await listPatches(tx), seen, now.getTime());
    const written: LearntRow[] = [];
    for (const row of fresh) if (await writeLearnt(tx, row)) written.push(row);
    return written;
  });
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
