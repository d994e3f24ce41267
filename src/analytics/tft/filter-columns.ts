/**
 * The part of a filter that every table answers from its own columns: patch and LP (`scopeColumns`), and place, queue, tier, time, level,
 * placement (`filterColumns`). `test/support/matches-board.ts` defines what it means.
 *
 * `lp` and `tier` hold the nearest known rank, `rank_hours` its distance from the start of the match (`domain/tft/match-rank.ts`).
 */
import type { Filter, LpFilter, Range } from '#/domain/tft/explore/filter.ts';
import { UNKNOWN_LP } from '#/domain/tft/rows.ts';
import { tierCode } from '#/domain/tft/stored-codes.ts';
import type { BoundParameters } from './bound-parameters.ts';
import { platformCodesOf } from './place-codes.ts';

const UNKNOWN_RANK = { lp: UNKNOWN_LP, tier: 0 } as const;
const HOUR_MS = 3_600_000;
const EVERYTHING = '1';
const NOTHING = '0';

/** The rank that the filter sees, as an expression: with `strict`, all other ranks are unknown. */
export function rankColumn(
  column: keyof typeof UNKNOWN_RANK,
  { rank }: Filter,
  parameters: BoundParameters,
  strictHours: number,
): string {
  if (rank !== 'strict') return column;
  const isStrict = `rank_hours between ${parameters.bindLimit(-strictHours)} and 0`;
  return `if(${isStrict}, ${column}, ${UNKNOWN_RANK[column]})`;
}

export function filterColumns(filter: Filter, parameters: BoundParameters, strictHours: number): string {
  const { places, queues, tiers, time, level, placement } = filter;
  const { bind, bindLimit } = parameters;
  const isIn = (column: string, type: 'Array(UInt8)' | 'Array(UInt16)', values: readonly number[]) =>
    `${column} in ${bind(type, values)}`;
  return joinAll([
    ...(places.length === 0 ? [] : [isIn('platform', 'Array(UInt8)', platformCodesOf(places))]),
    ...(queues.length === 0 ? [] : [isIn('queue', 'Array(UInt16)', queues)]),
    ...(tiers.length === 0
      ? []
      : [isIn(rankColumn('tier', filter, parameters, strictHours), 'Array(UInt8)', tiers.map(tierCode))]),
    // An hour is the smallest thing that is kept, so the first one counts as a whole, and so does the last.
    ...(time?.from === undefined ? [] : [`hour >= ${bindLimit(Math.floor(time.from / HOUR_MS))}`]),
    ...(time?.until === undefined ? [] : [`hour < ${bindLimit(Math.ceil(time.until / HOUR_MS))}`]),
    ...(level === undefined ? [] : [isWithin('level', level, parameters)]),
    ...(placement === undefined ? [] : [isWithin('place', placement, parameters)]),
  ]);
}

/** The patch, which is the partition, and the LP. Lists of boards from other tables are held to them too: it keeps them short. */
export function scopeColumns(filter: Filter, parameters: BoundParameters, strictHours: number): string {
  const { patches, comparedPatch, lp } = filter;
  const wanted = comparedPatch === undefined ? patches : [...patches, comparedPatch];
  return joinAll([
    ...(wanted.length === 0 ? [] : [`patch in ${parameters.bind('Array(String)', wanted)}`]),
    ...(lp === undefined
      ? []
      : [lpWithin(rankColumn('lp', filter, parameters, strictHours), lp, parameters)]),
  ]);
}

function lpWithin(column: string, { min, max, unknown }: LpFilter, { bindLimit }: BoundParameters): string {
  if (unknown === 'only') return `${column} = ${UNKNOWN_LP}`;
  const known = joinAll([
    `${column} >= ${min === undefined ? UNKNOWN_LP + 1 : bindLimit(Math.max(min, UNKNOWN_LP + 1))}`,
    ...(max === undefined ? [] : [`${column} <= ${bindLimit(max)}`]),
  ]);
  return unknown === 'include' ? `(${column} = ${UNKNOWN_LP} or ${known})` : known;
}

/** `expression` comes from this folder's own constants. */
export function isWithin(expression: string, { min, max }: Range, { bindLimit }: BoundParameters): string {
  return joinAll([
    ...(min === undefined ? [] : [`${expression} >= ${bindLimit(min)}`]),
    ...(max === undefined ? [] : [`${expression} <= ${bindLimit(max)}`]),
  ]);
}

export function joinAll(predicates: readonly string[]): string {
  const [only, ...more] = predicates.filter((predicate) => predicate !== EVERYTHING);
  if (only === undefined) return EVERYTHING;
  return more.length === 0 ? only : `(${[only, ...more].join(' and ')})`;
}

export function joinAny(predicates: readonly string[]): string {
  const [only, ...more] = predicates;
  if (only === undefined) return NOTHING;
  return more.length === 0 ? only : `(${[only, ...more].join(' or ')})`;
}
