/** The processor time of a whole test run, against the budget that this file states. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** On the reference machine. What exceeds it has to be made cheaper, or the budget be raised here, with a reason. */
const BUDGET_SECONDS = 1_800;
/** Of `work` on the reference machine, when nothing else uses its two cores. */
const REFERENCE_WORK_SECONDS = 0.35;
const TICKS_PER_SECOND = 100;

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
  if (process.platform !== 'linux') return undefined;
  // Behind the name of the program, in parentheses, field 3 is the first; 14 to 17 are the times.
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

/** Prints the comparison. */
export function isWithinBudget(used: number, slowness: number): boolean {
  const budget = BUDGET_SECONDS * slowness;
  const words =
    slowness > 1 ? ` (${BUDGET_SECONDS} s, on a machine ${slowness.toFixed(2)} times as slow)` : '';
  console.log(`processor time: ${used.toFixed(0)} s of a budget of ${budget.toFixed(0)} s${words}`);
  return used <= budget;
}
