/**
 * The definition of a projected table. Each column is named once, with its kind and the value that a row has
 * there; the statement that creates the table, the block of an insert and the fingerprints on both sides
 * derive from it.
 *
 * One record (a board, a participant) becomes rows of several tables. A value that a record has in common for
 * its rows is written for all of them at once.
 */
import {
  nativeBlock,
  repeatedText,
  sameText,
  sameU64,
  u64,
  u8,
  type BlockColumn,
  type ColumnKind,
  type NativeBlock,
  type NumberKind,
} from './native-block.ts';
import type { TableColumn, TableShape } from './projected-tables.ts';
import { endHash, SEED, type RowSums } from './row-proof.ts';

export interface RowColumn<Row> extends TableColumn {
  /** See `ColumnKind`. */
  readonly words: readonly string[];
  readonly of: (row: Row) => unknown;
  open(): OpenColumn<Row>;
}

interface OpenColumn<Row> {
  readonly block: Omit<BlockColumn<never>, 'put' | 'write'>;
  write(from: number, rows: readonly Row[]): void;
}

export function column<Row, Value>(
  name: string,
  kind: ColumnKind<Value>,
  of: (row: Row) => Value,
  codec?: string,
): RowColumn<Row> {
  return {
    name,
    type: kind.type,
    words: kind.words(name),
    of,
    ...(codec === undefined ? {} : { codec }),
    open() {
      const block = kind.open();
      return { block, write: (from, rows) => block.write(from, rows, of) };
    },
  };
}

/** A column with the same value in all rows of a record. */
export interface SharedColumn<Entry> extends TableColumn {
  readonly words: readonly string[];
  readonly kind: NumberKind;
  readonly of: (record: Entry) => number;
}

export function sharedColumn<Entry>(
  name: string,
  kind: NumberKind,
  of: (record: Entry) => number,
): SharedColumn<Entry> {
  return { name, type: kind.type, words: kind.words(name), kind, of };
}

export interface TableDefinition<Entry, Row> extends Omit<TableShape, 'columns' | 'facts' | 'ranks'> {
  readonly own: readonly RowColumn<Row>[];
  readonly shared?: readonly SharedColumn<Entry>[];
  /**
   * Proved after the others and apart from them: they are looked up again when rows are made, and an outdated
   * rank is no damage.
   */
  readonly ranks?: readonly SharedColumn<Entry>[];
  readonly rowsOf: (record: Entry) => readonly Row[];
  /** The bucket of a record, as `bucketBy` gives it for its rows. */
  readonly bucketOf: (record: Entry) => number;
}

export interface RowTable<Entry> extends TableShape {
  openWriter(): TableWriter<Entry>;
}

/**
 * Rows of one batch and one partition. A writer is reused after its rows have arrived, because its memory is
 * expensive to allocate.
 */
export interface TableWriter<Entry> {
  add(record: Entry): void;
  sizeBytes(): number;
  /** Null if there are no rows. */
  block(partition: string, batch: number): NativeBlock | null;
  /** Adds the fingerprints of all rows to the sums of their buckets. */
  prove(sums: readonly RowSums[]): void;
  /** Discards all rows, and invalidates what `block` has returned. */
  clear(): void;
}

export function defineTable<Entry, Row>(definition: TableDefinition<Entry, Row>): RowTable<Entry> {
  const { own, shared = [], ranks = [], rowsOf: _, bucketOf: __, ...shape } = definition;
  const columns: readonly TableColumn[] = [
    { name: shape.partitionBy, type: repeatedText.type },
    ...own,
    ...shared,
    ...ranks,
    { name: 'batch', type: u64.type },
  ];
  return {
    ...shape,
    columns,
    facts: [...own, ...shared].flatMap(({ words }) => words),
    ranks: ranks.flatMap(({ words }) => words),
    openWriter: () => openWriter(definition),
  };
}

const FIRST_ROWS = 1_024;

function openWriter<Entry, Row>(definition: TableDefinition<Entry, Row>): TableWriter<Entry> {
  const { partitionBy, rowsOf, bucketOf } = definition;
  const own = definition.own.map((one) => ({ ...one, ...one.open() }));
  const shared = (definition.shared ?? []).map(openShared);
  const ranks = (definition.ranks ?? []).map(openShared);
  const bucket = openShared(sharedColumn('bucket', u8, bucketOf));
  const columns = [...own, ...shared, ...ranks];
  const repeated = [...shared, ...ranks, bucket];
  /** Rows of each record since the last `spread`. */
  const counts: number[] = [];
  let [records, spreadRows, count, room] = [0, 0, 0, 0];
  const reserve = (rows: number): void => {
    if (rows <= room) return;
    room = Math.max(rows, 2 * room, FIRST_ROWS);
    for (const { block } of [...columns, bucket]) block.reserve(room);
  };
  /** Repeats shared values on the rows of their records. For many at once, because a record has few rows. */
  const spread = (): void => {
    for (const { block, values } of repeated) block.repeat(spreadRows, values, counts, records);
    [records, spreadRows] = [0, count];
  };
  return {
    add(record) {
      const rows = rowsOf(record);
      reserve(count + rows.length);
      for (const one of own) one.write(count, rows);
      for (const { of, values } of repeated) values[records] = of(record);
      counts[records] = rows.length;
      records += 1;
      count += rows.length;
    },
    sizeBytes: () =>
      columns.reduce(
        (sum, { block }) => block.pieces(count).reduce((bytes, one) => bytes + one.length, sum),
        0,
      ),
    block(partition, batch) {
      spread();
      if (count === 0) return null;
      const sent = columns.map(({ name, type, block }) => ({ name, type, pieces: block.pieces }));
      return nativeBlock([sameText(partitionBy, partition), ...sent, sameU64('batch', batch)], count);
    },
    prove(sums) {
      spread();
      const facts = [...own, ...shared].map(({ block }) => block);
      const blocks = { facts, ranks: ranks.map(({ block }) => block) };
      addFingerprints(sums, blocks, bucket.block.values, count);
    },
    clear: () => void ([records, spreadRows, count] = [0, 0, 0]),
  };
}

function openShared<Entry>(one: SharedColumn<Entry>) {
  /** Of the records that were added since the last `spread`. */
  const values: number[] = [];
  return { ...one, block: one.kind.open(), values };
}

type Provable = Pick<BlockColumn<never>, 'mix'>;

function addFingerprints(
  sums: readonly RowSums[],
  { facts, ranks }: { readonly facts: readonly Provable[]; readonly ranks: readonly Provable[] },
  buckets: ArrayLike<number>,
  rows: number,
): void {
  const hashes = new Int32Array(rows).fill(SEED);
  for (const block of facts) block.mix(hashes, rows);
  for (let row = 0; row < rows; row++) {
    const ofBucket = sums[buckets[row] ?? 0];
    if (ofBucket === undefined) throw new Error(`there are sums of ${sums.length} buckets only`);
    const hash = endHash(hashes[row] ?? 0);
    ofBucket.rows += 1;
    ofBucket.xor = (ofBucket.xor ^ hash) >>> 0;
    ofBucket.sum = (ofBucket.sum + hash) >>> 0;
  }
  for (const block of ranks) block.mix(hashes, rows);
  for (let row = 0; row < rows; row++) {
    const ofBucket = sums[buckets[row] ?? 0];
    if (ofBucket !== undefined) ofBucket.ranks = (ofBucket.ranks + endHash(hashes[row] ?? 0)) >>> 0;
  }
}
