/** Counts as statistics: every row against the baseline, and beside the same row of the compared patch. */
import type { TftRow, TftStatistics } from '#/contract/tft-explore.ts';
import { compareCounts } from '#/domain/statistics/compare-counts.ts';
import { boardsIn, type PlacementCounts } from '#/domain/statistics/placements.ts';
import {
  describeBaseline,
  describePlacements,
  type PlacementStatistics,
} from '#/domain/statistics/placement-estimate.ts';
import { printRowKey, type RowSubject } from '#/domain/tft/explore/breakdowns.ts';
import type { Counted } from './counted-keys.ts';

export interface CountedRow extends Counted {
  readonly subject: RowSubject;
}

/** All rows at once: how much one of them is believed depends on the others. */
export function describeRows(
  rows: readonly CountedRow[],
  baseline: Counted,
  options: { readonly isCompared: boolean; readonly label: (subject: RowSubject) => string },
): TftRow[] {
  const statistics = describeAll(
    rows.map(({ counts }) => counts),
    baseline.counts,
  );
  const others = options.isCompared
    ? describeAll(
        rows.map(({ compared }) => compared),
        baseline.compared,
      )
    : [];
  return rows.flatMap(({ subject, counts, compared }, at) => {
    const own = statistics[at];
    const other = others[at];
    if (own === undefined) return [];
    const row = { key: printRowKey(subject), subject, label: options.label(subject), ...own };
    if (other === undefined) return [row];
    const isThere = other.n > 0;
    return [
      {
        ...row,
        compared: {
          statistics: isThere ? other : null,
          change: isThere && own.n > 0 ? compareCounts(counts, compared) : null,
        },
      },
    ];
  });
}

/** What all rows are measured by. */
export function describeWhole(counts: PlacementCounts): TftStatistics {
  return toStatistics(describeBaseline(counts), counts, boardsIn(counts));
}

function describeAll(rows: readonly PlacementCounts[], baseline: PlacementCounts): TftStatistics[] {
  const whole = boardsIn(baseline);
  return describePlacements(rows, baseline).map((statistics, at) =>
    toStatistics(statistics, rows[at] ?? [], whole),
  );
}

function toStatistics(
  statistics: PlacementStatistics,
  counts: PlacementCounts,
  whole: number,
): TftStatistics {
  return { ...statistics, counts: [...counts], share: whole === 0 ? 0 : statistics.n / whole };
}
