/**
 * Detects data loss in ClickHouse and requests a repair: missing rows of closed batches, detached parts, and
 * unreadable parts. Runs when a projector takes the lead, after every fault and every 30 s.
 *
 * Findings are recorded as damage of the projection, which status, metrics, doctor and the explorer show, and
 * a verify is requested, which restores the rows from PostgreSQL. An unreadable part is dropped first,
 * because every query, merge and mutation on it fails. A successful verify clears the damage and deletes
 * detached parts.
 */
import {
  type ActivePart,
  dropDetachedPart,
  dropPart,
  findUnreadable,
  isDamage,
  type PartHealth,
  type PartName,
  probeParts,
  readPartHealth,
  readParts,
  readRowCounts,
  type RowCounts,
} from '#/runtime/clickhouse/part-health.ts';
import {
  clearDamage,
  noteDamage,
  type Projection,
  type ProjectorParts,
  readProjection,
  requestRepair,
  setRowCounts,
  type SourceProjection,
  type Target,
} from './projection.ts';

export interface HealthCheck {
  readonly check: () => Promise<void>;
  /**
   * Drops the unreadable parts among those that the message names, or among all if it names none. Never
   * throws.
   */
  readonly dropUnreadable: (message: string) => Promise<void>;
}

/** New parts are read completely, up to this many rows per check (5 million took 0.2 s). */
const ROWS_PER_CHECK = 5_000_000;

export function createHealthCheck(parts: ProjectorParts): HealthCheck {
  const { database, clickhouse, log, projection } = parts;
  const { live: target, source } = projection;
  /** The engine's counter since its start. Null: unknown, or changed by the reads of this check. */
  let readErrors: number | null = null;
  /** Paths of parts that were read completely. On a full disk the engine acknowledged incomplete parts. */
  let read = new Set<string>();
  const drop = async (candidates: readonly PartName[], message: string): Promise<void> => {
    try {
      const unreadable = await findUnreadable(clickhouse, candidates);
      readErrors = null;
      if (unreadable.length === 0) return;
      log.error({ parts: unreadable, message }, 'dropping unreadable parts of ClickHouse');
      // Before the drop: the rows are missing from that moment on.
      await noteDamage(database, target.projection, { matches: null, where: namesOf(unreadable) });
      for (const part of unreadable) await dropPart(clickhouse, part);
      await compareRowCounts(parts, target);
    } catch (error) {
      log.warn({ err: error }, 'unreadable parts were not dropped, retrying');
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
      if (repair !== undefined) log.warn({ repair }, 'statistics are incomplete, repair requested');
    },
  };
}

/** Smallest first: after a start all are unread, and the newest parts are small. */
function chooseParts(unread: readonly ActivePart[]): ActivePart[] {
  let rows = 0;
  return unread
    .toSorted((one, other) => one.rows - other.rows)
    .filter((part, at) => (rows += part.rows) <= ROWS_PER_CHECK || at === 0);
}

/** Records missing rows. */
export async function compareRowCounts(parts: ProjectorParts, target: Target): Promise<void> {
  const rows = await readRowCounts(parts.clickhouse, target.tables);
  await compareHealth(parts, target, { rows, broken: [] });
}

/** After a successful verify. `health` was read before the comparison. */
export async function confirmHealth(
  { clickhouse, database, log, projection }: ProjectorParts,
  { rows, broken }: PartHealth,
): Promise<void> {
  for (const part of broken) {
    await dropDetachedPart(clickhouse, part);
    log.info({ part }, 'detached part deleted, rows restored');
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
  // Detached parts may have held more rows than exist now, so the present counts are not recorded.
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

/** Surplus rows are no loss: `batches.ts` or the next verify removes them. */
function missingRows({ rowCounts, dropped }: Projection, rows: RowCounts): Missing[] {
  return Object.entries(rowCounts ?? {})
    .map(([key, expected]) => ({ key, expected, found: rows[key] ?? 0 }))
    .filter(({ key, expected, found }) => found < expected && !dropped.includes(partitionOf(key)));
}

const SEATS = { tft: 8, lol: 10 } as const;

/**
 * The first table of a source has one row for each seat; of the others, the missing share of a partition is
 * taken for the share of its matches. Tables lose the same matches or different ones: the largest number is
 * at least near the truth.
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
