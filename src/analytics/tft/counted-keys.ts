/** Asks for the counts of a breakdown and tells the baseline from the rows. */
import type { ClickHouseReader } from '#/runtime/clickhouse/clickhouse.ts';
import { addCounts, boardsIn, type PlacementCounts } from '#/domain/statistics/placements.ts';
import type { Question } from '#/domain/tft/explore/question.ts';
import { ask } from '../ask.ts';
import { countingQuery, type CountingContext, type CountingOptions } from './counting-query.ts';

/** `compared`: of the other patch; all 0 when none was asked for. */
export interface Counted {
  readonly counts: PlacementCounts;
  readonly compared: PlacementCounts;
}

export interface CountedKey extends Counted {
  readonly key: string | number;
}

export interface CountedKeys {
  readonly baseline: Counted;
  /** As many as may be read, the most frequent first. */
  readonly keys: readonly CountedKey[];
  /** How many there are at all, and how many of them have enough. */
  readonly keyCount: number;
  readonly keptCount: number;
}

/** Numbers of 64 bits may come as text. */
type Cell = number | string;
type Row = [key: Cell, isBaseline: Cell | boolean, counts: Cell[], keys: Cell, kept: Cell, total: Cell];

const PLACES = 8;
const NO_COUNTS: PlacementCounts = [0, 0, 0, 0, 0, 0, 0, 0];
export const NOTHING_COUNTED: Counted = { counts: NO_COUNTS, compared: NO_COUNTS };

export interface CountDependencies extends CountingContext {
  readonly clickhouse: ClickHouseReader;
  readonly signal: AbortSignal;
}

export async function countKeys(
  question: Pick<Question, 'filter' | 'by' | 'of'>,
  options: CountingOptions,
  { clickhouse, signal, ...context }: CountDependencies,
): Promise<CountedKeys> {
  const rows = await ask<Row>(clickhouse, countingQuery(question, context, options), signal);
  const baseline = rows.find(([, isBaseline]) => isTrue(isBaseline));
  const keys = rows.filter(([, isBaseline]) => !isTrue(isBaseline)).slice(0, options.maxKeys);
  const [, , , all = 0, kept = 0] = rows[0] ?? [];
  return {
    baseline: baseline === undefined ? NOTHING_COUNTED : toCountedKey(baseline),
    keys: keys.map(toCountedKey),
    keyCount: Number(all),
    keptCount: Number(kept),
  };
}

export function addCounted(a: Counted, b: Counted): Counted {
  return { counts: addCounts(a.counts, b.counts), compared: addCounts(a.compared, b.compared) };
}

export function countOf({ counts }: Counted): number {
  return boardsIn(counts);
}

function toCountedKey([key, , all]: Row): CountedKey {
  const counts = all.map(Number);
  // The sum of no lists at all has no places.
  const side = (from: number) => (counts.length > from ? counts.slice(from, from + PLACES) : NO_COUNTS);
  return { key, counts: side(0), compared: side(PLACES) };
}

function isTrue(cell: Cell | boolean): boolean {
  return Number(cell) === 1;
}
