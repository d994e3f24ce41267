/** The processor time of a whole test run, against the budget that this file states. */
import { createHash } from 'node:crypto';
import { cpuSeconds } from '../bench/harness/process-tree.ts';

/** On the reference machine. A run that exceeds it has to be made cheaper, or the budget is raised here, with a reason. */
const BUDGET_SECONDS = 660;
/** Of `work` on the reference machine, when nothing else uses its two cores. */
const REFERENCE_WORK_SECONDS = 0.35;

/** How many times the processor time of the reference machine the same work takes, at least 1. Measured before the tests. */
export function measureSlowness(): number {
  const before = process.cpuUsage();
  const bytes = Buffer.alloc(1_000_000, 'gamekeeper');
  for (let round = 0; round < 300; round++) createHash('sha256').update(bytes).digest();
  for (let round = 0; round < 40; round++)
    JSON.parse(JSON.stringify(Array.from({ length: 10_000 }, (_, at) => ({ at, text: `value ${at}` }))));
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, (user + system) / 1e6 / REFERENCE_WORK_SECONDS);
}

/** Of this process and its descendants that ended and were waited for. Prints the comparison; Linux only, elsewhere always true. */
export function isWithinBudget(slowness: number): boolean {
  if (process.platform !== 'linux') return true;
  const [used, budget] = [cpuSeconds(process.pid, 4), BUDGET_SECONDS * slowness];
  console.log(
    `processor time: ${used.toFixed(0)} s of a budget of ${budget.toFixed(0)} s` +
      (slowness > 1 ? ` (${BUDGET_SECONDS} s, on a machine ${slowness.toFixed(2)} times as slow)` : ''),
  );
  return used <= budget;
}
