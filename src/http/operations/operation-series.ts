/**
 * Sampled lines as the lines of charts: one value for each step, and a gap where nobody measured. Rates are averages of a step. Of
 * everything else the worst is told: a queue that was long for a minute must not vanish in the average of an hour.
 */
import type { OperationSeries } from '#/contract/operations.ts';
import { isReadingName, READINGS, tidyLabel, toldOf } from '#/domain/operations/readings.ts';
import type { SampledLine } from '#/runtime/postgres/operations.ts';

export function toSeries(lines: readonly SampledLine[], begins: readonly number[]): OperationSeries[] {
  return lines.flatMap((line) => toLine(line, begins)).sort(byPlace);
}

/** None: a newer program measured it. */
function toLine(line: SampledLine, begins: readonly number[]): OperationSeries[] {
  const { name, label } = line;
  if (!isReadingName(name)) return [];
  const { unit } = READINGS[name];
  const measured = line[toldOf(name)];
  const valueAt = new Map(line.begins.map((begin, at) => [begin, measured[at] ?? null]));
  const values = begins.map((begin) => valueAt.get(begin) ?? null);
  return [{ name, label: tidyLabel(name, label), unit, values }];
}

const ORDER = Object.keys(READINGS);

function byPlace(one: OperationSeries, other: OperationSeries): number {
  const names = ORDER.indexOf(one.name) - ORDER.indexOf(other.name);
  return names || Object.values(one.label).join().localeCompare(Object.values(other.label).join(), 'en');
}
