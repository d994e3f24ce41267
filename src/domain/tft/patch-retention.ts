/**
 * Which partitions of the statistics are old enough to leave: the newest patches that there are games of are kept, a patch together with
 * its b-patches. Raw bodies stay, so a partition can come back. Those that have no date (unknown, revival) are never dropped, and
 * practice patches do not push out real ones.
 */
import type { CalendarRow } from './patch-calendar.ts';
import { isPracticeSet, partitionOf } from './patch-name.ts';

/** `existing`: the partitions that there are. What is beyond the kept number comes newest first. */
export function partitionsToDrop(
  rows: readonly CalendarRow[],
  existing: readonly string[],
  kept: number,
): string[] {
  const there = new Set(existing);
  const present = rows.filter((row) => there.has(partitionOf(row)));
  const dropped = [false, true].flatMap((isPractice) => {
    const ofWorld = present.filter(({ setNumber }) => isPracticeSet(setNumber) === isPractice);
    const startOf = new Map<string, number>();
    for (const { setNumber, patch, startsAt } of ofWorld) {
      const name = partitionOf({ setNumber, patch, bPatch: '' });
      startOf.set(name, Math.min(startsAt, startOf.get(name) ?? startsAt));
    }
    const old = [...startOf].sort((left, right) => right[1] - left[1]).slice(kept);
    return old.flatMap(([name]) => lettersOf(ofWorld, name));
  });
  return [...new Set(dropped)];
}

function lettersOf(rows: readonly CalendarRow[], name: string): string[] {
  return rows
    .filter(({ setNumber, patch }) => partitionOf({ setNumber, patch, bPatch: '' }) === name)
    .sort((left, right) => right.startsAt - left.startsAt)
    .map(partitionOf);
}
