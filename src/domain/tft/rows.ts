/**
 * One game → the flat rows that statistics are made of: a row for each board, and a row for each unit on it.
 *
 * A row is known by platform, number and seat, never by a puuid: two bots of one game have the same. Names of players are left out
 * altogether. What the body does not say of a rank stays unknown (`UNKNOWN_LP`, an empty tier) and is never 0. Numbers are
 * held to the range of their columns here, so that both stores hash what is really kept.
 *
 * The columns of the tables are in `stores/clickhouse/tft-tables.ts`. Whoever changes either raises `PROJECTION_VERSION`.
 */
import type { TftBoard, TftGame, TftUnit } from './game.ts';
import { hashRow, type RowHash } from './row-hash.ts';

/** Rows made by another version are thrown away and made again. */
export const PROJECTION_VERSION = 1;

/** Its own value of the filter; below every real one, of which many are negative. */
export const UNKNOWN_LP = -32_768;

export interface RowContext {
  readonly patch: string;
  /** As of this game. Null: nobody knows. */
  readonly rankOf: (puuid: string) => KnownRank | null;
  readonly version: number;
}

export interface KnownRank {
  readonly tier: string;
  /** Points over all tiers and divisions, so that one number orders everybody. */
  readonly ladderPoints: number;
}

export interface BoardRow {
  readonly patch: string;
  readonly platform: string;
  /** Of the game, unique on its platform. */
  readonly number: number;
  readonly seat: number;
  readonly queue: number;
  /** In seconds: finer than anybody asks for. */
  readonly endedAt: number;
  readonly placement: number;
  readonly level: number;
  readonly lp: number;
  readonly tier: string;
  readonly units: readonly string[];
  /** One for each of `units`. */
  readonly stars: readonly number[];
  /** Of all units. */
  readonly items: readonly string[];
  /** Active ones only. */
  readonly traits: readonly string[];
  /** One for each of `traits`. */
  readonly traitTiers: readonly number[];
  readonly hash: RowHash;
}

export interface UnitRow {
  /** What is repeated on every unit of a board. */
  readonly board: BoardRow;
  readonly unit: string;
  readonly stars: number;
  readonly rarity: number;
  readonly items: readonly string[];
  /** 1 for the first of its kind on the board: counting only those counts boards. */
  readonly copy: number;
  readonly hash: RowHash;
}

export interface TftRows {
  readonly boards: readonly BoardRow[];
  readonly units: readonly UnitRow[];
}

/** The number of `EUW1_5012345678`, or null if an id has none that can be kept exactly. */
export function matchNumber(id: string): number | null {
  const digits = /^[A-Z0-9]+_(\d{1,16})$/.exec(id)?.[1];
  const number = Number(digits ?? Number.NaN);
  return Number.isSafeInteger(number) ? number : null;
}

export function toRows(game: TftGame, number: number, context: RowContext): TftRows {
  const boards: BoardRow[] = [];
  const units: UnitRow[] = [];
  for (const board of game.boards) {
    const row = toBoardRow(game, number, board, context);
    boards.push(row);
    const copies = new Map<string, number>();
    for (const unit of board.units) {
      const copy = (copies.get(unit.id) ?? 0) + 1;
      copies.set(unit.id, copy);
      units.push(toUnitRow(row, unit, copy));
    }
  }
  return { boards, units };
}

function toBoardRow(game: TftGame, number: number, board: TftBoard, context: RowContext): BoardRow {
  const rank = board.puuid === null ? null : context.rankOf(board.puuid);
  const active = board.traits.filter(({ tier }) => tier > 0);
  const row = {
    patch: context.patch,
    platform: game.platform,
    number,
    seat: small(board.seat),
    queue: within(game.queue, 65_535),
    endedAt: within(Math.floor(game.endedAt / 1000), 0xffff_ffff),
    placement: small(board.placement),
    level: small(board.level),
    lp: rank === null ? UNKNOWN_LP : Math.max(UNKNOWN_LP + 1, Math.min(rank.ladderPoints, 32_767)),
    tier: rank?.tier ?? '',
    units: board.units.map(({ id }) => id),
    stars: board.units.map(({ stars }) => small(stars)),
    items: board.units.flatMap(({ items }) => items),
    traits: active.map(({ id }) => id),
    traitTiers: active.map(({ tier }) => small(tier)),
  };
  return { ...row, hash: hashFacts(row, context.version) };
}

/** Without the rank: it is looked up anew whenever rows are made, and a snapshot that came late is no damage. */
function hashFacts(row: Omit<BoardRow, 'hash' | 'lp' | 'tier'>, version: number): RowHash {
  return hashRow(null, [
    version,
    row.patch,
    row.platform,
    row.number,
    row.seat,
    row.queue,
    row.endedAt,
    row.placement,
    row.level,
    row.units,
    row.stars,
    row.items,
    row.traits,
    row.traitTiers,
  ]);
}

function toUnitRow(board: BoardRow, unit: TftUnit, copy: number): UnitRow {
  const row = {
    board,
    unit: unit.id,
    stars: small(unit.stars),
    rarity: small(unit.rarity),
    items: unit.items,
    copy: within(copy, 65_535),
  };
  return { ...row, hash: hashRow(board.hash, [row.unit, row.stars, row.rarity, row.items, row.copy]) };
}

function small(value: number): number {
  return within(value, 255);
}

function within(value: number, max: number): number {
  return Math.max(0, Math.min(value, max));
}
