/**
 * Which patch a game belongs to, from the calendar (what was live from when on) and from the version that the game carries.
 *
 * - A version that can be read names the patch, and the calendar only its b-patch, which no version tells: a region that gets a patch
 *   hours after the calendar's date is then still right. If the two disagree, the answer says so.
 * - A version without a number (`TFT Unreal Version ?.?.?.?`, or none) leaves it to the calendar alone.
 * - A set that was followed by another one days ago has been brought back by a mode: such games belong to no patch, so they never
 *   pass for current ones. A date that is only an estimate does not end a set.
 * - What neither knows is unknown, and is never put to its nearest neighbour.
 */
import { PLATFORMS, findPlatform, regionOf } from '../riot/routing.ts';
import {
  REVIVAL_PARTITION,
  UNKNOWN_PARTITION,
  isPracticeSet,
  partitionOf,
  patchCount,
  type PatchId,
} from './patch-name.ts';
import { patchOfVersion } from './set-clients.ts';

export interface CalendarRow extends PatchId {
  /** A platform (`kr`), a region (`asia`), or `*` for everywhere. The narrowest one counts. */
  readonly region: string;
  readonly startsAt: number;
  /** `listed`: Data Dragon lists it and nothing has confirmed its start yet; such a patch is provisional. */
  readonly origin: 'seed' | 'detected' | 'listed' | 'manual';
  /** The start is planned or estimated; no game has confirmed it yet. */
  readonly isEstimate: boolean;
}

export interface PatchedGame {
  readonly setNumber: number | null;
  readonly platform: string;
  /** In ms. */
  readonly endedAt: number;
  readonly version: string | null;
}

interface PatchAnswer {
  /** `17.4`, `17.4b`, `s10-14.1`, `revival` or `unknown`. */
  readonly partition: string;
  /** Null: revival or unknown. */
  readonly patch: PatchId | null;
  readonly by: 'version' | 'calendar' | 'none';
  /** The version names another patch than the calendar has for that time. */
  readonly disagrees: boolean;
}

export interface PatchCalendar {
  patchOf(game: PatchedGame): PatchAnswer;
  /**
   * The patch that is played at a time, in the real or in the practice world; undefined before the first one. A set that is
   * only planned is not played, whatever its date.
   */
  liveAt(at: number, platform: string, world: 'real' | 'practice'): PatchId | undefined;
  /** Identifies how games that end at this time are assigned, of any set and version. Two calendars with equal rules agree. */
  rulesAt(at: number, platform: string): string;
}

/** Regions follow each other within a day, and dates of the calendar are days; a set's number is the better witness. */
const SET_SLACK_MS = 3 * 86_400_000;

export function createPatchCalendar(rows: readonly CalendarRow[]): PatchCalendar {
  const byPlatform = new Map<string, readonly CalendarRow[]>();
  const startsFor = (platform: string): readonly CalendarRow[] => {
    const known = byPlatform.get(platform) ?? narrowestRows(rows, [platform, regionName(platform), '*']);
    byPlatform.set(platform, known);
    return known;
  };
  return {
    patchOf(game) {
      const said = patchOfVersion(game.setNumber, game.version);
      if (said.type === 'revival') return revival('version');
      const setNumber = said.type === 'patch' ? said.setNumber : game.setNumber;
      if (setNumber === null) return UNKNOWN;
      const starts = startsFor(game.platform);
      const inSet = starts.filter((row) => row.setNumber === setNumber);
      const live = rowAt(inSet, game.endedAt);
      if (said.type === 'patch') {
        const letter = inSet.findLast((row) => row.patch === said.patch && row.startsAt <= game.endedAt);
        const patch = { setNumber, patch: said.patch, bPatch: letter?.bPatch ?? '' };
        const disagrees = live !== undefined && live.patch !== said.patch;
        return { partition: partitionOf(patch), patch, by: 'version', disagrees };
      }
      if (wasFollowed(starts, setNumber, game.endedAt)) return revival('calendar');
      return live === undefined
        ? UNKNOWN
        : { partition: partitionOf(live), patch: toPatchId(live), by: 'calendar', disagrees: false };
    },
    liveAt(at, platform, world) {
      const starts = startsFor(platform);
      const seenSets = new Set(starts.filter((row) => !row.isEstimate).map((row) => row.setNumber));
      const newest = starts
        .filter(({ setNumber }) => isPracticeSet(setNumber) === (world === 'practice'))
        .findLast(({ setNumber, startsAt }) => startsAt <= at && seenSets.has(setNumber));
      return newest === undefined ? undefined : toPatchId(newest);
    },
    rulesAt(at, platform) {
      const starts = startsFor(platform);
      const sets = [...new Set(starts.map(({ setNumber }) => setNumber))].sort((left, right) => left - right);
      const live = sets.flatMap((set) => {
        if (wasFollowed(starts, set, at)) return [];
        const row = rowAt(
          starts.filter(({ setNumber }) => setNumber === set),
          at,
        );
        return row === undefined ? [] : [`${set}=${partitionOf(row)}`];
      });
      const followed = sets.filter((set) => wasFollowed(starts, set - 1, at));
      const letters = new Map<string, string>();
      for (const row of starts)
        if (row.startsAt <= at) letters.set(partitionOf({ ...row, bPatch: '' }), row.bPatch);
      const named = [...letters].filter(([, letter]) => letter !== '').map((entry) => entry.join(''));
      return [...live, `followed=${followed.join()}`, ...named.sort()].join(' ');
    },
  };
}

export interface TimeSpan {
  readonly from: number;
  /** Exclusive; Infinity: no end. */
  readonly until: number;
}

/** When games of the second calendar may belong to another patch than by the first one. */
export function changedSpans(before: readonly CalendarRow[], after: readonly CalendarRow[]): TimeSpan[] {
  const calendars = [createPatchCalendar(before), createPatchCalendar(after)] as const;
  const rows = [...before, ...after];
  const regions = new Set(rows.map(({ region }) => region));
  // Platforms without dates of their own share those of `*`.
  const platforms = ['', ...PLATFORMS.filter((name) => regions.has(name) || regions.has(regionOf(name)))];
  const edges = rows.flatMap(({ startsAt }) => [
    startsAt - SET_SLACK_MS,
    startsAt,
    startsAt + SET_SLACK_MS + 1,
  ]);
  const times = [...new Set(edges)].sort((left, right) => left - right);
  const spans: TimeSpan[] = [];
  for (const [place, from] of times.entries()) {
    const [first, second] = calendars;
    if (platforms.every((name) => first.rulesAt(from, name) === second.rulesAt(from, name))) continue;
    const until = times[place + 1] ?? Infinity;
    const last = spans.at(-1);
    if (last?.until === from) spans[spans.length - 1] = { from: last.from, until };
    else spans.push({ from, until });
  }
  return spans;
}

/** Empty for a platform that has been merged into another: it has no dates of its own. */
function regionName(platform: string): string {
  const known = findPlatform(platform);
  return known === undefined ? '' : regionOf(known);
}

const UNKNOWN: PatchAnswer = { partition: UNKNOWN_PARTITION, patch: null, by: 'none', disagrees: false };

function revival(by: 'version' | 'calendar'): PatchAnswer {
  return { partition: REVIVAL_PARTITION, patch: null, by, disagrees: false };
}

function toPatchId({ setNumber, patch, bPatch }: CalendarRow): PatchId {
  return { setNumber, patch, bPatch };
}

/** For each patch the row of the narrowest region, in the order of their starts. */
function narrowestRows(rows: readonly CalendarRow[], regions: readonly string[]): CalendarRow[] {
  const best = new Map<string, CalendarRow>();
  for (const region of regions.toReversed())
    for (const row of rows) if (row.region === region) best.set(partitionOf(row), row);
  return [...best.values()].sort(
    (left, right) =>
      left.startsAt - right.startsAt ||
      left.setNumber - right.setNumber ||
      patchCount(left.patch) - patchCount(right.patch) ||
      (left.bPatch < right.bPatch ? -1 : 1),
  );
}

/** The newest that had begun; of a set that had hardly begun by the calendar, the first. */
function rowAt(inSet: readonly CalendarRow[], at: number): CalendarRow | undefined {
  const begun = inSet.findLast(({ startsAt }) => startsAt <= at);
  if (begun !== undefined) return begun;
  const [first] = inSet;
  return first !== undefined && first.startsAt - at <= SET_SLACK_MS ? first : undefined;
}

function wasFollowed(starts: readonly CalendarRow[], setNumber: number, at: number): boolean {
  return starts.some(
    (row) =>
      row.setNumber > setNumber &&
      isPracticeSet(row.setNumber) === isPracticeSet(setNumber) &&
      !row.isEstimate &&
      row.startsAt + SET_SLACK_MS < at,
  );
}

// The dates of a new installation; the operator can change them.
//
// Matches of set 18 carry no version, so its dates decide: they are those of the published schedule and of the notes of its b-patches,
// as days in UTC (a patch reaches Oceania the evening before and America by noon). Those of set 17 follow from the client's two-week
// rhythm and do not decide, because its matches carry their version. Dates in the future are plans.

type Known = readonly [
  setNumber: number,
  count: number,
  bPatch: string,
  day: string,
  isEstimate?: 'estimate',
];

const KNOWN: readonly Known[] = [
  [17, 1, '', '2026-04-15', 'estimate'],
  [17, 2, '', '2026-04-29', 'estimate'],
  [17, 3, '', '2026-05-13', 'estimate'],
  [17, 4, '', '2026-05-28', 'estimate'],
  [17, 5, '', '2026-06-10', 'estimate'],
  [17, 6, '', '2026-06-24', 'estimate'],
  [17, 7, '', '2026-07-15', 'estimate'],
  [17, 8, '', '2026-07-29', 'estimate'],
  [17, 9, '', '2026-08-12'],
  [18, 1, '', '2026-08-26'],
  [18, 1, 'b', '2026-09-01'],
  [18, 2, '', '2026-09-10'],
  [18, 2, 'b', '2026-09-14'],
  [18, 3, '', '2026-09-23'],
  [18, 3, 'b', '2026-09-24'],
  [18, 4, '', '2026-10-07'],
  [18, 5, '', '2026-10-21'],
  [18, 6, '', '2026-11-04'],
  [19, 1, '', '2026-12-01', 'estimate'],
  [19, 2, '', '2026-12-15', 'estimate'],
];

export function knownPatches(): CalendarRow[] {
  return KNOWN.map(([setNumber, count, bPatch, day, isEstimate]) => ({
    setNumber,
    patch: `${setNumber}.${count}`,
    bPatch,
    region: '*',
    startsAt: Date.parse(`${day}T00:00:00Z`),
    origin: 'seed',
    isEstimate: isEstimate !== undefined,
  }));
}

/**
 * The patches that have begun, by names that a caller can store: a new name is a reason to fetch the names of units. A planned patch
 * that is due has another name than the same patch after it was seen, so a set that begins days after its planned date is new twice:
 * on the planned day its names may not have been published yet. A detected patch has begun, whatever its date, because the clock of
 * the practice world may be ahead.
 */
export function begunPatches(rows: readonly CalendarRow[], now: number): string[] {
  const begun = rows.filter(({ origin, startsAt }) => origin === 'detected' || startsAt <= now);
  const names = begun.map((row) => (row.isEstimate ? `${partitionOf(row)} as planned` : partitionOf(row)));
  return [...new Set(names)];
}

/**
 * The partitions to drop, newest first: all but those of the newest `kept` patches that have matches, a patch together with its b-patches.
 * Raw bodies stay, so a partition can be rebuilt. Partitions without a date (unknown, revival) are never dropped, and practice patches
 * do not displace real ones.
 */
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
