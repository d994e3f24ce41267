/**
 * Finds what ClickHouse lost and has it repaired: rows that closed batches wrote and that are not there, parts that the engine set
 * aside, and parts that cannot be read. Runs when a projector begins to lead, after every fault and every 30 s.
 *
 * What is found is written down as damage of the projection, where status, metrics, doctor and the explorer read it, and a verify is
 * requested, which restores the rows from PostgreSQL. A part that cannot be read is dropped first: every question, merge and mutation
 * that touches it would fail. Damage is cleared, and parts that were set aside are deleted, when a verify has agreed.
 */
import {
  dropDetachedPart,
  dropPart,
  findUnreadable,
  isDamage,
  probeParts,
  readPartHealth,
  readParts,
  readRowCounts,
  type ActivePart,
  type PartHealth,
  type PartName,
  type RowCounts,
} from '#/stores/clickhouse/part-health.ts';
import { readProjection, type Projection } from '#/stores/postgres/projection.ts';
import { clearDamage, noteDamage, requestRepair, setRowCounts } from '#/stores/postgres/projection-health.ts';
import type { ProjectorParts } from './parts.ts';
import type { SourceProjection, Target } from './source-projection.ts';

export interface HealthCheck {
  readonly check: () => Promise<void>;
  /** Drops what cannot be read of the parts that the message names, or of all if it names none. Never fails. */
  readonly dropUnreadable: (message: string) => Promise<void>;
}

/** New parts are read as a whole, so many rows in one check (5 million took 0.2 s); the rest is read by the next ones. */
const ROWS_PER_CHECK = 5_000_000;

export function createHealthCheck(parts: ProjectorParts): HealthCheck {
  const { database, clickhouse, log, projection } = parts;
  const { live: target, source } = projection;
  /** Counted by the engine since it started. Null: not yet, or raised by reads of this check. */
  let readErrors: number | null = null;
  /** Paths of parts that were read as a whole. On a full disk the engine has acknowledged parts that it had written in part. */
  let read = new Set<string>();
  const drop = async (candidates: readonly PartName[], message: string): Promise<void> => {
    try {
      const unreadable = await findUnreadable(clickhouse, candidates);
      readErrors = null;
      if (unreadable.length === 0) return;
      log.error({ parts: unreadable, message }, 'parts of ClickHouse cannot be read and are dropped');
      // First: the rows are missing from the moment they are dropped.
      await noteDamage(database, target.projection, { matches: null, where: namesOf(unreadable) });
      for (const part of unreadable) await dropPart(clickhouse, part);
      await compareRowCounts(parts, target);
    } catch (error) {
      log.warn({ err: error }, 'unreadable parts could not be dropped; trying again');
    }
  };
  const dropNamed = async (active: readonly ActivePart[], message: string): Promise<void> => {
    const named = active.filter(({ path }) => message.includes(path));
    await drop(named.length > 0 ? named : active, message);
  };
  const readNew = async (active: readonly ActivePart[]): Promise<void> => {
    const chosen = chooseParts(active.filter(({ path }) => !read.has(path)));
    try {
      await readParts(clickhouse, chosen);
      for (const { path } of chosen) read.add(path);
    } catch (error) {
      if (!isDamage(error)) throw error;
      await drop(chosen, String(error));
    }
    read = new Set(active.map(({ path }) => path).filter((path) => read.has(path)));
  };
  return {
    async dropUnreadable(message) {
      const health = await readPartHealth(clickhouse, target.tables).catch(() => undefined);
      if (health !== undefined) await dropNamed(health.parts, message);
    },
    async check() {
      const health = await readPartHealth(clickhouse, target.tables);
      await compareHealth(parts, target, health);
      const before = readErrors;
      readErrors = health.readErrors;
      if (before !== null && health.readErrors > before) await dropNamed(health.parts, health.lastReadError);
      await probeParts(clickhouse, target.tables).catch(async (error: unknown) => {
        if (!isDamage(error)) throw error;
        await dropNamed(health.parts, String(error));
      });
      await readNew(health.parts);
      const repair = await requestRepair(database, target.projection, source);
      if (repair !== undefined) log.warn({ repair }, 'statistics are incomplete; a repair was requested');
    },
  };
}

/** Small ones first: after a start all are unread, and the newest are small. */
function chooseParts(unread: readonly ActivePart[]): ActivePart[] {
  let rows = 0;
  return unread
    .toSorted((one, other) => one.rows - other.rows)
    .filter((part, at) => (rows += part.rows) <= ROWS_PER_CHECK || at === 0);
}

/** Notes rows that are missing. */
export async function compareRowCounts(parts: ProjectorParts, target: Target): Promise<void> {
  const rows = await readRowCounts(parts.clickhouse, target.tables);
  await compareHealth(parts, target, { rows, broken: [] });
}

/** After a verify that agreed with `health`, which was read before its comparison. */
export async function confirmHealth(
  { clickhouse, database, log, projection }: ProjectorParts,
  { rows, broken }: PartHealth,
): Promise<void> {
  for (const part of broken) {
    await dropDetachedPart(clickhouse, part);
    log.info({ part }, 'a broken part was deleted; its rows are restored');
  }
  await clearDamage(database, projection.live.projection, rows);
}

async function compareHealth(
  { database, log, projection }: ProjectorParts,
  target: Target,
  { rows, broken }: Pick<PartHealth, 'rows' | 'broken'>,
): Promise<void> {
  const live = await readProjection(database, target.projection);
  if (live === undefined) return;
  // Parts that were set aside may have held more than is there now, so what is there is not believed.
  if (live.rowCounts === null && live.damage === null && broken.length === 0)
    return setRowCounts(database, target.projection, rows);
  const missing = missingRows(live, rows);
  if (missing.length === 0 && broken.length === 0) return;
  const where = [...new Set([...missing.map(({ key }) => key), ...namesOf(broken)])].sort();
  const damage = { matches: countMatches(projection, live.rowCounts, missing), where };
  if (live.damage === null) log.error({ ...damage, missing, broken }, 'ClickHouse lost rows');
  await noteDamage(database, target.projection, damage);
}

interface Missing {
  readonly key: string;
  readonly expected: number;
  readonly found: number;
}

/** Rows in excess are no loss: those of void batches are removed elsewhere, all others by the next verify. */
function missingRows({ rowCounts, dropped }: Projection, rows: RowCounts): Missing[] {
  return Object.entries(rowCounts ?? {})
    .map(([key, expected]) => ({ key, expected, found: rows[key] ?? 0 }))
    .filter(({ key, expected, found }) => found < expected && !dropped.includes(partitionOf(key)));
}

const SEATS = { tft: 8, lol: 10 } as const;

/**
 * The first table of a source has one row for each seat; of the others, the missing share of a partition is taken for the share of its
 * matches. Tables lose the same matches or different ones: the largest number is at least near the truth.
 */
function countMatches(
  { source, live }: SourceProjection,
  expected: RowCounts | null,
  missing: readonly Missing[],
): number | null {
  if (expected === null || missing.length === 0) return null;
  const first = live.tables[0]?.shape.name ?? '';
  const byTable = new Map<string, number>();
  for (const one of missing) {
    const [table = '', partition = ''] = one.key.split(' ');
    const seats = expected[`${first} ${partition}`] ?? 0;
    const matches = ((one.expected - one.found) / one.expected) * (seats / SEATS[source]);
    byTable.set(table, (byTable.get(table) ?? 0) + matches);
  }
  return Math.max(1, Math.ceil(Math.max(...byTable.values())));
}

function partitionOf(key: string): string {
  return key.split(' ')[1] ?? '';
}

function namesOf(parts: readonly PartName[]): string[] {
  return parts.map(({ table }) => table);
}
