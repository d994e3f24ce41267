/**
 * Adds the first known rank of a player to boards that were projected without a rank. Nothing else about a board's rank changes later:
 * snapshots are appended in order of time, so a board with a snapshot at or before its start keeps it, as does a board with the first
 * one after.
 *
 * Exactly once: pages ignore a first rank until it is marked `projected`, and this runs between pages only. Each board of the player is
 * therefore either in ClickHouse without a rank, or will be projected with it. A round is a batch without rows: an interrupted round is
 * void, marks nothing, and is repeated.
 */
import { ladderOf } from '#/domain/tft/match-rank.ts';
import { playerNumber } from '#/domain/tft/player-number.ts';
import { rankColumns, UNKNOWN_LP } from '#/domain/tft/rows.ts';
import { findUnrankedBoards, setBoardRanks, type BoardRank, type UnrankedBoard } from './board-ranks.ts';
import type { ProjectedTable } from '#/runtime/clickhouse/projected-tables.ts';
import { closeBatch, openBatch, takeBatchNumber } from '#/match/project/batch.ts';
import { noteBatch } from '#/match/project/projection.ts';
import { markRanksProjected, readLateRanks, type LateRank } from '#/match/rank-snapshot.ts';
import type { RawPosition } from '#/match/raw-pages.ts';
import type { ProjectorParts } from '#/match/project/parts.ts';
import { Superseded } from '#/match/project/send-batch.ts';
import type { LateRanks, Target } from '#/match/project/source-projection.ts';

const PLAYERS_AT_ONCE = 5_000;
/** An update costs about the same for one board as for thousands; it is followed by a pause of this many times its duration. */
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
