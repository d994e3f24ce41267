/**
 * Reads raw bodies in order, a few hundred at a time, with the next read running while the previous rows are processed. A read that is not
 * used, because a page ended early or is repeated, is discarded.
 */
import { readRawPage, type RawPosition, type RawRow } from '../raw-pages.ts';
import type { ProjectorParts } from './parts.ts';

export interface ReadAhead {
  /** Rows per read; fewer rows mean the end. */
  readonly limit: number;
  read(after: RawPosition): Promise<readonly RawRow[]>;
  /** Waits for the read in flight. */
  end(): Promise<void>;
}

export function createReadAhead(parts: ProjectorParts, until: RawPosition | undefined): ReadAhead {
  const { source, reading } = parts.projection;
  const limit = Math.min(reading.rowsAtATime, parts.pageSize);
  let ahead: { readonly after: RawPosition; readonly rows: Promise<readonly RawRow[]> } | null = null;

  const begin = (after: RawPosition): Promise<readonly RawRow[]> => {
    const { withTimelines } = reading;
    const rows = readRawPage(parts.database, { source, after, until, limit, withTimelines });
    // The consumer of the rows awaits them and handles the failure.
    rows.catch(() => undefined);
    return rows;
  };
  const take = (after: RawPosition): Promise<readonly RawRow[]> => {
    const isRight = ahead?.after.xid === after.xid && ahead.after.rev === after.rev;
    const rows = isRight ? ahead?.rows : undefined;
    ahead = null;
    return rows ?? begin(after);
  };
  return {
    limit,
    async read(after) {
      const rows = await take(after);
      const last = rows.at(-1);
      if (last !== undefined && rows.length === limit) ahead = { after: last, rows: begin(last) };
      return rows;
    },
    async end() {
      await ahead?.rows.catch(() => undefined);
    },
  };
}
