/** What a drill found, in words. Pure. */
import type { DrillSession } from '#/contract/operations.ts';

import { formatCount, formatDuration } from '../../../lib/format.ts';

type Fault = DrillSession['faults'][number];

/** Whether everything held is said first: it is all that most people want to know. */
export function verdictWords(faults: readonly Fault[]): string {
  if (faults.length === 0) return 'No fault was caused';
  const failed = faults.filter(({ held }) => !held).length;
  if (failed === 0) return faults.length === 1 ? 'The one fault held' : `All ${faults.length} faults held`;
  return `${failed} of ${faults.length} faults did not hold`;
}

export function didHold(faults: readonly Fault[]): boolean {
  return faults.every(({ held }) => held);
}

/** Over all faults: `12,034 units acknowledged, 0 lost, 0 doubled`. */
export function sumWords(faults: readonly Fault[]): string {
  const sum = (read: (fault: Fault) => number) =>
    formatCount(faults.reduce((all, one) => all + read(one), 0));
  return `${sum((one) => one.acknowledged)} units acknowledged, ${sum((one) => one.lost)} lost, ${sum((one) => one.duplicated)} doubled`;
}

export function recoveryWords(recovery: Fault['recoveryMs']): string {
  if (recovery === null) return '–';
  const { median, max } = recovery;
  return median === max ? formatDuration(max) : `${formatDuration(median)}, at most ${formatDuration(max)}`;
}
