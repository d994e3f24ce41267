/** Processor time of this process and of all that it started, which other work on the machine disturbs less than the clock. Linux only. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** 0 elsewhere. */
export function processorSeconds(pid = process.pid): number {
  if (!existsSync('/proc/self/stat')) return 0;
  return familyOf(pid).reduce((sum, member) => sum + ticksOf(member), 0) / TICKS_PER_SECOND;
}

/** Its own and that of children that have ended. */
function ticksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
}

function familyOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(familyOf)];
}
