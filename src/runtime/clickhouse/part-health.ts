/**
 * Finds rows that ClickHouse lost: row counts, parts that the engine set aside, and parts that cannot be
 * read.
 *
 * `readPartHealth` and `probeParts` read metadata and one value per part (15 ms each for 6.8 million rows in
 * 26 parts on two busy cores, of which 9 ms are the round trip). `readParts` reads all columns (0.2 s for
 * these rows).
 *
 * On a cluster only rows are counted: replicated tables set broken parts aside and fetch them again by
 * themselves.
 */
import type { ClickHouseReader, ClickHouseWriter, QueryParameters } from './clickhouse.ts';
import { systemParts } from './cluster.ts';
import type { ProjectedTable } from './projected-tables.ts';

/**
 * Rows by `table partition`. The table's name is that of its shape, so that a rebuilt table keeps its counts.
 */
export type RowCounts = Readonly<Record<string, number>>;

export interface PartName {
  readonly table: string;
  readonly name: string;
}

export interface ActivePart extends PartName {
  readonly rows: number;
  /** As error messages name it. */
  readonly path: string;
}

export interface PartHealth {
  readonly rows: RowCounts;
  /** None on a cluster. */
  readonly parts: readonly ActivePart[];
  /**
   * Set aside by the engine because they are broken. Parts that an operator detached have no reason and are
   * not listed.
   */
  readonly broken: readonly PartName[];
  /**
   * How often the engine failed to read stored data since it started, in queries, merges and mutations, and
   * its last words.
   */
  readonly readErrors: number;
  readonly lastReadError: string;
}

/**
 * Codes of unreadable stored data: 32 ATTEMPT_TO_READ_AFTER_EOF, 33 CANNOT_READ_ALL_DATA, 40
 * CHECKSUM_DOESNT_MATCH, 74 CANNOT_READ_FROM_FILE_DESCRIPTOR, 107 FILE_DOESNT_EXIST, 226 to 228 files of a
 * part that are missing, unexpected or of a wrong size, 246 CORRUPTED_DATA, 271 CANNOT_DECOMPRESS, 432
 * UNKNOWN_CODEC.
 */
const DAMAGE_CODES = ['32', '33', '40', '74', '107', '226', '227', '228', '246', '271', '432'];
/** UNFINISHED: a mutation failed; the code of its reason is in the message. */
const UNFINISHED = '341';

/** True if the error says that stored data cannot be read. Trying again does not help. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  if (error.code !== UNFINISHED) return DAMAGE_CODES.includes(error.code);
  // The client keeps the message without the code of its reason, but a failed read always names the part.
  return /while reading (from )?part|in file|data\.bin|\.c?mrk/i.test(error.message);
}

export async function readRowCounts(
  client: ClickHouseReader,
  tables: readonly ProjectedTable[],
): Promise<RowCounts> {
  return toCounts(await readLines(client, countsOf(tables)));
}

export async function readPartHealth(
  client: ClickHouseWriter,
  tables: readonly ProjectedTable[],
): Promise<PartHealth> {
  const isCluster = client.cluster !== undefined;
  const lines = await readLines(
    client,
    isCluster ? countsOf(tables) : [...countsOf(tables), PARTS, BROKEN, ERRORS],
    {
      tables: tables.map(({ name }) => name),
      codes: DAMAGE_CODES.map(Number),
    },
  );
  const errors = lines.filter(({ kind }) => kind === 'error');
  return {
    rows: toCounts(lines),
    parts: lines
      .filter(({ kind }) => kind === 'part')
      .map(({ table, name, value, detail }) => ({ table, name, rows: value, path: detail })),
    broken: lines.filter(({ kind }) => kind === 'broken').map(({ table, name }) => ({ table, name })),
    readErrors: errors.reduce((sum, { value }) => sum + value, 0),
    lastReadError: errors.map(({ detail }) => detail).join('\n'),
  };
}

/** Reads the first value of `batch` in every part; fails where the files of a part are missing or empty. */
export async function probeParts(client: ClickHouseWriter, tables: readonly ProjectedTable[]): Promise<void> {
  if (client.cluster !== undefined) return;
  const probes = tables.map(({ name }) => `select sum(batch) as n from ${name} where _part_offset = 0`);
  await client.query(probes.join(' union all '));
}

/** Reads parts as a whole; parts that are gone meanwhile are passed over. */
export async function readParts(client: ClickHouseReader, parts: readonly PartName[]): Promise<void> {
  for (const table of new Set(parts.map((part) => part.table))) {
    const names = parts.filter((part) => part.table === table).map(({ name }) => name);
    await client.query(
      `select count() as n from ${table} where _part in {names:Array(String)} and not ignore(*)`,
      { params: { names } },
    );
  }
}

export async function findUnreadable(
  client: ClickHouseReader,
  parts: readonly PartName[],
): Promise<PartName[]> {
  const unreadable: PartName[] = [];
  for (const { table, name } of parts) {
    try {
      await readParts(client, [{ table, name }]);
    } catch (error) {
      if (!isDamage(error)) throw error;
      unreadable.push({ table, name });
    }
  }
  return unreadable;
}

export async function dropPart(client: ClickHouseWriter, { table, name }: PartName): Promise<void> {
  await client.command(`alter table ${table} drop part ${quote(name)}`);
}

export async function dropDetachedPart(client: ClickHouseWriter, { table, name }: PartName): Promise<void> {
  await client.command(
    `alter table ${table} drop detached part ${quote(name)} settings allow_drop_detached = 1`,
  );
}

interface Line {
  readonly kind: 'rows' | 'part' | 'broken' | 'error';
  readonly table: string;
  readonly name: string;
  readonly value: number;
  readonly detail: string;
}

const PARTS = `select 'part' as kind, table, name, toFloat64(rows) as value, path as detail from system.parts
  where database = currentDatabase() and active and table in {tables:Array(String)}`;
const BROKEN = `select 'broken' as kind, table, name, toFloat64(1) as value, reason as detail from system.detached_parts
  where database = currentDatabase() and table in {tables:Array(String)}
    and (position(reason, 'broken') > 0 or reason = 'unexpected')`;
const ERRORS = `select 'error' as kind, '' as table, name, toFloat64(value) as value, last_error_message as detail
  from system.errors where code in {codes:Array(Int32)}`;

/** Answered from the metadata of parts; only of parts with masked rows a column is read. */
function countsOf(tables: readonly ProjectedTable[]): string[] {
  return tables.map(
    ({ shape, name }) =>
      `select 'rows' as kind, '${shape.name}' as table, toString(${shape.partitionBy}) as name,
         toFloat64(count()) as value, '' as detail from ${name} group by ${shape.partitionBy}`,
  );
}

function readLines(
  client: ClickHouseReader,
  selects: readonly string[],
  params: QueryParameters = {},
): Promise<Line[]> {
  return client.query<Line>(selects.join('\nunion all\n'), { params });
}

function toCounts(lines: readonly Line[]): RowCounts {
  const rows = lines.filter(({ kind }) => kind === 'rows');
  return Object.fromEntries(rows.map(({ table, name, value }) => [`${table} ${name}`, value]));
}

/** A statement of this kind takes no parameters. */
function quote(name: string): string {
  if (!/^[\w.-]{1,200}$/.test(name)) throw new Error(`${JSON.stringify(name)} cannot be the name of a part`);
  return `'${name}'`;
}

export interface PartitionWeight {
  readonly table: string;
  readonly partition: string;
  readonly rows: number;
  /** Compressed, on disk. */
  readonly bytes: number;
}

/**
 * Size of each partition, largest first. On a cluster, of one replica of each shard.
 */
export async function readPartitionWeights(client: ClickHouseReader): Promise<PartitionWeight[]> {
  return client.query<PartitionWeight>(`select table, partition, toFloat64(sum(rows)) as rows, toFloat64(sum(bytes_on_disk)) as bytes
            from ${systemParts(client)} where database = '${client.database}' and active
            group by table, partition order by bytes desc, table, partition`);
}
