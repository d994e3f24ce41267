/**
 * What was measured, as charts: one for each name, with one line for each label. A line keeps its look while values change, so lines stand
 * in the order of their labels; where there are more than can be told apart, the highest are kept, and how many are not is told.
 */
import type { OperationHistory, OperationSeries } from '#/contract/operations.ts';

import { seriesTitle } from './series-titles.ts';

export interface ChartLine {
  /** What tells it apart from others of its chart; empty where it is the only one. */
  readonly label: string;
  readonly values: OperationSeries['values'];
  readonly lowest: number | null;
  readonly highest: number | null;
}

export interface Chart {
  readonly name: string;
  readonly title: string;
  readonly unit: OperationSeries['unit'];
  readonly lines: readonly ChartLine[];
  readonly leftOut: number;
}

/** As many as there are looks for a line in series-chart.module.css. */
const MOST_LINES = 6;
/** Steps that are drawn at least, and of those before anything was measured. */
const FEWEST = 30;
const BEFORE = 3;

export function toCharts(series: readonly OperationSeries[]): Chart[] {
  const byName = Map.groupBy(series, ({ name }) => name);
  return [...byName.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [toChart(first, group)];
  });
}

/** The newest place at which anything was measured: the last step of a history may have only begun. */
export function newestMeasured(charts: readonly Chart[]): number {
  const newest = charts.flatMap(({ lines }) =>
    lines.map(({ values }) => values.findLastIndex((value) => value !== null)),
  );
  return Math.max(0, ...newest);
}

/**
 * Without the time before anybody measured: a young installation would be a dot at the end of hours of nothing. Some of it stays, so that
 * a beginning looks like one.
 */
export function fromBeginning(history: OperationHistory): Pick<OperationHistory, 'times' | 'series'> {
  const { times, series } = history;
  const firsts = series
    .map(({ values }) => values.findIndex((value) => value !== null))
    .filter((first) => first >= 0);
  const first = Math.min(times.length, ...firsts);
  const from = Math.max(0, Math.min(first - BEFORE, times.length - FEWEST));
  return {
    times: times.slice(from),
    series: series.map(({ name, label, unit, values }) => ({
      name,
      label,
      unit,
      values: values.slice(from),
    })),
  };
}

/** Whether there is anything to draw at all. */
export function isMeasured({ lines }: Chart): boolean {
  return lines.some(({ highest }) => highest !== null);
}

function toChart({ name, unit }: OperationSeries, group: readonly OperationSeries[]): Chart {
  const parts = tellingParts(group);
  const lines = group.map((one) => toLine(one, parts));
  const kept = lines
    .toSorted((one, other) => (other.highest ?? -1) - (one.highest ?? -1))
    .slice(0, MOST_LINES)
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en', { numeric: true }));
  return { name, title: seriesTitle(name), unit, lines: kept, leftOut: lines.length - kept.length };
}

/** Of several lines, what is the same for all of them tells nothing apart. */
function tellingParts(group: readonly OperationSeries[]): readonly string[] {
  const parts = [...new Set(group.flatMap(({ label }) => Object.keys(label)))];
  if (group.length === 1) return parts;
  return parts.filter((part) => new Set(group.map(({ label }) => partOf(label, part))).size > 1);
}

function partOf(label: OperationSeries['label'], part: string): string | undefined {
  const value: unknown = Reflect.get(label, part);
  return typeof value === 'string' ? value : undefined;
}

function toLine({ label, values }: OperationSeries, parts: readonly string[]): ChartLine {
  const known = values.filter((value) => value !== null);
  return {
    label: parts.flatMap((part) => partOf(label, part) ?? []).join(' · '),
    values,
    lowest: known.length === 0 ? null : Math.min(...known),
    highest: known.length === 0 ? null : Math.max(...known),
  };
}
