/**
 * Turns a page of raw bodies into blocks for ClickHouse, by partition. Each body is parsed and flattened at
 * once and its objects are released: kept longer, they survive several garbage collections, which then
 * dominate the cost. The flat rest waits in small groups for lookups in PostgreSQL while the next group is
 * parsed. The thread yields every few milliseconds, so that the previous batch can be sent.
 */
import { setImmediate as yieldThread } from 'node:timers/promises';
import type { NativeBlock } from '#/runtime/clickhouse/native-block.ts';
import type { BlockWriter } from '#/runtime/clickhouse/row-columns.ts';
import type { StoredFault } from '../quarantine.ts';
import { type RawPosition, type RawRow, readRawPage } from '../raw.ts';
import { takeBatchNumber } from './batches.ts';
import type { ProjectorParts } from './projection.ts';
import { createTally, type Tally } from './tally.ts';

/**
 * How bodies of one source become rows. `Flat` is a flattened body, `Ready` adds the lookups from PostgreSQL.
 */
export interface Flattening<Flat, Ready extends ReadyGame, Writer extends BlockWriter> {
  createWriter(): Writer;
  flatten(row: RawRow): Promise<Flattened<Flat>>;
  /** Returns the accepted matches. */
  complete(games: readonly Flat[], accepts: Accepts): Promise<readonly Ready[]>;
  /** Without a writer, only the sums are updated. */
  add(game: Ready, tally: Tally, writer: Writer | null): void;
}

export interface ReadyGame {
  readonly partition: string;
}

export interface Flattened<Flat> {
  /** Null if the body cannot be projected. */
  readonly game: Flat | null;
  readonly faults: readonly StoredFault[];
}

const GROUP = 125;
const YIELD_AFTER_MS = 8;
/** The embedded ClickHouse accepts inserts up to 256 MiB; a page that exceeds this ends early. */
const MAX_PAGE_BYTES = 64 * 1024 * 1024;

export function createPageMaker<Flat, Ready extends ReadyGame, Writer extends BlockWriter>(
  parts: ProjectorParts,
  steps: Flattening<Flat, Ready, Writer>,
  sends: boolean,
): PageMaker {
  const writers = sends ? createWriterPool(() => steps.createWriter()) : null;
  return { prepare: (request) => preparePage({ parts, steps, writers }, request) };
}

interface Making<Flat, Ready extends ReadyGame, Writer extends BlockWriter> {
  readonly parts: ProjectorParts;
  readonly steps: Flattening<Flat, Ready, Writer>;
  readonly writers: WriterPool<Writer> | null;
}

interface Page<Writer> {
  readonly writers: Map<string, Writer>;
  readonly tally: Tally;
  readonly faults: StoredFault[];
  readonly revised: number[];
  readonly lastYield: { at: number };
  games: number;
}

async function preparePage<Flat, Ready extends ReadyGame, Writer extends BlockWriter>(
  making: Making<Flat, Ready, Writer>,
  { after, reader, accepts, replaces }: PageRequest,
): Promise<PreparedPage> {
  const { parts, steps, writers } = making;
  const page: Page<Writer> = {
    writers: new Map(),
    tally: createTally(parts.projection.live.tables.map(({ shape }) => shape.name)),
    faults: [],
    revised: [],
    lastYield: { at: performance.now() },
    games: 0,
  };
  let looked = 0;
  let to = after;
  let asked: Promise<readonly Ready[]> = Promise.resolve([]);
  let isFull = true;
  while (isFull && looked < parts.pageSize && sizeOf(page) < MAX_PAGE_BYTES) {
    const rows = await reader.read(to);
    for (let at = 0; at < rows.length; at += GROUP) {
      const games = await flattenGroup(steps, page, rows.slice(at, at + GROUP), replaces);
      await addGames(making, page, await asked);
      // The lookups of this group run while the next group is parsed.
      asked = steps.complete(games, accepts);
      asked.catch(() => undefined);
    }
    looked += rows.length;
    to = rows.at(-1) ?? to;
    isFull = rows.length === reader.limit;
  }
  await addGames(making, page, await asked);
  const batch = looked > 0 && writers !== null ? await takeBatchNumber(parts.database) : 0;
  return {
    batch,
    from: after,
    to: { xid: to.xid, rev: to.rev },
    looked,
    isFull,
    games: page.games,
    parts: [...page.writers].map(([partition, writer]) => ({
      partition,
      blocks: writer.blocks(partition, batch),
    })),
    tally: page.tally,
    faults: page.faults,
    revised: page.revised,
    release() {
      for (const writer of page.writers.values()) writers?.giveBack(writer);
    },
  };
}

async function flattenGroup<Flat, Ready extends ReadyGame, Writer extends BlockWriter>(
  steps: Flattening<Flat, Ready, Writer>,
  page: Page<Writer>,
  rows: readonly RawRow[],
  replaces: boolean,
): Promise<Flat[]> {
  const games: Flat[] = [];
  for (const row of rows) {
    await yieldIfBusy(page.lastYield);
    if (replaces && row.wasRevised) page.revised.push(row.game);
    if (!row.isStored) continue;
    const { game, faults } = await steps.flatten(row);
    if (game !== null) games.push(game);
    page.faults.push(...faults);
  }
  return games;
}

async function addGames<Flat, Ready extends ReadyGame, Writer extends BlockWriter>(
  { steps, writers }: Making<Flat, Ready, Writer>,
  page: Page<Writer>,
  games: readonly Ready[],
): Promise<void> {
  for (const game of games) {
    await yieldIfBusy(page.lastYield);
    steps.add(game, page.tally, writers === null ? null : writerFor(page, writers, game.partition));
    page.games += 1;
  }
}

function writerFor<Writer extends BlockWriter>(
  page: Page<Writer>,
  writers: WriterPool<Writer>,
  partition: string,
): Writer {
  const writer = page.writers.get(partition) ?? writers.take();
  page.writers.set(partition, writer);
  return writer;
}

function sizeOf(page: Page<BlockWriter>): number {
  let bytes = 0;
  for (const writer of page.writers.values()) bytes += writer.sizeBytes();
  return bytes;
}

async function yieldIfBusy(lastYield: { at: number }): Promise<void> {
  if (performance.now() - lastYield.at < YIELD_AFTER_MS) return;
  await yieldThread();
  lastYield.at = performance.now();
}

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
type Accepts = (partition: string, game: number) => boolean;

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

interface WriterPool<Writer extends BlockWriter> {
  take(): Writer;
  /** Only after all its rows have arrived. A writer that is never returned is garbage collected. */
  giveBack(writer: Writer): void;
}

function createWriterPool<Writer extends BlockWriter>(create: () => Writer): WriterPool<Writer> {
  const idle: Writer[] = [];
  return {
    take: () => idle.pop() ?? create(),
    giveBack(writer) {
      writer.clear();
      idle.push(writer);
    },
  };
}
