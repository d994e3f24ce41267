/**
 * How boards, units or holders are grouped: one entry for each breakdown, telling which table is read and what its rows are grouped by.
 * A key is a number (of up to three codes) or the name of a patch; `row-subject.ts` reads it back.
 */
import type { Breakdown, Filter } from '#/domain/tft/explore/question.ts';
import type { BoundParameters } from './bound-parameters.ts';
import { rankColumn, UNKNOWN_LP } from './filter-columns.ts';
import { regionCodes } from './place-codes.ts';

export type CountedTable = 'tft_board' | 'tft_unit' | 'tft_item';

export interface BreakdownSql {
  readonly table: CountedTable;
  /** The expression that rows are grouped by. */
  readonly key: string;
  /** The key has its place inside (code * 8 + place - 1), as the arrays of `tft_board` do. */
  readonly isPlaced?: true;
  /** Rows have several keys, or none; then one of them is 0, and that is the baseline. Otherwise the baseline is their sum. */
  readonly isOverlapping?: true;
  /** On `k`: which keys become rows, where not all do. */
  readonly isRow?: string;
}

/** Bands of LP, each named by its lower end; below Master every division is one of them (`ladder-points.ts`). */
const LP_BAND = 100;
/** A multiple of a band, so that numbers below zero are cut like those above. */
const LP_SHIFT = 32_800;

const DIGIT = 65_536;
const item = (nth: number): string => `toUInt64(items[${nth}])`;
const pair = (one: number, other: number): string => `${item(one)} * ${DIGIT} + items[${other}]`;
const withBaseline = (keys: string): string => `arrayJoin(arrayPushFront(${keys}, 0))`;

const ofBoards = (key: string): BreakdownSql => ({ table: 'tft_board', key });
const ofContents = (column: 'units' | 'items' | 'traits'): BreakdownSql => ({
  table: 'tft_board',
  key: `arrayJoin(${column})`,
  isPlaced: true,
  isOverlapping: true,
});
const ofUnits = (key: string): BreakdownSql => ({ table: 'tft_unit', key });

const BREAKDOWN_SQL: Readonly<Record<Exclude<Breakdown, 'region' | 'tier' | 'lp'>, BreakdownSql>> = {
  total: { ...ofBoards('toUInt8(0)'), isOverlapping: true },
  unit: ofContents('units'),
  item: ofContents('items'),
  trait: ofContents('traits'),
  level: ofBoards('level'),
  placement: ofBoards('toUInt16(place)'),
  platform: ofBoards('platform'),
  day: ofBoards('intDiv(hour, 24)'),
  patch: ofBoards('patch'),
  composition: ofBoards(`toUInt64(main_trait) * ${DIGIT} + carry`),
  'unit-item': { ...ofUnits(withBaseline('arrayDistinct(items)')), isOverlapping: true },
  // An item that is not there is 0, and stands in front of none.
  'unit-build-2': {
    ...ofUnits(
      withBaseline(
        `arrayDistinct(arrayFilter(build -> build % ${DIGIT} > 0, [${pair(1, 2)}, ${pair(1, 3)}, ${pair(2, 3)}]))`,
      ),
    ),
    isOverlapping: true,
  },
  'unit-build-3': {
    ...ofUnits(`if(items[3] > 0, (${pair(1, 2)}) * ${DIGIT} + items[3], 0)`),
    isRow: 'k > 0',
  },
  'unit-stars': ofUnits('stars'),
  'unit-items': ofUnits('length(items)'),
  'item-holder': { table: 'tft_item', key: 'unit' },
};

export function breakdownSql(
  by: Breakdown,
  filter: Filter,
  parameters: BoundParameters,
  strictHours: number,
): BreakdownSql {
  if (by === 'region') return ofBoards(regionKey(parameters));
  if (by === 'tier') return ofBoards(rankColumn(by, filter, parameters, strictHours));
  if (by === 'lp') return ofBoards(lpBand(rankColumn(by, filter, parameters, strictHours)));
  return BREAKDOWN_SQL[by];
}

export function countedTable(by: Breakdown): CountedTable {
  return by === 'region' || by === 'tier' || by === 'lp' ? 'tft_board' : BREAKDOWN_SQL[by].table;
}

function lpBand(lp: string): string {
  return `if(${lp} = ${UNKNOWN_LP}, ${UNKNOWN_LP}, intDiv(${lp} + ${LP_SHIFT}, ${LP_BAND}) * ${LP_BAND} - ${LP_SHIFT})`;
}

function regionKey({ bind }: BoundParameters): string {
  const { platforms, regions } = regionCodes();
  return `transform(platform, ${bind('Array(UInt8)', platforms)}, ${bind('Array(UInt8)', regions)}, 0)`;
}

/** The codes that a key of several was made of. */
export function codesOfKey(key: number): readonly number[] {
  return key < DIGIT ? [key] : [...codesOfKey(Math.floor(key / DIGIT)), key % DIGIT];
}
