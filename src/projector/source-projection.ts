/**
 * A projection: the games of one source as rows of its own tables. The projector knows nothing else of it, so another source is another
 * one of these (`tft-projection.ts`, `lol-projection.ts`) and nothing more.
 */
import type { ProjectedTable } from '#/stores/clickhouse/projected-tables.ts';
import type { ProjectedSource } from '#/stores/postgres/projection-task.ts';
import type { LateRanks } from './late-ranks.ts';
import type { PageMaker } from './page-maker.ts';
import type { ProjectorParts } from './parts.ts';

/** Where rows go, and whose cursor tells how far they have come. */
export interface Target {
  readonly projection: string;
  readonly tables: readonly ProjectedTable[];
}

export interface SourceProjection {
  readonly source: ProjectedSource;
  /** Of the rows: those that another version has made are made anew. */
  readonly version: number;
  /** What is asked. */
  readonly live: Target;
  /** What is built to take its place. */
  readonly next: Target;
  /** How raw bodies are read: so many at a time, and with what. */
  readonly reading: { readonly rowsAtATime: number; readonly withTimelines: boolean };
  /** While it is verified, what is stored meanwhile is projected after so many games. Null: it waits until all have been compared. */
  readonly keepsUpEvery: number | null;
  /** `sends`: pages to be sent; otherwise they are only summed up. */
  openPages(parts: ProjectorParts, sends: boolean): PageMaker;
  /** The partitions that are to leave. */
  toDrop(existing: readonly string[]): Promise<readonly string[]>;
  /** Whatever is remembered of PostgreSQL is read anew: it may be another one. */
  forget(): void;
  /** Rows that were projected before their players' first ranks arrived get them later. Absent: rows have no ranks. */
  openLateRanks?(parts: ProjectorParts): LateRanks;
}
