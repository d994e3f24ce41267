/**
 * A filter that can be asked: names in lower case and known, lists in one order and without doubles, times on whole hours, the newest patch
 * when none was named. What is wrong goes to the list of faults; what is returned is then of no use.
 */
import { parsePatch, REVIVAL_PARTITION, UNKNOWN_PARTITION } from '../patch-name.ts';
import { TIER_NAMES, UNKNOWN } from '../stored-codes.ts';
import { canonicalCondition, checkCondition } from './conditions.ts';
import {
  COUNT_BOUNDS,
  checkRange,
  createIdCheck,
  nearestNames,
  type FaultList,
  type KnownIds,
} from './faults.ts';
import { printCondition } from './condition-text.ts';
import { hourAfter, hourBefore } from './text-parts.ts';
import { PLACES, shortestPlaces } from './places.ts';
import { QUESTION_LIMITS, type Filter, type LpFilter } from './filter.ts';

const TIERS: readonly string[] = [...TIER_NAMES, UNKNOWN];
const OTHER_PARTITIONS: ReadonlySet<string> = new Set([UNKNOWN_PARTITION, REVIVAL_PARTITION]);
/** A signed number of two bytes; its lowest value stands for unknown. */
const LP_BOUNDS = { min: -32_767, max: 32_767 } as const;
const PLACEMENT_BOUNDS = { min: 1, max: 8 } as const;
const LARGEST_QUEUE = 65_535;
/** The year 2243. */
const LATEST_MOMENT = 8_640_000_000_000;
const NEAR_PATCHES = 8;

export function checkFilter(filter: Filter, known: KnownIds, faults: FaultList): Filter {
  checkLengths(filter, faults);
  checkRange(faults, 'filter.level', filter.level, COUNT_BOUNDS);
  checkRange(faults, 'filter.placement', filter.placement, PLACEMENT_BOUNDS);
  const lp = checkLp(filter.lp, faults);
  const time = checkTime(filter.time, faults);
  const where = checkWhere(filter.where, known, faults);
  const { comparedPatch } = filter;
  return {
    patches: checkPatches(filter.patches, known, faults),
    ...(comparedPatch === undefined
      ? {}
      : { comparedPatch: checkPatch('filter.comparedPatch', comparedPatch, known, faults) }),
    places: shortestPlaces(checkNames('filter.places', filter.places, PLACES, faults)),
    queues: checkQueues(filter.queues, faults),
    tiers: inOrderOf(TIERS, checkNames('filter.tiers', filter.tiers, TIERS, faults)),
    ...(lp === undefined ? {} : { lp }),
    ...(filter.rank === 'strict' ? { rank: filter.rank } : {}),
    ...(time === undefined ? {} : { time }),
    ...(filter.level === undefined ? {} : { level: filter.level }),
    ...(filter.placement === undefined ? {} : { placement: filter.placement }),
    ...(where === undefined ? {} : { where }),
  };
}

function checkLengths(filter: Filter, faults: FaultList): void {
  for (const field of ['patches', 'places', 'queues', 'tiers'] as const) {
    if (filter[field].length <= QUESTION_LIMITS.listLength) continue;
    faults.add(
      `filter.${field}`,
      `${filter[field].length} values`,
      `at most ${QUESTION_LIMITS.listLength} values`,
    );
  }
}

function checkPatches(patches: Filter['patches'], known: KnownIds, faults: FaultList): readonly string[] {
  const names = patches.map((patch, index) => checkPatch(`filter.patches[${index}]`, patch, known, faults));
  if (names.length === 0) return known.patches.slice(0, 1);
  return known.patches.length === 0 ? [...new Set(names)].toSorted() : inOrderOf(known.patches, names);
}

function checkPatch(where: string, patch: string, known: KnownIds, faults: FaultList): string {
  const name = patch.toLowerCase();
  if (known.patches.length === 0) {
    const isName = OTHER_PARTITIONS.has(name) || parsePatch(name) !== undefined;
    if (!isName) faults.add(where, patch, 'the name of a patch, such as 17.4 or 17.4b');
  } else if (!known.patches.includes(name)) {
    const near = nearestNames(name, known.patches, NEAR_PATCHES).join(', ');
    faults.add(where, patch, `a patch that has games: there is no '${name}'; near: ${near}`);
  }
  return name;
}

function checkNames(
  where: string,
  names: readonly string[],
  allowed: readonly string[],
  faults: FaultList,
): readonly string[] {
  return names.map((name, index) => {
    const lower = name.toLowerCase();
    if (!allowed.includes(lower)) {
      faults.add(
        `${where}[${index}]`,
        name,
        () => `one of ${nearestNames(lower, allowed, allowed.length).join(', ')}`,
      );
    }
    return lower;
  });
}

/** Any number may be one: new queues appear before anybody has named them. */
function checkQueues(queues: Filter['queues'], faults: FaultList): readonly number[] {
  for (const [index, queue] of queues.entries()) {
    const isGood = Number.isInteger(queue) && queue >= 0 && queue <= LARGEST_QUEUE;
    if (!isGood) faults.add(`filter.queues[${index}]`, queue, `a whole number from 0 to ${LARGEST_QUEUE}`);
  }
  return [...new Set(queues)].toSorted((a, b) => a - b);
}

function checkLp(lp: LpFilter | undefined, faults: FaultList): LpFilter | undefined {
  if (lp === undefined) return undefined;
  const hasLimit = lp.min !== undefined || lp.max !== undefined;
  // Everybody, with or without a rank: the same as no filter.
  if (lp.unknown === 'include' && !hasLimit) return undefined;
  if (lp.unknown !== 'only') checkRange(faults, 'filter.lp', lp, LP_BOUNDS);
  else if (hasLimit) faults.add('filter.lp', lp, "no limits with unknown 'only'");
  return lp;
}

function checkTime(time: Filter['time'], faults: FaultList): Filter['time'] {
  if (time === undefined) return undefined;
  const { from, until } = time;
  const ends = [from, until].filter((end) => end !== undefined);
  if (ends.length === 0) faults.add('filter.time', time, 'from, until or both');
  if (!ends.every((end) => Number.isInteger(end) && end >= 0 && end <= LATEST_MOMENT)) {
    faults.add('filter.time', time, `milliseconds since 1970, from 0 to ${LATEST_MOMENT}`);
  }
  if (from !== undefined && until !== undefined && from >= until) {
    faults.add('filter.time', time, 'from before until');
  }
  return {
    ...(from === undefined ? {} : { from: hourBefore(from) }),
    ...(until === undefined ? {} : { until: hourAfter(until) }),
  };
}

function checkWhere(where: Filter['where'], known: KnownIds, faults: FaultList): Filter['where'] {
  if (where === undefined) return undefined;
  const faultsBefore = faults.faults.length;
  checkCondition({ faults, checkId: createIdCheck(known, faults) }, 'filter.where', where);
  if (faults.faults.length > faultsBefore) return where;
  const canonical = canonicalCondition(where);
  const { length } = printCondition(canonical);
  if (length > QUESTION_LIMITS.textLength) {
    faults.add(
      'filter.where',
      `${length} characters`,
      `conditions whose text has at most ${QUESTION_LIMITS.textLength} characters`,
    );
  }
  return canonical;
}

/** Each once. */
function inOrderOf(order: readonly string[], names: readonly string[]): readonly string[] {
  return order.filter((name) => names.includes(name));
}
