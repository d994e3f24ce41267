/**
 * A table of a projection, each column said once: its name and its type. The statement that creates it, the columns of an insert and
 * the expression that proves its rows are made from it; a test compares it with what the migrations create.
 *
 * Plain MergeTree without anything that removes doubles: batches are written exactly once, and asking with FINAL was 40 to 150
 * times slower. `fsync` so that what was acknowledged survives a power cut.
 */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  /** Where the engine's own is not the best. */
  readonly codec?: string;
}

export interface TableShape {
  readonly name: string;
  /** In the order in which the migrations create them. */
  readonly columns: readonly TableColumn[];
  /** The column whose value decides the partition. */
  readonly partitionBy: string;
  readonly orderBy: string;
  /** A number whose lowest bits are those of the game's: it decides the bucket. */
  readonly bucketBy: string;
  /** The game's number in PostgreSQL, as an expression. */
  readonly game: string;
  /**
   * How games leave it that have to be made anew. `rewrite`: the parts that hold them are written again without them, and nothing is
   * left to be skipped by whoever asks. `mask`: their rows are marked, which costs the same however large the parts are.
   */
  readonly removal: 'rewrite' | 'mask';
  /** Of the table, besides what all have. */
  readonly settings?: readonly string[];
  /** In the order in which they are sent. */
  readonly sent: readonly string[];
  /** In the order in which they are proved; the partition proves itself, and a row may come in any batch. */
  readonly proved: readonly string[];
  /** Proved after the others and told apart: looked up anew whenever rows are made, and a rank that came late is no damage. */
  readonly ranks: readonly string[];
}

const SAFE = ['fsync_after_insert = 1', 'fsync_part_directory = 1'];

export function columnsOf({ name, columns }: TableShape, names: readonly string[]): TableColumn[] {
  return names.map((wanted) => {
    const column = columns.find((one) => one.name === wanted);
    if (column === undefined) throw new Error(`${name} has no column ${wanted}`);
    return column;
  });
}

function columnStatement({ name, type, codec }: TableColumn): string {
  return `  ${name} ${type}${codec === undefined ? '' : ` codec(${codec})`}`;
}

export function createTableStatement(shape: TableShape, name: string): string {
  const columns = shape.columns.map(columnStatement).join(',\n');
  return (
    `create table if not exists ${name} (\n${columns}\n)\n` +
    `engine = MergeTree partition by ${shape.partitionBy} order by (${shape.orderBy})\n` +
    `settings ${[...SAFE, ...(shape.settings ?? [])].join(', ')}`
  );
}
