/**
 * Raw bodies in their order, a few hundred at a time, the next ones read while the last ones are worked on. What nobody asks for,
 * because a page ended early or had to be done again, is thrown away.
 */
import { readRawPage, type RawPosition, type RawRow } from '#/stores/postgres/raw-pages.ts';
import type { ProjectorParts } from './parts.ts';

export interface ReadAhead {
  /** How many come at a time; when they are fewer, there are no more. */
  readonly limit: number;
  read(after: RawPosition): Promise<readonly RawRow[]>;
  /** Waits for what is still being read. */
  end(): Promise<void>;
}

export function createReadAhead(parts: ProjectorParts, until: RawPosition | undefined): ReadAhead {
  const { source, reading } = parts.projection;
  const limit = Math.min(reading.rowsAtATime, parts.pageSize);
  let ahead: { readonly after: RawPosition; readonly rows: Promise<readonly RawRow[]> } | null = null;

  const begin = (after: RawPosition): Promise<readonly RawRow[]> => {
    const { withTimelines } = reading;
    const rows = readRawPage(parts.database, { source, after, until, limit, withTimelines });
    // Whoever needs them awaits them, and hears of the failure there.
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
