/**
 * What the calendar should learn from games that were seen: a patch that it does not have yet, a patch that began earlier than it
 * says, or that a planned one has really begun.
 *
 * Only what may be wrong is touched: a start that a person set stays, and so does one that is known. A set brought back, a test
 * server and a game from the wrong century teach nothing. A version without a number teaches only that a new set has begun: which
 * of its patches it is, nobody can tell, so later ones need a date.
 */
import type { CalendarRow } from './patch-calendar.ts';
import { isPracticeSet, partitionOf, patchCount } from './patch-name.ts';
import { clientIndex, firstClientIndexes, patchOfVersion } from './set-clients.ts';

/** Games of one set, version and platform; how many does not matter. */
export interface SeenVersion {
  readonly setNumber: number | null;
  readonly version: string | null;
  readonly platform: string;
  /** The end of the earliest of them, in ms. */
  readonly firstEndedAt: number;
}

/** To be added; or, when a row of that patch is there, to take its place. */
export type LearntRow = CalendarRow & { readonly isNew: boolean };

/** The game is not older than this. */
const FIRST_GAME_AT = Date.UTC(2019, 5, 1);
/** Clocks of servers agree to minutes; a day is a broken body. */
const FUTURE_MS = 86_400_000;
/** A patch lives for two to five weeks, so its start cannot have been missed by more. */
const LONGEST_PATCH_MS = 40 * 86_400_000;
/** A set that is seen first is seen within days; much later it is its later patches that are seen. */
const LATE_START_MS = 14 * 86_400_000;
/** As many as a program of a year ago has not heard of. */
const MOST_SETS_MISSED = 3;
const TEST_SERVERS: ReadonlySet<string> = new Set(['pbe1']);

export function learnPatches(
  rows: readonly CalendarRow[],
  seen: readonly SeenVersion[],
  now: number,
): LearntRow[] {
  const learnt = new Map<string, LearntRow>();
  const everywhere = new Map(
    rows
      .filter(({ region, bPatch }) => region === '*' && bPatch === '')
      .map((row) => [partitionOf(row), row]),
  );
  for (const one of seen) {
    if (TEST_SERVERS.has(one.platform) || !isPossible(one, now)) continue;
    const sighting = toRow(one, [...everywhere.values()]);
    if (sighting === null) continue;
    const partition = partitionOf(sighting);
    const known = everywhere.get(partition);
    if (known !== undefined && !teaches(sighting, known)) continue;
    // Of a provisional patch, a later game confirms the name and not a later start.
    const startsAt =
      known?.origin === 'listed' ? Math.min(known.startsAt, sighting.startsAt) : sighting.startsAt;
    const isNew = known === undefined || learnt.get(partition)?.isNew === true;
    const row = { ...sighting, startsAt, isNew };
    everywhere.set(partition, row);
    learnt.set(partition, row);
  }
  return [...learnt.values()];
}

/** The practice world's clock may run ahead of ours. */
function isPossible({ setNumber, firstEndedAt }: SeenVersion, now: number): boolean {
  if (firstEndedAt < FIRST_GAME_AT) return false;
  return firstEndedAt <= now + FUTURE_MS || (setNumber !== null && isPracticeSet(setNumber));
}

function toRow({ setNumber, version, firstEndedAt }: SeenVersion, rows: readonly CalendarRow[]) {
  const said = patchOfVersion(setNumber, version);
  const patch = said.type === 'patch' ? said : said.type === 'nothing' ? newSet(setNumber, rows) : null;
  if (patch === null) return null;
  return {
    setNumber: patch.setNumber,
    patch: patch.patch,
    bPatch: '',
    region: '*',
    startsAt: firstEndedAt,
    origin: 'detected' as const,
    isEstimate: false,
  };
}

/** A set that is newer than all that have begun, by a number that is no slip. Its first patch is all that it can prove. */
function newSet(setNumber: number | null, rows: readonly CalendarRow[]) {
  if (setNumber === null || isPracticeSet(setNumber)) return null;
  const begun = rows.filter((row) => !isPracticeSet(row.setNumber) && !row.isEstimate);
  if (begun.length === 0) return null;
  const newest = Math.max(...begun.map((row) => row.setNumber));
  const isNext = setNumber > newest && setNumber <= newest + MOST_SETS_MISSED;
  // The same set once more: it may have begun earlier than it was first seen.
  const wasSeen = rows.some((row) => row.setNumber === setNumber && row.origin === 'detected');
  return isNext || (setNumber === newest && wasSeen) ? { setNumber, patch: `${setNumber}.1` } : null;
}

function teaches(sighting: CalendarRow, known: CalendarRow): boolean {
  if (known.origin === 'manual') return false;
  const earlierMs = known.startsAt - sighting.startsAt;
  if (earlierMs > LONGEST_PATCH_MS) return false;
  if (known.origin === 'listed') return true;
  if (!known.isEstimate) return known.origin === 'detected' && earlierMs > 0;
  // A planned set may begin late; of a patch within a set, a late sighting says only that it was not looked at before.
  const isFirst = sighting.patch === `${sighting.setNumber}.1`;
  return earlierMs >= 0 || (isFirst && -earlierMs <= LATE_START_MS);
}

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

/**
 * The patches that Data Dragon lists and the calendar lacks, in the order of their clients, with an estimated start. Matches of set 18 carry
 * no version, so without these rows a new patch would be counted as the one before it.
 *
 * - Data Dragon is numbered like the client (16.23 is patch 18.7). The first client of a set that is unknown here follows from the
 *   dates: client patches come every two weeks.
 * - The list has no dates. A version that was missing in the last list starts on the day of this one. After a longer gap, or in the
 *   first list, it starts two weeks after the patch before it, within the gap and never in the future.
 * - Only a patch after the last one of a set of the calendar is added, and only if it can be due: a number that is far ahead is not a
 *   patch. Practice sets are left out: their matches carry a version.
 */
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
