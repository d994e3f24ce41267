/** Prepared pages of raw bodies, the interface between `prepare-page.ts` and the code that sends or compares them. */
import type { NativeBlock } from '#/runtime/clickhouse/native-block.ts';
import type { StoredFault } from '../quarantine-stored.ts';
import type { RawPosition } from '../raw-pages.ts';
import type { ReadAhead } from './read-ahead.ts';
import type { Tally } from './tally.ts';

export interface PageMaker {
  prepare(request: PageRequest): Promise<PreparedPage>;
}

export interface PageRequest {
  readonly after: RawPosition;
  readonly reader: ReadAhead;
  /** Matches to project. */
  readonly accepts: Accepts;
  /** Whether earlier rows of revised matches are removed. False where there can be none. */
  readonly replaces: boolean;
}

/** By partition and by the match's number in PostgreSQL. */
export type Accepts = (partition: string, game: number) => boolean;

export interface PreparedPage {
  readonly batch: number;
  readonly from: RawPosition;
  /** The last row that was read. */
  readonly to: RawPosition;
  /** Rows read. 0: there is nothing to do. */
  readonly looked: number;
  /** There may be more rows. */
  readonly isFull: boolean;
  /** Matches that are sent to ClickHouse. */
  readonly games: number;
  readonly parts: readonly PagePart[];
  readonly tally: Tally;
  readonly faults: readonly StoredFault[];
  /** Published before: their earlier rows are removed first. */
  readonly revised: readonly number[];
  /** Called after all parts have arrived; invalidates them. */
  release(): void;
}

interface PagePart {
  readonly partition: string;
  /** In the order of the tables. */
  readonly blocks: readonly (NativeBlock | null)[];
}
