/**
 * Sorting as a person thinks of it: a column, its direction, and whether the value itself counts or the end of its interval that is less
 * flattering. Sorting by that end puts what is surely good first, and what merely had luck later.
 */
import { naturalOrder } from '#/domain/tft/explore/partial-question.ts';
import type { Question, Sort } from '#/domain/tft/explore/question.ts';

export type SortColumn = 'ranking' | 'n' | 'average' | 'difference' | 'top4' | 'win' | 'change' | 'key';
type Order = Question['order'];

export interface Sorting {
  readonly column: SortColumn;
  readonly order: Order;
  readonly isCautious: boolean;
}

export const SORT_COLUMNS: readonly { readonly column: SortColumn; readonly label: string }[] = [
  { column: 'ranking', label: 'Ranking' },
  { column: 'average', label: 'Average' },
  { column: 'difference', label: 'Difference' },
  { column: 'top4', label: 'Top 4' },
  { column: 'win', label: 'Win' },
  { column: 'n', label: 'Sample' },
  { column: 'change', label: 'Change' },
  { column: 'key', label: 'Name' },
];

const COLUMN_OF: Readonly<Record<Sort, SortColumn>> = {
  shrunk: 'ranking',
  n: 'n',
  average: 'average',
  'average-low': 'average',
  'average-high': 'average',
  top4: 'top4',
  'top4-low': 'top4',
  win: 'win',
  'win-low': 'win',
  difference: 'difference',
  'difference-low': 'difference',
  'difference-high': 'difference',
  change: 'change',
  key: 'key',
};

export function readSorting({ sort, order }: Pick<Question, 'sort' | 'order'>): Sorting {
  return { column: COLUMN_OF[sort], order, isCautious: /-(?:low|high)$/.test(sort) };
}

export function hasCautiousEnd(column: SortColumn, order: Order): boolean {
  return cautiousSort(column, order) !== undefined;
}

export function toSort({ column, order, isCautious }: Sorting): Pick<Question, 'sort' | 'order'> {
  const plain: Sort = column === 'ranking' ? 'shrunk' : column;
  return { sort: (isCautious ? cautiousSort(column, order) : undefined) ?? plain, order };
}

/** A click on a column's head: sorts by it, best first; the next click turns the order round. */
export function sortBy(sorting: Sorting, column: SortColumn): Sorting {
  if (sorting.column === column) return { ...sorting, order: sorting.order === 'asc' ? 'desc' : 'asc' };
  return { ...sorting, column, order: naturalOrder(column === 'ranking' ? 'shrunk' : column) };
}

/** Of placements a low number is good: best first, the cautious end is the upper one; worst first, the lower one. */
const CAUTIOUS: Readonly<Partial<Record<SortColumn, Readonly<Record<Order, Sort>>>>> = {
  average: { asc: 'average-high', desc: 'average-low' },
  difference: { asc: 'difference-high', desc: 'difference-low' },
  top4: { asc: 'top4-low', desc: 'top4-low' },
  win: { asc: 'win-low', desc: 'win-low' },
};

function cautiousSort(column: SortColumn, order: Order): Sort | undefined {
  return CAUTIOUS[column]?.[order];
}
