/**
 * One game → the flat rows that statistics are made of: a row for each board, for each unit on it, and for each kind of item on a unit.
 *
 * A board is known by its number (`board-number.ts`), never by a puuid: two bots of one game have the same. Names of players are
 * left out altogether, ids are codes (`code-book.ts`). A rank that is not known is `UNKNOWN_LP` with tier 0, and never a low one. Numbers are held to the range of their columns here, so that both stores sum up what is really kept.
 *
 * The columns of the tables are in `tft/tables.ts`. A change of either raises `PROJECTION_VERSION`.
 */
import { boardNumber, PLACES, slotOf } from './board-number.ts';
import type { CodeBook } from './code-book.ts';
import { carry, mainTrait, type CarryCandidate } from './composition.ts';
import type { TftBoard, TftGame } from './game.ts';
import { ladderPoints, type Standing } from './ladder-points.ts';
import { rankHours, secondsOf, UNKNOWN_RANK_HOURS } from './match-rank.ts';
import { playerNumber } from './player-number.ts';
import { OTHER_CODE, platformCode, tierCode } from './stored-codes.ts';
import { unitCost } from './unit-cost.ts';

/** Rows made by another version are thrown away and made again. */
export const PROJECTION_VERSION = 4;

/** Its own value of the filter; below every real one, of which many are negative. */
export const UNKNOWN_LP = -32_768;

export interface GameNumbers {
  /** Small and dense, given by PostgreSQL. */
  readonly game: number;
  /** Of the game's id, unique on its platform. */
  readonly number: number;
}

export interface KnownRank extends Standing {
  /** In ms. */
  readonly takenAt: number;
}

/** What its rank adds to every row of a board; looked up later than the rest, for many at once. */
export interface RankColumns {
  readonly lp: number;
  readonly tier: number;
  /** See `match-rank.ts`. */
  readonly rankHours: number;
}

export interface BoardRow {
  /** Whose rank it is; no column. Null: a bot. */
  readonly puuid: string | null;
  /** See `player-number.ts`. */
  readonly player: number;
  readonly board: number;
  readonly place: number;
  readonly number: number;
  readonly seat: number;
  readonly level: number;
  readonly platform: number;
  readonly queue: number;
  /** Of the end, since 1970. */
  readonly hour: number;
  /** In seconds since 1970. */
  readonly endedAt: number;
  /** Length of the match; 0: unknown. */
  readonly seconds: number;
  readonly unitCount: number;
  /** How many units cost 1, 2, 3, 4 and 5. */
  readonly costs: UnitCosts;
  readonly threeStars: number;
  readonly emblems: number;
  readonly artifacts: number;
  readonly radiants: number;
  readonly mainTrait: number;
  readonly carry: number;
  /** What the board has, each once, as code × 8 + place − 1; the first is that of code 0. */
  readonly unitKinds: readonly number[];
  readonly itemKinds: readonly number[];
  readonly traitKinds: readonly number[];
  readonly units: readonly UnitRow[];
}

type UnitCosts = readonly [number, number, number, number, number];

export interface UnitRow {
  readonly unit: number;
  /** 1 for the first of its kind on the board: counting only those counts boards. */
  readonly copy: number;
  readonly stars: number;
  /** Sorted; one may be there twice. */
  readonly items: readonly number[];
}

/** The number of `EUW1_5012345678`, or null if an id has none that can be kept exactly. */
export function matchNumber(id: string): number | null {
  const digits = /^[A-Z0-9]+_(\d{1,16})$/.exec(id)?.[1];
  const number = Number(digits ?? Number.NaN);
  return Number.isSafeInteger(number) ? number : null;
}

/** No game comes near; its rows are to fit into memory many times over. */
const MAX_UNITS_AND_ITEMS = 10_000;

/** Why its boards cannot be counted; null: they can. */
export function reasonNotToCount({ boards }: TftGame): string | null {
  if (boards.length > PLACES) return `it has ${boards.length} boards; expected at most ${PLACES}`;
  let parts = 0;
  for (const { placement, seat, units } of boards) {
    if (placement < 1 || placement > PLACES)
      return `the board of seat ${seat} has place ${placement}; expected 1 to ${PLACES}`;
    for (const { items } of units) parts += 1 + items.length;
  }
  return parts > MAX_UNITS_AND_ITEMS ? `its ${parts} units and items are more than can be counted` : null;
}

/** `startedAt`: of the match, in ms. A rank of null, and one of a tier that is not on the ladder, is unknown. */
export function rankColumns(rank: KnownRank | null, startedAt: number): RankColumns {
  const points = rank && ladderPoints(rank);
  if (rank === null || points === null) return UNRANKED;
  const lp = Math.min(points, 32_767);
  return { lp, tier: tierCode(rank.tier), rankHours: rankHours(startedAt, rank.takenAt) };
}

export const UNRANKED: RankColumns = { lp: UNKNOWN_LP, tier: 0, rankHours: UNKNOWN_RANK_HOURS };

export type RowMaker = (game: TftGame, numbers: GameNumbers) => BoardRow[];

/** What `reasonNotToCount` has nothing against becomes rows. Whoever calls asks the book for what was missing before he uses them. */
export function createRowMaker(codes: CodeBook): RowMaker {
  const counting: Counting = {
    codes,
    seenUnits: new Float64Array(OTHER_CODE + 1),
    seenItems: new Float64Array(OTHER_CODE + 1),
    seenTraits: new Float64Array(OTHER_CODE + 1),
    boards: 0,
  };
  return (game, numbers) => {
    const facts = factsOf(game, numbers);
    let taken = 0;
    return game.boards.map((board) => {
      const number = boardNumber(board.placement, numbers.game, taken);
      taken |= 1 << slotOf(number);
      return toBoardRow(counting, facts, board, number);
    });
  };
}

/** The same on all boards of a game. */
interface GameFacts extends Pick<BoardRow, 'number' | 'platform' | 'queue' | 'hour' | 'endedAt' | 'seconds'> {
  readonly setNumber: number | null;
}

function factsOf(game: TftGame, { number }: GameNumbers): GameFacts {
  const endedAt = within(Math.floor(game.endedAt / 1000), 0xffff_ffff);
  return {
    number,
    platform: platformCode(game.platform),
    queue: within(game.queue, 65_535),
    hour: Math.floor(endedAt / 3_600),
    endedAt,
    seconds: secondsOf(game.lengthSeconds),
    setNumber: game.setNumber,
  };
}

/** What was seen on which board: remembered by the board's turn, so that nothing has to be emptied between two. */
interface Counting {
  readonly codes: CodeBook;
  readonly seenUnits: Float64Array;
  readonly seenItems: Float64Array;
  readonly seenTraits: Float64Array;
  boards: number;
}

function toBoardRow(counting: Counting, facts: GameFacts, board: TftBoard, number: number): BoardRow {
  counting.boards += 1;
  const main = mainTrait(board.traits);
  return {
    puuid: board.puuid,
    player: playerNumber(board.puuid),
    board: number,
    place: board.placement,
    number: facts.number,
    seat: small(board.seat),
    level: small(board.level),
    platform: facts.platform,
    queue: facts.queue,
    hour: facts.hour,
    endedAt: facts.endedAt,
    seconds: facts.seconds,
    mainTrait: main === null ? 0 : counting.codes.trait(main),
    traitKinds: traitKinds(counting, board),
    ...countUnits(counting, board, facts.setNumber),
  };
}

function traitKinds({ codes, seenTraits, boards }: Counting, { traits, placement }: TftBoard): number[] {
  const kinds = [placement - 1];
  for (const { id, tier } of traits) {
    if (tier <= 0) continue;
    addKind(kinds, seenTraits, boards, codes.traitAt(id, tier), placement);
  }
  return kinds;
}

type CountedUnits = Pick<
  BoardRow,
  | 'unitCount'
  | 'costs'
  | 'threeStars'
  | 'emblems'
  | 'artifacts'
  | 'radiants'
  | 'carry'
  | 'unitKinds'
  | 'itemKinds'
  | 'units'
>;

function countUnits(counting: Counting, board: TftBoard, setNumber: number | null): CountedUnits {
  const { codes, seenUnits, seenItems, boards } = counting;
  const { placement } = board;
  const unitKinds = [placement - 1];
  const itemKinds = [placement - 1];
  const costs = { 0: 0, 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 };
  let [emblems, artifacts, radiants] = [0, 0, 0];
  const candidates: CarryCandidate[] = [];
  let threeStars = 0;
  const units: UnitRow[] = [];
  for (const unit of board.units) {
    const code = codes.unit(unit.id);
    const cost = unitCost(unit.rarity, setNumber);
    costs[cost] += 1;
    if (unit.stars >= 3) threeStars += 1;
    const copy = seenUnits[code] === boards ? copiesOf(units, code) + 1 : 1;
    addKind(unitKinds, seenUnits, boards, code, placement);
    const items: number[] = [];
    let wholeItems = 0;
    for (const id of unit.items) {
      const item = codes.item(id);
      items.push(item.code);
      addKind(itemKinds, seenItems, boards, item.code, placement);
      if (item.category !== 'component') wholeItems += 1;
      if (item.category === 'emblem') emblems += 1;
      else if (item.category === 'artifact') artifacts += 1;
      else if (item.category === 'radiant') radiants += 1;
    }
    if (items.length > 1) items.sort(ascending);
    if (wholeItems > 0) candidates.push({ id: unit.id, wholeItems, stars: unit.stars, cost });
    units.push({ unit: code, copy: small(copy), stars: small(unit.stars), items });
  }
  const carrying = carry(candidates);
  return {
    unitCount: small(units.length),
    costs: [small(costs[1]), small(costs[2]), small(costs[3]), small(costs[4]), small(costs[5])],
    threeStars: small(threeStars),
    emblems: small(emblems),
    artifacts: small(artifacts),
    radiants: small(radiants),
    carry: carrying === null ? 0 : codes.unit(carrying),
    unitKinds,
    itemKinds,
    units,
  };
}

function addKind(kinds: number[], seen: Float64Array, turn: number, code: number, place: number): void {
  if (seen[code] === turn) return;
  seen[code] = turn;
  kinds.push(code * 8 + place - 1);
}

/** Of sorted items: each kind with how many of it there are. */
export function eachKind(items: readonly number[], take: (item: number, copies: number) => void): void {
  let item = 0;
  let copies = 0;
  for (const code of items) {
    if (code !== item && copies > 0) {
      take(item, small(copies));
      copies = 0;
    }
    item = code;
    copies += 1;
  }
  if (copies > 0) take(item, small(copies));
}

/** Few boards have any, so nothing is kept for it. */
function copiesOf(units: readonly UnitRow[], code: number): number {
  let copies = 0;
  for (const { unit } of units) if (unit === code) copies += 1;
  return copies;
}

function ascending(one: number, other: number): number {
  return one - other;
}

function small(value: number): number {
  return within(value, 255);
}

function within(value: number, max: number): number {
  return Math.max(0, Math.min(value, max));
}
