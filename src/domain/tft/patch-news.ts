/**
 * Which patches have begun, by names that somebody can remember: a name that was not there before is a reason to look for the names
 * of its new units.
 *
 * A plan that has come due is called otherwise than the same patch once it was really seen, so a set that begins days after its
 * planned date is news a second time: on the planned day its names may not have been there yet.
 */
import type { CalendarRow } from './patch-calendar.ts';
import { partitionOf } from './patch-name.ts';

/** What was detected has begun, whatever its date: the practice world's clock may run ahead of ours. */
export function begunPatches(rows: readonly CalendarRow[], now: number): string[] {
  const begun = rows.filter(({ origin, startsAt }) => origin === 'detected' || startsAt <= now);
  const names = begun.map((row) => (row.isEstimate ? `${partitionOf(row)} as planned` : partitionOf(row)));
  return [...new Set(names)];
}
