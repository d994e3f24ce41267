/**
 * A page of raw bodies → blocks for ClickHouse, by partition. A body is read and flattened at once and then forgotten: its objects would
 * otherwise outlive many collections of garbage, which cost more than everything else together. What is left of it waits, in
 * small groups, for the answers of PostgreSQL: the patches of the games, and the ranks of their players. Meanwhile others are read.
 * In between the thread is given back every few milliseconds, so that the batch before can be sent meanwhile.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import type { TftGame } from '#/domain/tft/game.ts';
import { ladderPoints } from '#/domain/tft/ladder-points.ts';
import { rankColumns, type BoardRow, type RankColumns } from '#/domain/tft/rows.ts';
import type { NativeBlock } from '#/stores/clickhouse/native-block.ts';
import type { TftRowWriter } from '#/stores/clickhouse/tft-row-writer.ts';
import { takeBatchNumber } from '#/stores/postgres/batch.ts';
import { readRanksAsOf } from '#/stores/postgres/rank-as-of.ts';
import type { RawPosition, RawRow } from '#/stores/postgres/raw-pages.ts';
import { SOURCE, type ProjectorParts } from './parts.ts';
import type { ReadAhead } from './read-ahead.ts';
import { createTally, type Tally } from './tally.ts';
import type { WriterPool } from './writer-pool.ts';

export interface PageRequest {
  readonly after: RawPosition;
  readonly reader: ReadAhead;
  /** Which games are wanted, by partition and by their number in PostgreSQL. */
  readonly accepts: (patch: string, game: number) => boolean;
  /** To be sent, by these writers; null: only to be summed up. */
  readonly writers: WriterPool | null;
}

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
  readonly faults: readonly { readonly id: string; readonly reason: string }[];
  /** Were published before: what was made of them then has to go first. */
  readonly revised: readonly number[];
  /** When all of it has arrived: the parts are worth nothing from then on. */
  release(): void;
}

interface PagePart {
  readonly patch: string;
  /** In the order of the tables. */
  readonly blocks: readonly (NativeBlock | null)[];
}

const GROUP = 125;
const BREATHE_AFTER_MS = 8;
/** An embedded ClickHouse takes 256 MiB at once; a page that grows beyond this ends early. */
const MAX_PAGE_BYTES = 64 * 1024 * 1024;

interface Page {
  readonly writers: Map<string, TftRowWriter>;
  readonly tally: Tally;
  readonly faults: { id: string; reason: string }[];
  readonly revised: number[];
  readonly breath: { at: number };
  games: number;
}

export async function preparePage(parts: ProjectorParts, request: PageRequest): Promise<PreparedPage> {
  const { after, reader, writers } = request;
  const page: Page = {
    writers: new Map(),
    tally: createTally(),
    faults: [],
    revised: [],
    breath: { at: performance.now() },
    games: 0,
  };
  let looked = 0;
  let to = after;
  let asked: Promise<readonly AnsweredGame[]> = Promise.resolve([]);
  let isFull = true;
  while (isFull && looked < parts.pageSize && sizeOf(page) < MAX_PAGE_BYTES) {
    const rows = await reader.read(to);
    for (let at = 0; at < rows.length; at += GROUP) {
      const games = await flattenGroup(parts, page, rows.slice(at, at + GROUP));
      await addGames(page, writers, await asked);
      // While PostgreSQL answers, the next group is read.
      asked = askFor(parts, request, games);
      asked.catch(() => undefined);
    }
    looked += rows.length;
    to = rows.at(-1) ?? to;
    isFull = rows.length === reader.limit;
  }
  await addGames(page, writers, await asked);
  const batch = looked > 0 && writers !== null ? await takeBatchNumber(parts.database) : 0;
  return {
    batch,
    from: after,
    to: { xid: to.xid, rev: to.rev },
    looked,
    isFull,
    games: page.games,
    parts: [...page.writers].map(([patch, writer]) => ({ patch, blocks: writer.blocks(patch, batch) })),
    tally: page.tally,
    faults: page.faults,
    revised: page.revised,
    release() {
      for (const writer of page.writers.values()) writers?.giveBack(writer);
    },
  };
}

/** What is left of a body. */
interface FlatGame {
  /** Its number in PostgreSQL. */
  readonly own: number;
  /** Without its boards. */
  readonly game: TftGame;
  readonly boards: readonly BoardRow[];
}

interface AnsweredGame extends FlatGame {
  readonly patch: string;
  /** One for each board. */
  readonly ranks: readonly RankColumns[];
}

async function flattenGroup(parts: ProjectorParts, page: Page, rows: readonly RawRow[]): Promise<FlatGame[]> {
  const games: FlatGame[] = [];
  for (const row of rows) {
    await breatheNowAndThen(page.breath);
    if (row.wasRevised) page.revised.push(row.game);
    const flat = row.isStored ? await flatten(parts, page, row) : null;
    if (flat !== null) games.push(flat);
  }
  return games;
}

/** Those that are wanted, with what only PostgreSQL knows. */
async function askFor(
  parts: ProjectorParts,
  { accepts }: PageRequest,
  games: readonly FlatGame[],
): Promise<AnsweredGame[]> {
  const partitionOf = await parts.patches.partitionsFor(games.map(({ game }) => game));
  const wanted = games.filter(({ game, own }) => accepts(partitionOf(game), own));
  const ranks = await readRanks(parts, wanted);
  let place = 0;
  return wanted.map(({ own, game, boards }) => {
    const from = place;
    place += boards.length;
    return { own, game, boards, patch: partitionOf(game), ranks: ranks.slice(from, place) };
  });
}

async function addGames(
  page: Page,
  writers: WriterPool | null,
  games: readonly AnsweredGame[],
): Promise<void> {
  for (const { patch, boards, ranks } of games) {
    await breatheNowAndThen(page.breath);
    const writer = writers === null ? null : writerFor(page, writers, patch);
    for (const [at, board] of boards.entries()) {
      const rank = ranks[at] ?? rankColumns(null);
      page.tally.add(patch, board, rank);
      writer?.add(board, rank);
    }
    page.games += 1;
  }
}

async function flatten(
  { readGame, rows }: ProjectorParts,
  { faults }: Page,
  { id, game: own, body }: RawRow,
): Promise<FlatGame | null> {
  const outcome = readGame(id, body);
  if (outcome.type === 'fault') {
    faults.push({ id, reason: outcome.reason });
    return null;
  }
  const { game, number } = outcome;
  return { own, game: { ...game, boards: [] }, boards: await rows.rowsOf(game, { game: own, number }) };
}

/** As of each game's end, one for each of its boards, in their order. */
async function readRanks({ database }: ProjectorParts, games: readonly FlatGame[]): Promise<RankColumns[]> {
  const asked = games.flatMap(({ game, boards }) =>
    // Nobody has an empty puuid, and so a bot has no rank.
    boards.map(({ puuid }) => ({ puuid: puuid ?? '', queue: ladderOf(game.queue), at: game.endedAt })),
  );
  const answers = await readRanksAsOf(database, SOURCE, asked);
  return answers.map((answer) => {
    const points = answer ? ladderPoints(answer) : null;
    return rankColumns(answer && points !== null ? { tier: answer.tier, ladderPoints: points } : null);
  });
}

const DOUBLE_UP_QUEUES: ReadonlySet<number> = new Set([1150, 1160]);

/** Whoever plays without a ladder of its own is measured by the main one. */
function ladderOf(queue: number): string {
  return DOUBLE_UP_QUEUES.has(queue) ? 'RANKED_TFT_DOUBLE_UP' : 'RANKED_TFT';
}

function writerFor(page: Page, writers: WriterPool, patch: string): TftRowWriter {
  const writer = page.writers.get(patch) ?? writers.take();
  page.writers.set(patch, writer);
  return writer;
}

function sizeOf(page: Page): number {
  let bytes = 0;
  for (const writer of page.writers.values()) bytes += writer.sizeBytes();
  return bytes;
}

async function breatheNowAndThen(breath: { at: number }): Promise<void> {
  if (performance.now() - breath.at < BREATHE_AFTER_MS) return;
  await breathe();
  breath.at = performance.now();
}
