/**
 * How well the ranks of a filter's boards are known, counted before the filter on tier and LP: so the answer also says how many boards
 * that filter could not judge. Kept for one version of the data, because all breakdowns of a filter and both kinds of rank share it.
 */
import type { ClickHouseReader } from '#/runtime/clickhouse/clickhouse.ts';
import type { TftAnswer } from '#/contract/tft-explore.ts';
import type { Filter } from '#/domain/tft/explore/filter.ts';
import { rankQuality } from '#/domain/tft/match-rank.ts';
import { ask, type Statement } from '../ask.ts';
import { createBoundParameters } from './bound-parameters.ts';
import type { CodeBook } from './code-book.ts';
import { boardsWhere, type CountingContext } from './counting-query.ts';
import { singleFlightByKey } from '#/runtime/single-flight.ts';

type Ranks = TftAnswer['ranks'];

const KEEP_MS = 60_000;
const KEPT_FILTERS = 200;

interface RankReaderOptions {
  readonly codes: () => Promise<CodeBook>;
  readonly strictHours: number;
  readonly now: () => number;
}

export function createRankReader(
  clickhouse: ClickHouseReader,
  { codes, strictHours, now }: RankReaderOptions,
): (filter: Filter, dataVersion: string) => Promise<Ranks> {
  const cached = singleFlightByKey<Ranks>({ maxAgeMs: KEEP_MS, maxKeys: KEPT_FILTERS, now });
  return (filter, dataVersion) => {
    const { comparedPatch: _patch, lp: _lp, rank: _rank, ...rest } = filter;
    const asked = { ...rest, tiers: [] };
    return cached(JSON.stringify({ asked, dataVersion }), async () =>
      countRanks(clickhouse, asked, { codes: await codes(), strictHours }),
    );
  };
}

async function countRanks(
  clickhouse: ClickHouseReader,
  filter: Filter,
  context: CountingContext,
): Promise<Ranks> {
  const ranks = { strict: 0, day: 0, older: 0, unknown: 0 };
  // A few hundred rows, one for each distance in hours: what they mean is decided in one place, by the domain.
  for (const [hours, boards] of await ask<[number, number | string]>(clickhouse, ranksQuery(filter, context)))
    ranks[rankQuality(hours, context.strictHours)] += Number(boards);
  return ranks;
}

export function ranksQuery(filter: Filter, context: CountingContext): Statement {
  const parameters = createBoundParameters();
  const query = `select rank_hours, count() from tft_board where ${boardsWhere(filter, context, parameters)} group by rank_hours`;
  return { query, parameters: parameters.values() };
}
