/** The processor time of a whole test run, against the budget that this file states. */
import { createHash } from 'node:crypto';
import { cpuSeconds } from '../bench/harness/process-tree.ts';

/** On the reference machine. What exceeds it has to be made cheaper, or the budget be raised here, with a reason. */
const BUDGET_SECONDS = 660;
/** Of `work` on the reference machine, when nothing else uses its two cores. */
const REFERENCE_WORK_SECONDS = 0.35;

/** How many times more processor time than on the reference machine the same work takes, at least 1. */
export function measureSlowness(): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, (user + system) / 1e6 / REFERENCE_WORK_SECONDS);
}

function work(): void {
  const bytes = Buffer.alloc(1_000_000, 'gamekeeper');
  for (let round = 0; round < 300; round++) createHash('sha256').update(bytes).digest();
  for (let round = 0; round < 40; round++)
    JSON.parse(JSON.stringify(Array.from({ length: 10_000 }, (_, at) => ({ at, text: `value ${at}` }))));
}

/** Of this process and of all its descendants that have ended and were waited for. Linux only. */
export function processorSeconds(): number | undefined {
  return process.platform === 'linux' ? cpuSeconds(process.pid, 4) : undefined;
}

/** Prints the comparison. */
export function isWithinBudget(used: number, slowness: number): boolean {
  const budget = BUDGET_SECONDS * slowness;
  const words =
    slowness > 1 ? ` (${BUDGET_SECONDS} s, on a machine ${slowness.toFixed(2)} times as slow)` : '';
  console.log(`processor time: ${used.toFixed(0)} s of a budget of ${budget.toFixed(0)} s${words}`);
  return used <= budget;
}
