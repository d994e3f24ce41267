/**
 * Adds the first known rank of a player to boards that were projected without a rank. Nothing else about a
 * board's rank changes later: snapshots are appended in order of time, so a board with a snapshot at or
 * before its start keeps it, as does a board with the first one after.
 *
 * Exactly once: pages ignore a first rank until it is marked `projected`, and this runs between pages only.
 * Each board of the player is therefore either in ClickHouse without a rank, or will be projected with it. A
 * round is a batch without rows: an interrupted round is void, marks nothing, and is repeated.
 *
 * Only the three rank columns of the parts concerned are written again; rows keep their batch. The update is
 * idempotent.
 */
import { ladderOf } from '#/domain/tft/match-rank.ts';
import { playerNumber } from '#/domain/tft/player-number.ts';
import { rankColumns, type RankColumns, UNKNOWN_LP } from '#/domain/tft/rows.ts';
import { closeBatch, openBatch, Superseded, takeBatchNumber } from '#/match/project/batches.ts';
import { type LateRanks, noteBatch, type ProjectorParts, type Target } from '#/match/project/projection.ts';
import { type LateRank, markRanksProjected, readLateRanks } from '#/match/ranks.ts';
import type { RawPosition } from '#/match/raw.ts';
import type { ClickHouseWriter } from '#/runtime/clickhouse/clickhouse.ts';
import { changedTable } from '#/runtime/clickhouse/cluster.ts';
import type { ProjectedTable } from '#/runtime/clickhouse/projected-tables.ts';

const PLAYERS_AT_ONCE = 5_000;
/**
 * An update costs about the same for one board as for thousands; it is followed by a pause of this many times
 * its duration.
 */
const AFTER_UPDATE = 5;
const MAX_PAUSE_MS = 60_000;
/** The search reads two columns of all boards. */
const AFTER_LOOK = 5;
const MIN_PAUSE_MS = 1_000;

export function createLateRanks(parts: ProjectorParts): LateRanks {
  const { database, clickhouse, log, projection } = parts;
  const { source, live } = projection;
  let [nextLook, nextUpdate] = [0, 0];
  return {
    async apply(at) {
      const startedAt = performance.now();
      if (startedAt < nextLook) return;
      const ranks = await readLateRanks(database, source, PLAYERS_AT_ONCE);
      if (ranks.length === 0) {
        nextLook = startedAt + MIN_PAUSE_MS;
        return;
      }
      const byPlayer = groupByPlayer(ranks);
      const batch = await openRound(parts, at);
      const unranked = await findUnrankedBoards(clickhouse, boardsOf(live).name, [...byPlayer.keys()]);
      const lookedAt = performance.now();
      const isUpdateDue = lookedAt >= nextUpdate;
      const found = unranked.flatMap((board) => rankOf(board, byPlayer.get(board.player) ?? []));
      const hasUpdate = isUpdateDue && found.length > 0;
      if (hasUpdate) {
        await setBoardRanks(clickhouse, live.tables, found);
        const tookMs = performance.now() - lookedAt;
        nextUpdate = performance.now() + Math.min(AFTER_UPDATE * tookMs, MAX_PAUSE_MS);
        log.info({ boards: found.length, tookMs: Math.round(tookMs) }, 'late ranks added');
      }
      // Players without an unranked board are marked at once, so that the next pages find their rank.
      const waiting = new Set(isUpdateDue ? [] : unranked.map(({ player }) => player));
      await closeRound(
        parts,
        { batch, hasUpdate },
        ranks.filter(({ puuid }) => !waiting.has(playerNumber(puuid))),
      );
      const isMore = byPlayer.size === PLAYERS_AT_ONCE && waiting.size === 0;
      nextLook = isMore
        ? 0
        : performance.now() +
          Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, AFTER_LOOK * (lookedAt - startedAt)));
    },
  };
}

function boardsOf({ projection, tables: [boards] }: Target): ProjectedTable {
  if (boards === undefined) throw new Error(`${projection} has no tables`);
  return boards;
}

async function openRound({ database, projection }: ProjectorParts, at: RawPosition): Promise<number> {
  const { version, live } = projection;
  const id = await takeBatchNumber(database);
  const batch = { id, projection: live.projection, version, from: at, to: at, patches: [], games: 0 };
  await openBatch(database, batch);
  return id;
}

async function closeRound(
  { database, projection: { source, live } }: ProjectorParts,
  { batch, hasUpdate }: { readonly batch: number; readonly hasUpdate: boolean },
  ranks: readonly LateRank[],
): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await closeBatch(tx, batch)))
      throw new Superseded(`batch ${batch} is no longer open: another projector has taken over`);
    // Answers are cached by the number of the last batch.
    if (hasUpdate) await noteBatch(tx, live.projection, batch);
    await markRanksProjected(tx, source, ranks);
  });
}

function groupByPlayer(ranks: readonly LateRank[]): ReadonlyMap<number, readonly LateRank[]> {
  const byPlayer = new Map<number, LateRank[]>();
  for (const rank of ranks) {
    const player = playerNumber(rank.puuid);
    const known = byPlayer.get(player);
    if (known === undefined) byPlayer.set(player, [rank]);
    else known.push(rank);
  }
  return byPlayer;
}

/** `ranks` in order of time. */
function rankOf({ board, queue, startedAt }: UnrankedBoard, ranks: readonly LateRank[]): BoardRank[] {
  const ofLadder = ranks.filter((rank) => rank.queue === ladderOf(queue));
  const start = startedAt * 1000;
  const nearest = ofLadder.findLast(({ takenAt }) => takenAt.getTime() <= start) ?? ofLadder[0];
  if (nearest === undefined) return [];
  const rank = rankColumns({ ...nearest, takenAt: nearest.takenAt.getTime() }, start);
  return rank.lp === UNKNOWN_LP ? [] : [{ board, ...rank }];
}

interface UnrankedBoard {
  readonly board: number;
  readonly player: number;
  readonly queue: number;
  /** In seconds. */
  readonly startedAt: number;
}

interface BoardRank extends RankColumns {
  readonly board: number;
}

const BOARDS_AT_ONCE = 50_000;

async function findUnrankedBoards(
  client: ClickHouseWriter,
  boards: string,
  players: readonly number[],
): Promise<UnrankedBoard[]> {
  return client.query<UnrankedBoard>(`select board, toFloat64(player) as player, queue, toUnixTimestamp(ended_at) - seconds as startedAt
            from ${boards} where lp = ${UNKNOWN_LP} and player in (${[0, ...players].join(', ')}) and player != 0`);
}

/**
 * The first of `tables` has the boards and is updated last, so that boards that are not updated in all tables
 * are found again.
 */
async function setBoardRanks(
  client: ClickHouseWriter,
  tables: readonly ProjectedTable[],
  ranks: readonly BoardRank[],
): Promise<void> {
  for (let from = 0; from < ranks.length; from += BOARDS_AT_ONCE) {
    const some = ranks.slice(from, from + BOARDS_AT_ONCE);
    const boards = arrayOf('UInt32', some, ({ board }) => board);
    const set = (column: string, type: string, valueOf: (rank: BoardRank) => number): string =>
      `${column} = transform(board, ${boards}, ${arrayOf(type, some, valueOf)}, ${column})`;
    const columns = [
      set('lp', 'Int16', ({ lp }) => lp),
      set('tier', 'UInt8', ({ tier }) => tier),
      set('rank_hours', 'Int16', ({ rankHours }) => rankHours),
    ];
    for (const { name } of tables.toReversed())
      await client.command(
        `alter table ${changedTable(client, name)} update ${columns.join(', ')} where lp = ${UNKNOWN_LP} and board in (select arrayJoin(${boards}))`,
      );
  }
}

/**
 * A text that is cast: the engine analyses a statement again for every part, and a list of literals costs
 * seven times as much as a text (8,640 boards in 30 parts: 7.6 s and 1.1 s).
 */
function arrayOf(type: string, ranks: readonly BoardRank[], valueOf: (rank: BoardRank) => number): string {
  return `cast('[${ranks.map(valueOf).join(',')}]', 'Array(${type})')`;
}
