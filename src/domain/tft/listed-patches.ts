/**
 * The patches that Data Dragon lists and the calendar lacks, with an estimated start. Games of set 18 carry no version, so without
 * these rows a new patch would be counted as the one before it.
 *
 * - Data Dragon is numbered like the client (16.23 is patch 18.7). A set that this program does not know gets its first client from
 *   the dates: client patches come every two weeks.
 * - The list has no dates. A version that was not there at the last look starts on the day of this look. After a longer gap, or at
 *   the first look, the start is two weeks after the patch before it, within the gap and never in the future.
 * - Only a patch behind the last one of a set of the calendar is opened, and only if it can be due: a number that is far ahead is
 *   not a patch. Practice sets are left out: their games carry a version.
 */
import type { CalendarRow } from './patch-calendar.ts';
import { isPracticeSet, patchCount } from './patch-name.ts';
import { clientIndex, firstClientIndexes } from './set-clients.ts';

export interface VersionList {
  /** Of Data Dragon: `16.23.1`. */
  readonly versions: readonly string[];
  /** In ms. */
  readonly readAt: number;
  /** When it was read before; null: never. */
  readonly lastReadAt: number | null;
}

const DAY_MS = 86_400_000;
const CADENCE_MS = 14 * DAY_MS;
/** No patch follows another one sooner, but the next version may be listed a little before its day. */
const SHORTEST_PATCH_MS = 7 * DAY_MS;

/** In the order of their clients. */
export function findListedPatches(rows: readonly CalendarRow[], list: VersionList): CalendarRow[] {
  const newest = newestOfSets(rows);
  const firsts = [...firstClients(rows, newest)];
  const indexes = new Set(list.versions.flatMap((version) => clientIndex(version) ?? []));
  const found: CalendarRow[] = [];
  for (const index of [...indexes].sort((left, right) => left - right)) {
    const [setNumber, first] = firsts.findLast(([, start]) => start <= index) ?? [];
    const last = setNumber === undefined ? undefined : newest.get(setNumber);
    if (setNumber === undefined || first === undefined || last === undefined) continue;
    const count = index - first + 1;
    const steps = count - patchCount(last.patch);
    if (steps <= 0 || steps > 1 + (list.readAt - last.startsAt) / SHORTEST_PATCH_MS) continue;
    const row: CalendarRow = {
      setNumber,
      patch: `${setNumber}.${count}`,
      bPatch: '',
      region: '*',
      startsAt: estimateStart(last.startsAt + steps * CADENCE_MS, last.startsAt, list),
      origin: 'listed',
      isEstimate: true,
    };
    newest.set(setNumber, row);
    found.push(row);
  }
  return found;
}

function estimateStart(expected: number, previous: number, { readAt, lastReadAt }: VersionList): number {
  const earliest = lastReadAt === null ? -Infinity : startOfDay(lastReadAt);
  return Math.max(Math.min(Math.max(startOfDay(expected), earliest), startOfDay(readAt)), previous);
}

/** The last patch of each real set. */
function newestOfSets(rows: readonly CalendarRow[]): Map<number, CalendarRow> {
  const newest = new Map<number, CalendarRow>();
  for (const row of rows) {
    if (isPracticeSet(row.setNumber) || row.bPatch !== '' || row.region !== '*') continue;
    const known = newest.get(row.setNumber);
    if (known === undefined || patchCount(known.patch) < patchCount(row.patch))
      newest.set(row.setNumber, row);
  }
  return newest;
}

/** The sets of the calendar with the index of their first client, oldest first. */
function firstClients(
  rows: readonly CalendarRow[],
  newest: ReadonlyMap<number, CalendarRow>,
): Map<number, number> {
  const firsts = firstClientIndexes();
  for (const setNumber of [...newest.keys()].sort((left, right) => left - right)) {
    const before = firsts.get(setNumber - 1);
    const last = newest.get(setNumber - 1);
    const own = rows.find((row) => row.patch === `${setNumber}.1` && row.bPatch === '' && row.region === '*');
    if (firsts.has(setNumber) || before === undefined || last === undefined || own === undefined) continue;
    const steps = Math.max(1, Math.round((own.startsAt - last.startsAt) / CADENCE_MS));
    firsts.set(setNumber, before + patchCount(last.patch) - 1 + steps);
  }
  return firsts;
}

function startOfDay(at: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS;
}
