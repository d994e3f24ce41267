/**
 * The projection of TFT: boards, units and items, by patch. PostgreSQL provides the patch of a match, learned from the matches
 * themselves, and the nearest ranks of its players.
 */
import type { Logger } from 'pino';
import type { TftGame } from '#/domain/tft/game.ts';
import { ladderOf, startOf } from '#/domain/tft/match-rank.ts';
import {
  PROJECTION_VERSION,
  rankColumns,
  UNRANKED,
  type BoardRow,
  type RankColumns,
} from '#/domain/tft/rows.ts';
import { BUCKETS } from '#/runtime/clickhouse/projected-rows.ts';
import { toNext } from '#/runtime/clickhouse/projected-tables.ts';
import { addProofs } from './tft-row-proof.ts';
import { createTftRowWriter, type TftRowWriter } from './tft-row-writer.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { readNearestRanks } from '#/match/nearest-rank.ts';
import type { RawRow } from '#/match/raw-pages.ts';
import { createLateRanks } from './late-ranks.ts';
import type { PatchSource } from './patch-source.ts';
import { createPageMaker, type Flattened, type Flattening } from '#/match/project/prepare-page.ts';
import type { GameReader } from './read-game.ts';
import { createRowSource, type RowSource } from './row-source.ts';
import type { SourceProjection, Target } from '#/match/project/source-projection.ts';
import { TFT_TABLES } from './tft-tables.ts';
import type { Tally } from '#/match/project/tally.ts';

const LIVE_TABLES = TFT_TABLES.map((shape) => ({ shape, name: shape.name }));

/** The tables that questions read. */
export const LIVE: Target = { projection: 'tft', tables: LIVE_TABLES };
/** The tables that a rebuild fills and then exchanges. */
export const NEXT: Target = { projection: 'tft-next', tables: toNext(LIVE_TABLES) };

export interface TftProjectionOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly readGame: GameReader;
  readonly patches: PatchSource;
  /** Number of patches that stay in ClickHouse. */
  readonly keptPatches: number;
}

const SOURCE = 'tft';
/** More rows survive the young generation, which costs more than the larger read saves. */
const ROWS_AT_A_TIME = 500;

export function createTftProjection(options: TftProjectionOptions): SourceProjection {
  const { database, log, readGame, patches, keptPatches } = options;
  const rows = createRowSource(database, log);
  const steps: TftSteps = {
    createWriter: createTftRowWriter,
    flatten: (row) => flatten(readGame, rows, row),
    async complete(games, accepts) {
      const partitionOf = await patches.partitionsFor(games.map(({ game }) => game));
      const wanted = games.filter(({ game, own }) => accepts(partitionOf(game), own));
      const ranks = await readRanks(database, wanted);
      let place = 0;
      return wanted.map(({ game, boards }) => {
        const from = place;
        place += boards.length;
        return { boards, partition: partitionOf(game), ranks: ranks.slice(from, place) };
      });
    },
    add: addGame,
  };
  return {
    source: SOURCE,
    version: PROJECTION_VERSION,
    live: LIVE,
    next: NEXT,
    reading: { rowsAtATime: ROWS_AT_A_TIME, withTimelines: false },
    keepsUpEvery: null,
    openPages: (parts, sends) => createPageMaker(parts, steps, sends),
    toDrop: (existing) => patches.toDrop(existing, keptPatches),
    forget: () => rows.forget(),
    openLateRanks: createLateRanks,
  };
}

type TftSteps = Flattening<FlatGame, AnsweredGame, TftRowWriter>;

/** A flattened body. */
interface FlatGame {
  /** The number in PostgreSQL. */
  readonly own: number;
  /** Without its boards. */
  readonly game: TftGame;
  readonly boards: readonly BoardRow[];
}

interface AnsweredGame {
  readonly partition: string;
  readonly boards: readonly BoardRow[];
  /** One for each board. */
  readonly ranks: readonly RankColumns[];
}

async function flatten(
  readGame: GameReader,
  rows: RowSource,
  { id, game: own, body }: RawRow,
): Promise<Flattened<FlatGame>> {
  const outcome = readGame(id, body);
  if (outcome.type === 'fault')
    return { game: null, faults: [{ kind: 'match', id, reason: outcome.reason }] };
  const { game, number } = outcome;
  const boards = await rows.rowsOf(game, { game: own, number });
  return { game: { own, game: { ...game, boards: [] }, boards }, faults: NO_FAULTS };
}

const NO_FAULTS: readonly [] = [];

function addGame(
  { partition, boards, ranks }: AnsweredGame,
  tally: Tally,
  writer: TftRowWriter | null,
): void {
  for (const [at, board] of boards.entries()) {
    const rank = ranks[at] ?? UNRANKED;
    addProofs(tally.sumsAt(partition, board.board % BUCKETS), board, rank);
    writer?.add(board, rank);
  }
}

/** One for each board of each game, in their order. */
async function readRanks(database: Database, games: readonly FlatGame[]): Promise<RankColumns[]> {
  const requests = games.flatMap(({ game, boards }) => {
    const [queue, at] = [ladderOf(game.queue), startOf(game)];
    // No player has an empty puuid, so a bot gets no rank.
    return boards.map(({ puuid }) => ({ puuid: puuid ?? '', queue, at }));
  });
  const answers = await readNearestRanks(database, SOURCE, requests);
  return requests.map(({ at }, place) => rankColumns(answers[place] ?? null, at));
}
