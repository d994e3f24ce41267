/**
 * A page of raw bodies → bytes for ClickHouse, by partition. Games are taken in small groups: read, ranked, flattened, written, and
 * forgotten, because holding the objects of a whole page cost more in garbage collection than everything else together.
 * In between the thread is given back every few milliseconds, so that the batch before can be sent meanwhile.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import type { TftGame } from '#/domain/tft/game.ts';
import { ladderPoints } from '#/domain/tft/ladder-points.ts';
import { matchNumber, PROJECTION_VERSION, toRows, type BoardRow, type KnownRank } from '#/domain/tft/rows.ts';
import type { GameKey } from '#/stores/clickhouse/projected-rows.ts';
import { createTftRowWriter, type TftRowWriter } from '#/stores/clickhouse/tft-tables.ts';
import { takeBatchNumber } from '#/stores/postgres/batch.ts';
import { readRanksAsOf } from '#/stores/postgres/rank-as-of.ts';
import { readRawPage, type RawPosition, type RawRow } from '#/stores/postgres/raw-pages.ts';
import { SOURCE, type ProjectorParts } from './parts.ts';
import { createTally, type Tally } from './tally.ts';

export interface PageRequest {
  readonly after: RawPosition;
  readonly until?: RawPosition | undefined;
  /** Which games are wanted, by partition and number. */
  readonly accepts: (patch: string, number: number) => boolean;
  /** To be sent, or only to be summed up. */
  readonly purpose: 'send' | 'count';
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
  readonly revised: readonly GameKey[];
}

interface PagePart {
  readonly patch: string;
  /** In the order of the tables. */
  readonly bytes: readonly Uint8Array<ArrayBuffer>[];
}

const GROUP = 100;
const BREATHE_AFTER_MS = 8;
/** An embedded ClickHouse takes 256 MiB at once; a page that grows beyond this ends early. */
const MAX_PAGE_BYTES = 64 * 1024 * 1024;
/** No game comes near; one that does would be refused for ever, and with it all behind it. */
const MAX_GAME_BYTES = 32 * 1024 * 1024;

interface Page {
  readonly batch: number;
  readonly writers: Map<string, TftRowWriter>;
  readonly tally: Tally;
  readonly faults: { id: string; reason: string }[];
  readonly revised: GameKey[];
  readonly breath: { at: number };
  games: number;
}

export async function preparePage(parts: ProjectorParts, request: PageRequest): Promise<PreparedPage> {
  const { after, until, purpose } = request;
  const limit = parts.pageSize;
  const rows = await readRawPage(parts.database, { source: SOURCE, after, until, limit });
  const page: Page = {
    batch: rows.length > 0 && purpose === 'send' ? await takeBatchNumber(parts.database) : 0,
    writers: new Map(),
    tally: createTally(),
    faults: [],
    revised: [],
    breath: { at: performance.now() },
    games: 0,
  };
  let looked = 0;
  while (looked < rows.length && sizeOf(page) < MAX_PAGE_BYTES) {
    const group = rows.slice(looked, looked + GROUP);
    await addGroup(parts, request, page, group);
    looked += group.length;
  }
  const last = rows[looked - 1];
  return {
    batch: page.batch,
    from: after,
    to: last === undefined ? after : { xid: last.xid, rev: last.rev },
    looked,
    isFull: rows.length === limit || looked < rows.length,
    games: page.games,
    parts: [...page.writers].map(([patch, writer]) => ({ patch, bytes: writer.take() })),
    tally: page.tally,
    faults: page.faults,
    revised: page.revised,
  };
}

async function addGroup(
  parts: ProjectorParts,
  request: PageRequest,
  page: Page,
  rows: readonly RawRow[],
): Promise<void> {
  const read: { readonly game: TftGame; readonly number: number }[] = [];
  for (const { id, body, isStored, wasRevised } of rows) {
    await breatheNowAndThen(page.breath);
    if (wasRevised) noteRevised(page, id);
    if (!isStored) continue;
    const outcome = parts.readGame(id, body);
    if (outcome.type === 'fault') page.faults.push({ id, reason: outcome.reason });
    else read.push(outcome);
  }
  const games = read.map(({ game }) => game);
  const partitionOf = await parts.patches.partitionsFor(games);
  const wanted = read
    .map(({ game, number }) => ({ game, number, patch: partitionOf(game) }))
    .filter(({ patch, number }) => request.accepts(patch, number));
  const rankOf = await readRanks(
    parts,
    wanted.map(({ game }) => game),
  );
  for (const { game, number, patch } of wanted) {
    await breatheNowAndThen(page.breath);
    const { boards, units } = toRows(game, number, {
      patch,
      version: PROJECTION_VERSION,
      rankOf: (puuid) => rankOf.get(`${game.id} ${puuid}`) ?? null,
    });
    if (roughBytes(boards) > MAX_GAME_BYTES) {
      page.faults.push({ id: game.id, reason: `its ${units.length} units are more than can be counted` });
      continue;
    }
    page.tally.add(boards, units);
    page.games += 1;
    if (request.purpose === 'send') writerFor(page, patch).add(boards, units);
  }
}

/** Everybody of these games whose rank at that game's end is known. */
async function readRanks(
  { database }: ProjectorParts,
  games: readonly TftGame[],
): Promise<ReadonlyMap<string, KnownRank>> {
  const asked = games.flatMap((game) =>
    game.boards.flatMap(({ puuid }) =>
      puuid === null ? [] : [{ id: game.id, puuid, queue: ladderOf(game.queue), at: game.endedAt }],
    ),
  );
  const answers = await readRanksAsOf(database, SOURCE, asked);
  const ranks = new Map<string, KnownRank>();
  asked.forEach(({ id, puuid }, at) => {
    const answer = answers[at];
    const points = answer ? ladderPoints(answer) : null;
    if (answer && points !== null) ranks.set(`${id} ${puuid}`, { tier: answer.tier, ladderPoints: points });
  });
  return ranks;
}

const DOUBLE_UP_QUEUES: ReadonlySet<number> = new Set([1150, 1160]);

/** Whoever plays without a ladder of its own is measured by the main one. */
function ladderOf(queue: number): string {
  return DOUBLE_UP_QUEUES.has(queue) ? 'RANKED_TFT_DOUBLE_UP' : 'RANKED_TFT';
}

/** The board's traits are repeated on each of its units: a few kilobytes of body can become gigabytes of rows. */
function roughBytes(boards: readonly BoardRow[]): number {
  let bytes = 0;
  for (const { units, items, traits } of boards) {
    bytes += units.length * (100 + lengthOf(traits)) + lengthOf(units) + 2 * lengthOf(items);
  }
  return bytes;
}

function lengthOf(texts: readonly string[]): number {
  let length = 0;
  for (const text of texts) length += text.length + 1;
  return length;
}

function noteRevised(page: Page, id: string): void {
  const number = matchNumber(id);
  const platform = id.slice(0, Math.max(id.indexOf('_'), 0)).toLowerCase();
  if (number !== null) page.revised.push({ platform, number });
}

function writerFor(page: Page, patch: string): TftRowWriter {
  const writer = page.writers.get(patch) ?? createTftRowWriter(page.batch);
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
