/**
 * Conditions, joined by all, any and none and nested, as one predicate on the rows of a table.
 *
 * Everything that a board's own columns tell is asked of them directly when boards are counted. When units or items are counted it becomes
 * a list of boards, and neighbours in a group share one list. No group needs a list of all boards: `none` is a plain `not`.
 *
 * Lists are `in (select …)`. Sets of boards (`groupBitmapState`, joined by `bitmapAnd` and the like, looked into by `bitmapContains`)
 * took as long or up to a third longer, in processor time, over 6 and 24 million units (2026-11-15).
 */
import { isGroup } from '#/domain/tft/explore/condition-group.ts';
import type { Condition } from '#/domain/tft/explore/filter.ts';
import {
  isListed,
  leafPredicate,
  shownOnBoard,
  type LeafContext,
  type Predicate,
} from './condition-leaves.ts';
import { joinAll, joinAny } from './filter-columns.ts';
import type { CountedTable } from '#/domain/tft/explore/breakdown.ts';

export function conditionSql(condition: Condition, table: CountedTable, context: LeafContext): string {
  const toTable = (predicate: Predicate): string =>
    predicate.on === 'board' || table === 'tft_board' ? predicate.sql : boardList(predicate.sql, context);
  const translate = (one: Condition): Predicate => {
    if (!isGroup(one)) return leafPredicate(one, table, context);
    if ('none' in one) return negate(group(one.none, joinAny));
    return 'all' in one ? group(one.all, joinAll) : group(one.any, joinAny);
  };
  const group = (members: readonly Condition[], join: (parts: readonly string[]) => string): Predicate => {
    const parts = members.map(translate);
    const columns = parts.filter(({ on }) => on === 'columns').map(({ sql }) => sql);
    const rest = parts.filter(({ on }) => on === 'board').map(({ sql }) => sql);
    if (columns.length === 0) return { on: 'board', sql: join(rest) };
    const told: Predicate = { on: 'columns', sql: join(columns) };
    return rest.length === 0 ? told : { on: 'board', sql: join([toTable(told), ...rest]) };
  };
  return toTable(translate(condition));
}

/**
 * What every board must show at least, if that is told by one list of it. Read first (`prewhere`), it spares the rows that have no
 * chance everything else: a third less work for conditions on several things (2026-11-15, 12 million units).
 */
export function gateSql(condition: Condition, context: LeafContext): string | undefined {
  if (!isGroup(condition)) return shownOnBoard(condition, context);
  if (!('all' in condition)) return undefined;
  for (const member of condition.all) {
    const gate = gateSql(member, context);
    if (gate !== undefined) return gate;
  }
  return undefined;
}

function negate({ on, sql }: Predicate): Predicate {
  return { on, sql: `not (${sql})` };
}

function boardList(columns: string, { scope }: LeafContext): string {
  return isListed('tft_board', `${scope} and ${columns}`);
}
