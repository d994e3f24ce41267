/**
 * Turns raw bodies into pages of rows for ClickHouse. Each body is parsed and flattened at once and its
 * objects are released: kept longer, they survive several garbage collections, which then dominate the cost.
 * The flat rest waits in small groups for lookups in PostgreSQL while the next group is parsed. The thread
 * yields every few milliseconds, so that the previous page can be sent.
 */
import { setImmediate as yieldThread } from 'node:timers/promises';
import type { NativeBlock } from '#/runtime/clickhouse/native-block.ts';
import type { RowTable, TableWriter } from '#/runtime/clickhouse/row-table.ts';
import type { StoredFault } from '../quarantine.ts';
import { readRawPage, type RawPosition, type RawRow } from '../raw.ts';
import { takeBatchNumber } from './batches.ts';
import type { ProjectorParts } from './projection.ts';
import { tallyFor, type Tally } from './tally.ts';

/**
 * How bodies of one source become rows. `Flat` is a flattened body, an `Entry` (board, participant) has rows
 * in each table.
 */
export interface Flattening<Flat, Entry> {
  /** In the order of the projection's tables. */
  readonly tables: readonly RowTable<Entry>[];
  flatten(row: RawRow): Promise<Flattened<Flat>>;
  /** Adds what PostgreSQL knows of these matches. Returns the accepted ones. */
  complete(matches: readonly Flat[], accepts: Accepts): Promise<readonly ReadyMatch<Entry>[]>;
}

export interface Flattened<Flat> {
  /** Null if the body cannot be projected. */
  readonly match: Flat | null;
  readonly faults: readonly StoredFault[];
}

export interface ReadyMatch<Entry> {
  readonly partition: string;
  readonly records: readonly Entry[];
}

export interface PageRequest {
  readonly after: RawPosition;
  /** Inclusive. Default: everything that is safe to read. */
  readonly until?: RawPosition | undefined;
  /** Matches to project. */
  readonly accepts: Accepts;
  /** Whether earlier rows of revised matches are removed. False where there can be none. */
  readonly replaces: boolean;
  /** Whether the pages are sent as batches. If not, only their sums are used. */
  readonly sends: boolean;
  /** Stops after this many pages, even if there are more rows. */
  readonly maxPages?: number | undefined;
}

/** By partition and by the match's number in PostgreSQL. */
type Accepts = (partition: string, game: number) => boolean;

export interface Page {
  /** 0 if it is not sent. */
  readonly batch: number;
  readonly from: RawPosition;
  /** The last row that was read. */
  readonly to: RawPosition;
  /** Rows read. */
  readonly looked: number;
  /** There may be more rows. */
  readonly isFull: boolean;
  /** Matches with rows in this page. */
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
  /** In the order of the tables. Null: no rows. */
  readonly blocks: readonly (NativeBlock | null)[];
}

const GROUP = 125;
const YIELD_AFTER_MS = 8;
/** The embedded ClickHouse accepts inserts up to 256 MiB; a page that exceeds this ends early. */
const MAX_PAGE_BYTES = 64 * 1024 * 1024;

export async function* makePages<Flat, Entry>(
  parts: ProjectorParts,
  flattening: Flattening<Flat, Entry>,
  request: PageRequest,
): AsyncGenerator<Page> {
  const { maxPages = Infinity } = request;
  const reads = ahead(readRows(parts, request));
  const idle: TableWriter<Entry>[][] = [];
  let from = request.after;
  try {
    for (let pages = 0; pages < maxPages; pages++) {
      const page = await makePage({ parts, flattening, request, reads, idle }, from);
      if (page.looked === 0) return;
      from = page.to;
      yield page;
      if (!page.isFull) return;
    }
  } finally {
    await reads.return(undefined);
  }
}

/** A few hundred rows at a time, in commit order. */
async function* readRows(
  { database, projection, pageSize }: ProjectorParts,
  { after, until }: PageRequest,
): AsyncGenerator<readonly RawRow[]> {
  const { source, reading } = projection;
  const limit = Math.min(reading.rowsAtATime, pageSize);
  const { withTimelines } = reading;
  let from = after;
  for (;;) {
    const rows = await readRawPage(database, { source, after: from, until, limit, withTimelines });
    const last = rows.at(-1);
    if (last !== undefined) yield rows;
    if (last === undefined || rows.length < limit) return;
    from = last;
  }
}

/**
 * Starts on the next item while the consumer works on the current one. When the consumer stops early, the
 * item that was started is awaited and discarded: the caller may close the stores after that.
 */
export async function* ahead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  const start = (): Promise<IteratorResult<Item>> => {
    const next = items.next();
    // The failure of an item that is never awaited must not become an unhandled rejection.
    next.catch(() => undefined);
    return next;
  };
  let next = start();
  try {
    for (;;) {
      const { done = false, value } = await next;
      if (done) return;
      next = start();
      yield value as Item;
    }
  } finally {
    await next.catch(() => undefined);
    await items.return(undefined);
  }
}

interface Making<Flat, Entry> {
  readonly parts: ProjectorParts;
  readonly flattening: Flattening<Flat, Entry>;
  readonly request: PageRequest;
  readonly reads: AsyncGenerator<readonly RawRow[]>;
  /** Writers of pages that have arrived, one for each table. */
  readonly idle: TableWriter<Entry>[][];
}

/** A page under construction. */
interface Draft<Entry> {
  readonly writers: Map<string, TableWriter<Entry>[]>;
  readonly faults: StoredFault[];
  readonly revised: number[];
  readonly lastYield: { at: number };
  games: number;
}

async function makePage<Flat, Entry>(making: Making<Flat, Entry>, from: RawPosition): Promise<Page> {
  const { parts, flattening, request, reads, idle } = making;
  const lastYield = { at: performance.now() };
  const draft: Draft<Entry> = { writers: new Map(), faults: [], revised: [], lastYield, games: 0 };
  let looked = 0;
  let to = from;
  let asked: Promise<readonly ReadyMatch<Entry>[]> = Promise.resolve([]);
  let isFull = true;
  while (looked < parts.pageSize && sizeOf(draft) < MAX_PAGE_BYTES) {
    const read = await reads.next();
    if (read.done === true) {
      isFull = false;
      break;
    }
    const rows = read.value;
    for (let at = 0; at < rows.length; at += GROUP) {
      const matches = await flattenGroup(making, draft, rows.slice(at, at + GROUP));
      await addMatches(making, draft, await asked);
      // The lookups of this group run while the next group is parsed.
      asked = flattening.complete(matches, request.accepts);
      asked.catch(() => undefined);
    }
    looked += rows.length;
    to = rows.at(-1) ?? to;
  }
  await addMatches(making, draft, await asked);
  const batch = looked > 0 && request.sends ? await takeBatchNumber(parts.database) : 0;
  const writers = [...draft.writers];
  return {
    batch,
    from,
    to: { xid: to.xid, rev: to.rev },
    looked,
    isFull,
    games: draft.games,
    parts: request.sends
      ? writers.map(([partition, ofTables]) => ({
          partition,
          blocks: ofTables.map((writer) => writer.block(partition, batch)),
        }))
      : [],
    tally: await prove(making, draft),
    faults: draft.faults,
    revised: draft.revised,
    release() {
      for (const [, ofTables] of writers) {
        for (const writer of ofTables) writer.clear();
        idle.push(ofTables);
      }
    },
  };
}

async function flattenGroup<Flat, Entry>(
  { flattening, request }: Making<Flat, Entry>,
  draft: Draft<Entry>,
  rows: readonly RawRow[],
): Promise<Flat[]> {
  const matches: Flat[] = [];
  for (const row of rows) {
    await yieldIfBusy(draft.lastYield);
    if (request.replaces && row.wasRevised) draft.revised.push(row.game);
    if (!row.isStored) continue;
    const { match, faults } = await flattening.flatten(row);
    if (match !== null) matches.push(match);
    draft.faults.push(...faults);
  }
  return matches;
}

async function addMatches<Flat, Entry>(
  { flattening, idle }: Making<Flat, Entry>,
  draft: Draft<Entry>,
  matches: readonly ReadyMatch<Entry>[],
): Promise<void> {
  for (const { partition, records } of matches) {
    await yieldIfBusy(draft.lastYield);
    const writers =
      draft.writers.get(partition) ?? idle.pop() ?? flattening.tables.map((table) => table.openWriter());
    draft.writers.set(partition, writers);
    for (const record of records) for (const writer of writers) writer.add(record);
    draft.games += 1;
  }
}

async function prove<Flat, Entry>(
  { parts, flattening }: Making<Flat, Entry>,
  draft: Draft<Entry>,
): Promise<Tally> {
  const tally = tallyFor(parts.projection);
  for (const [partition, writers] of draft.writers)
    for (const [at, { name }] of flattening.tables.entries()) {
      await yieldIfBusy(draft.lastYield);
      writers[at]?.prove(tally.sumsAt(name, partition));
    }
  return tally;
}

function sizeOf(draft: Draft<unknown>): number {
  let bytes = 0;
  for (const writers of draft.writers.values()) for (const writer of writers) bytes += writer.sizeBytes();
  return bytes;
}

async function yieldIfBusy(lastYield: { at: number }): Promise<void> {
  if (performance.now() - lastYield.at < YIELD_AFTER_MS) return;
  await yieldThread();
  lastYield.at = performance.now();
}
