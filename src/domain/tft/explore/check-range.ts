/** Ranges that can be fulfilled: whole numbers within what is stored, and the lower end not above the upper one. */
import type { FaultList } from './fault-list.ts';
import type { Range } from './filter.ts';

/** A byte in every table. */
export const COUNT_BOUNDS = { min: 0, max: 255 } as const;
/** Of what is not there when it is 0. */
export const RANK_BOUNDS = { min: 1, max: 255 } as const;

export function checkRange(
  faults: FaultList,
  where: string,
  range: Range | undefined,
  bounds: Required<Range>,
): void {
  if (range === undefined) return;
  const { min, max } = range;
  const ends = [min, max].filter((end) => end !== undefined);
  const areGood = ends.every((end) => Number.isInteger(end) && end >= bounds.min && end <= bounds.max);
  if (ends.length === 0) faults.add(where, range, 'min, max or both');
  else if (!areGood) faults.add(where, range, `whole numbers from ${bounds.min} to ${bounds.max}`);
  else if (min !== undefined && max !== undefined && min > max) faults.add(where, range, 'min not above max');
}
