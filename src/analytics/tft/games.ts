/** The games behind a row: its boards, the newest first. Ids only; a match itself is asked for elsewhere. */
import type { TftGames } from '#/contract/tft-reference.ts';
import { UNKNOWN_LP } from '#/domain/tft/rows.ts';
import type { Filter } from '#/domain/tft/explore/filter.ts';
import { platformName } from '#/domain/tft/stored-codes.ts';
import { ask, type Statement } from '../ask.ts';
import { createBoundParameters } from './bound-parameters.ts';
import type { CountDependencies } from './counted-keys.ts';
import { boardsWhere, totalQuery, type CountingContext } from './counting-query.ts';
import { rankColumn } from './filter-columns.ts';

type Row = [
  platform: number,
  number: string,
  seat: number,
  placement: number,
  level: number,
  lp: number,
  endedAt: number,
];

export async function listGames(
  { clickhouse, signal, ...context }: CountDependencies,
  asked: { readonly filter: Filter; readonly limit: number },
): Promise<Pick<TftGames, 'games' | 'total'>> {
  // A row is about the patch that was asked for and not about the one beside it.
  const { comparedPatch: _, ...filter } = asked.filter;
  const [rows, [total]] = await Promise.all([
    ask<Row>(clickhouse, gamesQuery(filter, context, asked.limit), signal),
    ask<[number | string]>(clickhouse, totalQuery({ filter, by: 'total' }, context), signal),
  ]);
  const games = rows.map(([platform, number, seat, placement, level, lp, endedAt]) => ({
    id: `${platformName(platform).toUpperCase()}_${number}`,
    seat,
    placement,
    level,
    lp: lp === UNKNOWN_LP ? null : lp,
    endedAt: new Date(endedAt * 1000).toISOString(),
  }));
  return { games, total: Number(total?.[0] ?? 0) };
}

function gamesQuery(filter: Filter, context: CountingContext, limit: number): Statement {
  const parameters = createBoundParameters();
  const lp = rankColumn('lp', filter, parameters, context.strictHours);
  const query = `select platform, toString(number), seat, place, level, ${lp}, toUnixTimestamp(ended_at) as ended
from tft_board where ${boardsWhere(filter, context, parameters)}
order by ended desc, number desc, place limit ${parameters.bind('UInt32', limit)}`;
  return { query, parameters: parameters.values() };
}
