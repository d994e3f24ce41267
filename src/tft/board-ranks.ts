/**
 * Ranks of boards that are in ClickHouse already: finds those of a player without a rank, and gives them one. Only the three rank
 * columns of the parts concerned are written again; rows keep their batch. Doing it twice changes nothing.
 */
import type { ClickHouseWriter } from '#/runtime/clickhouse/clickhouse.ts';
import { UNKNOWN_LP, type RankColumns } from '#/domain/tft/rows.ts';
import type { ProjectedTable } from '#/runtime/clickhouse/projected-tables.ts';

export interface UnrankedBoard {
  readonly board: number;
  readonly player: number;
  readonly queue: number;
  /** In seconds. */
  readonly startedAt: number;
}

export interface BoardRank extends RankColumns {
  readonly board: number;
}

const BOARDS_AT_ONCE = 50_000;

export async function findUnrankedBoards(
  client: ClickHouseWriter,
  boards: string,
  players: readonly number[],
): Promise<UnrankedBoard[]> {
  return client.query<UnrankedBoard>(`select board, toFloat64(player) as player, queue, toUnixTimestamp(ended_at) - seconds as startedAt
            from ${boards} where lp = ${UNKNOWN_LP} and player in (${[0, ...players].join(', ')}) and player != 0`);
}

/** The first of `tables` has the boards and is updated last: boards that are not done in all tables are found again. */
export async function setBoardRanks(
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
        `alter table ${name} update ${columns.join(', ')} where lp = ${UNKNOWN_LP} and board in (select arrayJoin(${boards}))`,
      );
  }
}

/**
 * As text that is cast: the engine analyses a statement again for every part, and a list of literals costs it seven times as
 * much as a text (8,640 boards in 30 parts: 7.6 s and 1.1 s).
 */
function arrayOf(type: string, ranks: readonly BoardRank[], valueOf: (rank: BoardRank) => number): string {
  return `cast('[${ranks.map(valueOf).join(',')}]', 'Array(${type})')`;
}
