/** Pages of raw bodies, as whoever sends or compares them sees them. They are made in `prepare-page.ts`. */
import type { NativeBlock } from '#/stores/clickhouse/native-block.ts';
import type { StoredFault } from '#/stores/postgres/quarantine-stored.ts';
import type { RawPosition } from '#/stores/postgres/raw-pages.ts';
import type { ReadAhead } from './read-ahead.ts';
import type { Tally } from './tally.ts';

export interface PageMaker {
  prepare(request: PageRequest): Promise<PreparedPage>;
}

export interface PageRequest {
  readonly after: RawPosition;
  readonly reader: ReadAhead;
  /** Which games are wanted. */
  readonly accepts: Accepts;
  /** What was made before of games that come again has to go. False where nothing can have been made of them. */
  readonly replaces: boolean;
}

/** By partition and by the game's number in PostgreSQL. */
export type Accepts = (partition: string, game: number) => boolean;

export interface PreparedPage {
  readonly batch: number;
  readonly from: RawPosition;
  /** The last row that was looked at. */
  readonly to: RawPosition;
  /** How many were looked at. 0: there is nothing to do. */
  readonly looked: number;
  /** There may be more behind it. */
  readonly isFull: boolean;
  /** How many go to ClickHouse. */
  readonly games: number;
  readonly parts: readonly PagePart[];
  readonly tally: Tally;
  readonly faults: readonly StoredFault[];
  /** Were published before: what was made of them then has to go first. */
  readonly revised: readonly number[];
  /** When all of it has arrived: the parts are worth nothing from then on. */
  release(): void;
}

interface PagePart {
  readonly partition: string;
  /** In the order of the tables. */
  readonly blocks: readonly (NativeBlock | null)[];
}
