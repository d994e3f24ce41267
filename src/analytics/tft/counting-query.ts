/**
 * A question as a statement: how many boards (or units) of each key ended at each place. The text is made of constants and of the
 * shape of the question; everything that was asked for is bound.
 *
 * Rows come as (key, is it the baseline, eight counts and eight of the compared patch if there is one, keys in all, keys with enough,
 * their boards), the most frequent first, and no more than are ever shown.
 */
import type { BreakdownSql, CountedTable } from '#/domain/tft/explore/breakdown.ts';
import { breakdownOf, type BreakdownId } from '#/domain/tft/explore/breakdowns.ts';
import type { Filter } from '#/domain/tft/explore/filter.ts';
import type { Question } from '#/domain/tft/explore/question.ts';
import type { Statement } from '../ask.ts';
import { createBoundParameters, type BoundParameters } from './bound-parameters.ts';
import type { CodeBook } from './code-book.ts';
import { NO_CODE } from './condition-leaves.ts';
import { conditionSql, gateSql } from './conditions.ts';
import { filterColumns, joinAll, rankColumn, scopeColumns } from './filter-columns.ts';
import { regionCodes } from './place-codes.ts';

/** What a statement needs besides the question. */
export interface CountingContext {
  readonly codes: CodeBook;
  /** A rank is the one as of the match if it was seen at most so many hours before the start. */
  readonly strictHours: number;
}

export interface CountingOptions {
  /** Keys with fewer are left out, and so are all after this many. */
  readonly minN: number;
  readonly maxKeys: number;
}

/** Eight places of the asked patch, then eight of the compared one, if there is one: a sum of lists costs less than so many sums. */
const sumsOf = (length: 8 | 16): string =>
  `sumForEach(arrayMap(at -> if(at = place + 8 * side, n, 0), range(1, ${length + 1})))`;

type Asked = Pick<Question, 'filter' | 'by' | 'of'>;

export function countingQuery(
  question: Asked,
  context: CountingContext,
  options: CountingOptions,
): Statement {
  const parameters = createBoundParameters();
  const breakdown = breakdownSql(question.by, question.filter, parameters, context.strictHours);
  const { isOverlapping, isRow = '1' } = breakdown;
  const least = parameters.bindLimit(Math.max(1, options.minN));
  const [baseline, groups] =
    isOverlapping === true ? ['k = 0', 'k'] : ['grouping(k) = 1', 'grouping sets ((k), ())'];
  const sums = sumsOf(question.filter.comparedPatch === undefined ? 8 : 16);
  const isAsked = `total >= ${least} and ${isRow}`;
  // One level, and `qualify`: the same with one select inside the other took nine milliseconds more, whatever there was to count.
  const query = `select k, ${baseline} as is_baseline, ${sums} as counts,
  countIf(not is_baseline and total > 0 and ${isRow}) over () as keys,
  countIf(not is_baseline and ${isAsked}) over () as kept,
  sumIf(n, side = 0) as total
from (${sidesByPlace(question, breakdown, context, parameters)})
group by ${groups}
qualify is_baseline or (${isAsked})
order by is_baseline desc, total desc, k
limit ${parameters.bind('UInt32', options.maxKeys + 1)}`;
  return { query, parameters: parameters.values() };
}

/** The SQL of a breakdown, with the expressions that depend on the question. */
export function breakdownSql(
  by: BreakdownId,
  filter: Filter,
  parameters: BoundParameters,
  strictHours: number,
): BreakdownSql & { readonly key: string } {
  const { sql } = breakdownOf(by);
  if (typeof sql.key === 'string') return { ...sql, key: sql.key };
  const key = sql.key({
    rank: (column) => rankColumn(column, filter, parameters, strictHours),
    region() {
      const { platforms, regions } = regionCodes();
      const [from, to] = [platforms, regions].map((codes) => parameters.bind('Array(UInt8)', codes));
      return `transform(platform, ${from}, ${to}, 0)`;
    },
  });
  return { ...sql, key };
}

/** How many boards, or units, there are in all. */
export function totalQuery(question: Asked, context: CountingContext): Statement {
  const parameters = createBoundParameters();
  const { table } = breakdownOf(question.by).sql;
  const where = countedRows(question, table, context, parameters);
  return { query: `select count() from ${table} where ${where}`, parameters: parameters.values() };
}

/** A filter as the condition on rows of `tft_board`. */
export function boardsWhere(filter: Filter, context: CountingContext, parameters: BoundParameters): string {
  return countedRows({ filter, by: 'total' }, 'tft_board', context, parameters);
}

/**
 * Rows (k, place, side, n); `side` is 1 for the compared patch. Each patch is counted by itself: to group by the side as well takes
 * twice the time of both.
 */
function sidesByPlace(
  question: Asked,
  breakdown: ReturnType<typeof breakdownSql>,
  context: CountingContext,
  parameters: BoundParameters,
): string {
  const { comparedPatch, ...filter } = question.filter;
  const sideOf = (side: 0 | 1, patches: readonly string[]): string =>
    countedByPlace({ ...question, filter: { ...filter, patches } }, side, breakdown, context, parameters);
  const asked = sideOf(0, filter.patches);
  return comparedPatch === undefined ? asked : `${asked} union all ${sideOf(1, [comparedPatch])}`;
}

function countedByPlace(
  question: Asked,
  side: 0 | 1,
  { table, key, isPlaced }: ReturnType<typeof breakdownSql>,
  context: CountingContext,
  parameters: BoundParameters,
): string {
  const from = `from ${table}${gateOf(question, table, context.codes, parameters)} where ${countedRows(question, table, context, parameters)}`;
  if (isPlaced !== true)
    return `select ${key} as k, place, ${side} as side, count() as n ${from} group by k, place`;
  return `select intDiv(code, 8) as k, code % 8 + 1 as place, ${side} as side, n
      from (select ${key} as code, count() as n ${from} group by code)`;
}

function gateOf(
  { filter }: Asked,
  table: CountedTable,
  codes: CodeBook,
  parameters: BoundParameters,
): string {
  if (table !== 'tft_board' || filter.where === undefined) return '';
  const gate = gateSql(filter.where, { codes, parameters, scope: '' });
  return gate === undefined ? '' : ` prewhere ${gate}`;
}

function countedRows(
  { filter, by, of }: Asked,
  table: CountedTable,
  { codes, strictHours }: CountingContext,
  parameters: BoundParameters,
): string {
  const scope = scopeColumns(filter, parameters, strictHours);
  const context = { codes, parameters, scope };
  return joinAll([
    ...subjectColumn(by, of, codes, parameters),
    scope,
    filterColumns(filter, parameters, strictHours),
    ...(filter.where === undefined ? [] : [conditionSql(filter.where, table, context)]),
  ]);
}

function subjectColumn(
  by: Question['by'],
  of: string | undefined,
  codes: CodeBook,
  { bind }: BoundParameters,
): readonly string[] {
  const { of: kind } = breakdownOf(by);
  if (kind === undefined) return [];
  return [`${kind} = ${bind('UInt16', codes.code(kind, of ?? '') ?? NO_CODE)}`];
}
