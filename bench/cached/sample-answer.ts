/** An answer as the explorer gives it, with as many rows as asked for: invented counts, real statistics of them, so its size is a real one. */
import { describeRows, describeWhole } from '../../src/analytics/tft/described-rows.ts';
import type { TftExploration } from '../../src/analytics/tft/tft-explorer.ts';
import { DEFAULT_QUESTION } from '../../src/domain/tft/explore/question.ts';
import { emptyExploration } from '../../src/http/tft/tft-access-under-test.ts';

export function sampleAnswer(rowCount: number): TftExploration {
  const counts = Array.from({ length: rowCount }, (_, row) =>
    Array.from({ length: 8 }, (_place, place) => 900 + row * 37 + place * ((row % 9) - 4) * 11),
  );
  const baseline = Array.from({ length: 8 }, (_, place) =>
    counts.reduce((sum, row) => sum + (row[place] ?? 0), 0),
  );
  const rows = counts.map((row, at) => ({
    subject: { kind: 'unit' as const, unit: `tft17_unit${at}` },
    counts: row,
    compared: [],
  }));
  return {
    ...emptyExploration(DEFAULT_QUESTION),
    baseline: describeWhole(baseline),
    rows: describeRows(
      rows,
      { counts: baseline, compared: [] },
      { isCompared: false, label: () => 'Some Unit' },
    ),
    rowCount,
  };
}
