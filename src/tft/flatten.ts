/**
 * The projection of TFT: stored bodies → boards, units and items, by patch. PostgreSQL provides the patch of
 * a match, learned from the matches themselves, and the nearest ranks of its players.
 *
 * Bodies were checked before they were stored and are checked again, because rules become stricter, and one
 * bad body must not stop the others.
 */
import type { TftGame } from '#/domain/tft/game.ts';
import { ladderOf, startOf } from '#/domain/tft/match-rank.ts';
import { createPatchCalendar } from '#/domain/tft/patch-calendar.ts';
import type { SeenVersion } from '#/domain/tft/patch-detection.ts';
import {
  type BoardRow,
  matchNumber,
  PROJECTION_VERSION,
  rankColumns,
  type RankColumns,
  reasonNotToCount,
  UNRANKED,
} from '#/domain/tft/rows.ts';
import { type Flattened, type Flattening, makePages } from '#/match/project/page.ts';
import type { SourceProjection, Target } from '#/match/project/projection.ts';
import { readNearestRanks } from '#/match/ranks.ts';
import { type RawRow, readStoredBody } from '#/match/raw.ts';
import { toNext } from '#/runtime/clickhouse/projected-tables.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { TftMatch, tidyTftMatch } from '#/upstream/riot-schema/tft-match.ts';
import { compileShape } from '#/upstream/shape.ts';
import { toTftGame } from './body.ts';
import { createRowSource, type RowSource } from './codes.ts';
import { createLateRanks } from './late-ranks.ts';
import { listPatches, noteVersions, patchesToDrop } from './patch.ts';
import { type RankedBoard, TFT_TABLES } from './tables.ts';
import type { Logger } from 'pino';

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
  const flattening: Flattening<FlatMatch, RankedBoard> = {
    tables: TFT_TABLES,
    flatten: (row) => flatten(readGame, rows, row),
    async complete(matches, accepts) {
      const partitionOf = await patches.partitionsFor(matches.map(({ game }) => game));
      const wanted = matches.filter(({ game, own }) => accepts(partitionOf(game), own));
      const ranks = await readRanks(database, wanted);
      let place = 0;
      return wanted.map(({ game, boards }) => ({
        partition: partitionOf(game),
        records: boards.map((board) => ({ board, rank: ranks[place++] ?? UNRANKED })),
      }));
    },
  };
  return {
    source: SOURCE,
    version: PROJECTION_VERSION,
    live: LIVE,
    next: NEXT,
    reading: { rowsAtATime: ROWS_AT_A_TIME, withTimelines: false },
    keepsUpEvery: null,
    pages: (parts, request) => makePages(parts, flattening, request),
    toDrop: (existing) => patches.toDrop(existing, keptPatches),
    forget: () => rows.forget(),
    openLateRanks: createLateRanks,
  };
}

/** A flattened body. */
interface FlatMatch {
  /** The number in PostgreSQL. */
  readonly own: number;
  /** Without its boards. */
  readonly game: TftGame;
  readonly boards: readonly BoardRow[];
}

async function flatten(
  readGame: GameReader,
  rows: RowSource,
  { id, game: own, body }: RawRow,
): Promise<Flattened<FlatMatch>> {
  const outcome = readGame(id, body);
  if (outcome.type === 'fault')
    return { match: null, faults: [{ kind: 'match', id, reason: outcome.reason }] };
  const { game, number } = outcome;
  const boards = await rows.rowsOf(game, { game: own, number });
  return { match: { own, game: { ...game, boards: [] }, boards }, faults: NO_FAULTS };
}

const NO_FAULTS: readonly [] = [];

/** One for each board of each match, in their order. */
async function readRanks(database: Database, games: readonly FlatMatch[]): Promise<RankColumns[]> {
  const requests = games.flatMap(({ game, boards }) => {
    const [queue, at] = [ladderOf(game.queue), startOf(game)];
    // No player has an empty puuid, so a bot gets no rank.
    return boards.map(({ puuid }) => ({ puuid: puuid ?? '', queue, at }));
  });
  const answers = await readNearestRanks(database, SOURCE, requests);
  return requests.map(({ at }, place) => rankColumns(answers[place] ?? null, at));
}

type ReadGame =
  | { readonly type: 'game'; readonly game: TftGame; readonly number: number }
  | { readonly type: 'fault'; readonly reason: string };

/** Reads a stored body as a TFT match, or returns the fault. */
export type GameReader = (id: string, packed: Uint8Array) => ReadGame;

/** Real bodies have 27 KB. */
const USUAL_BODY_BYTES = 32 * 1024;

export function createGameReader(): GameReader {
  const shape = compileShape(TftMatch);
  return (id, packed) => {
    const stored = readStoredBody(packed, USUAL_BODY_BYTES);
    if (stored.type === 'fault') return stored;
    const { body } = stored;
    tidyTftMatch(body);
    if (!shape.fits(body)) return fault(shape.describeFault(body));
    const game = toTftGame(body);
    // A body under another match's id would be counted twice.
    if (game.id !== id) return fault(`the body is that of ${JSON.stringify(game.id).slice(0, 100)}`);
    const number = matchNumber(game.id);
    if (number === null) return fault('its id has no number');
    const reason = reasonNotToCount(game);
    return reason === null ? { type: 'game', game, number } : fault(reason);
  };
}

function fault(reason: string): ReadGame {
  return { type: 'fault', reason };
}

/**
 * The patch calendar: first records the client versions of the matches, then returns their partitions.
 *
 * The calendar is read again for every group of matches. A cached one could be older than a manual change,
 * and the replay that such a change requests would find no difference.
 */
export interface PatchSource {
  /** Records the versions of these matches and returns the partition of each. */
  partitionsFor(games: readonly TftGame[]): Promise<(game: TftGame) => string>;
  /** The partitions beyond the kept number of patches. */
  toDrop(existing: readonly string[], kept: number): Promise<readonly string[]>;
}

export function createPatchSource(database: Database, now: () => Date): PatchSource {
  /** The earliest recorded end, by set, version and platform; later ones are not recorded. */
  const recorded = new Map<string, number>();

  async function recordVersions(games: readonly TftGame[]): Promise<void> {
    const news = new Map<string, SeenVersion>();
    for (const { setNumber, version, platform, endedAt } of games) {
      const key = `${setNumber} ${platform} ${version}`;
      const earliest = Math.min(news.get(key)?.firstEndedAt ?? Infinity, recorded.get(key) ?? Infinity);
      if (endedAt < earliest) news.set(key, { setNumber, version, platform, firstEndedAt: endedAt });
    }
    if (news.size === 0) return;
    await noteVersions(database, [...news.values()], now());
    for (const [key, { firstEndedAt }] of news) recorded.set(key, firstEndedAt);
  }

  return {
    async partitionsFor(games) {
      await recordVersions(games);
      const calendar = createPatchCalendar(await listPatches(database));
      return (game) => calendar.patchOf(game).partition;
    },
    toDrop: (existing, kept) => patchesToDrop(database, existing, kept),
  };
}
