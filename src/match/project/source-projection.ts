/**
 * A projection: the matches of one source as rows of its tables. This is all that the projector knows of a source (`tft-projection.ts`,
 * `lol-projection.ts`).
 */
import type { ProjectedTable } from '#/runtime/clickhouse/projected-tables.ts';
import type { ProjectedSource } from './projection-task.ts';
import type { RawPosition } from '../raw-pages.ts';
import type { PageMaker } from './page-maker.ts';
import type { ProjectorParts } from './parts.ts';

/** The tables that receive rows, and the name of their cursor. */
export interface Target {
  readonly projection: string;
  readonly tables: readonly ProjectedTable[];
}

/** Ranks that became known after the projection of a board. */
export interface LateRanks {
  /** Runs a round if one is due. `at`: where the cursor is. */
  apply(at: RawPosition): Promise<void>;
}

export interface SourceProjection {
  readonly source: ProjectedSource;
  /** Rows of another version are rebuilt. */
  readonly version: number;
  /** The tables that questions read. */
  readonly live: Target;
  /** The tables that a rebuild fills and then exchanges. */
  readonly next: Target;
  /** How raw bodies are read. */
  readonly reading: { readonly rowsAtATime: number; readonly withTimelines: boolean };
  /** During a verify, new matches are projected after this many compared ones. Null: after the verify. */
  readonly keepsUpEvery: number | null;
  /** `sends`: pages to send; otherwise only their sums are computed. */
  openPages(parts: ProjectorParts, sends: boolean): PageMaker;
  /** The partitions to drop. */
  toDrop(existing: readonly string[]): Promise<readonly string[]>;
  /** Discards cached data of PostgreSQL: it may be another server. */
  forget(): void;
  /** Adds ranks that arrive after the projection. Absent: rows have no ranks. */
  openLateRanks?(parts: ProjectorParts): LateRanks;
}
