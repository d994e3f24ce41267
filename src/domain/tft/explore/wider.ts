/**
 * Filters that let more boards in than the asked one, for when it leaves too few: nearest first, each different in one thing, with that
 * difference in words. They are offered and never taken: what was asked is what is answered.
 */
import { LOWEST_LADDER_POINTS, ladderWords } from '../ladder-points.ts';
import { REVIVAL_PARTITION, UNKNOWN_PARTITION } from '../patch-name.ts';
import { UNKNOWN } from '../stored-codes.ts';
import { isGroup } from './condition-group.ts';
import { READABLE_IDS, joinWords, type NameLookup } from './word-lists.ts';
import { placeInSentence, regionOfPlatform, shortestPlaces } from './places.ts';
import type { Filter } from './filter.ts';
import { patchWords } from './question-words.ts';
import { widerConditions, withoutWords } from './wider-conditions.ts';

export interface WiderFilter {
  readonly filter: Filter;
  /** "also patch 17.3", "from 300 LP instead of 500" */
  readonly change: string;
}

const NO_PATCHES: ReadonlySet<string> = new Set([UNKNOWN_PARTITION, REVIVAL_PARTITION]);
/** Lower limits of LP that are tried before there is none. */
const LP_STEPS = 2;
const TIER_POINTS = 400;

/** `patches`: all that have games, newest first. Other queues are never offered: they are other games. */
export function widerFilters(
  filter: Filter,
  patches: readonly string[],
  names: NameLookup = READABLE_IDS,
): readonly WiderFilter[] {
  return [
    ...widerWhere(filter, names),
    ...nearestRank(filter),
    ...lowerLp(filter),
    ...olderPatch(filter, patches),
    ...widerPlaces(filter),
    ...withoutFields(filter),
    ...withoutWhere(filter, names),
  ];
}

function widerWhere(filter: Filter, names: NameLookup): readonly WiderFilter[] {
  if (filter.where === undefined) return [];
  return widerConditions(filter.where, names).map(({ condition, change }) => ({
    filter: { ...filter, where: condition },
    change,
  }));
}

function withoutWhere({ where, ...filter }: Filter, names: NameLookup): readonly WiderFilter[] {
  if (where === undefined) return [];
  const isOne = !isGroup(where) || 'none' in where;
  return [
    { filter, change: isOne ? withoutWords(where, true, names) : 'without any condition on the board' },
  ];
}

/** Not offered where unknown ranks count: the boards without a rank as of the match would leave the filter. */
function nearestRank(filter: Filter): readonly WiderFilter[] {
  const { rank, ...rest } = filter;
  const { tiers, lp } = filter;
  const isOfKnown =
    (tiers.length > 0 && !tiers.includes(UNKNOWN)) || (lp !== undefined && lp.unknown === undefined);
  return rank === 'strict' && isOfKnown
    ? [{ filter: rest, change: 'nearest known ranks instead of ranks as of the match' }]
    : [];
}

function lowerLp(filter: Filter): readonly WiderFilter[] {
  const { lp } = filter;
  if (lp?.min === undefined) return [];
  const wider: WiderFilter[] = [];
  for (let min = lower(lp.min); wider.length < LP_STEPS && min > LOWEST_LADDER_POINTS; min = lower(min)) {
    wider.push({ filter: { ...filter, lp: { ...lp, min } }, change: lpChange(min, lp.min) });
  }
  return wider;
}

/** Over Master a bit more than half, in whole hundreds; below it, a tier. */
function lower(min: number): number {
  return min > 0 ? Math.floor((min * 0.6) / 100) * 100 : min - TIER_POINTS;
}

function lpChange(min: number, before: number): string {
  return min < 0
    ? `from ${ladderWords(min)} instead of ${ladderWords(before)}`
    : `from ${min} LP instead of ${before}`;
}

/** A comparison stays one of two patches. */
function olderPatch(filter: Filter, patches: readonly string[]): readonly WiderFilter[] {
  const oldest = Math.max(...filter.patches.map((patch) => patches.indexOf(patch)));
  const older = patches[oldest + 1];
  const cannotBe = oldest < 0 || older === undefined || NO_PATCHES.has(older);
  if (cannotBe || filter.comparedPatch !== undefined) return [];
  return [
    { filter: { ...filter, patches: [...filter.patches, older] }, change: `also ${patchWords([older])}` },
  ];
}

function widerPlaces(filter: Filter): readonly WiderFilter[] {
  const { places } = filter;
  if (places.length === 0) return [];
  const before = joinWords(places.map((place) => placeInSentence(place)));
  const { places: _, ...rest } = filter;
  const regions = shortestPlaces(places.map((place) => regionOfPlatform(place) ?? place));
  const inRegions = joinWords(regions.map((region) => placeInSentence(region)));
  return [
    ...(regions.join(',') === shortestPlaces(places).join(',')
      ? []
      : [{ filter: { ...filter, places: regions }, change: `in all of ${inRegions} instead of ${before}` }]),
    { filter: { ...rest, places: [] }, change: `in all regions instead of ${before}` },
  ];
}

/** Whatever else is in the way, as a whole. */
function withoutFields(filter: Filter): readonly WiderFilter[] {
  const { lp, time, level, placement } = filter;
  const { lp: _lp, ...anyLp } = filter;
  const { time: _time, ...anyTime } = filter;
  const { level: _level, ...anyLevel } = filter;
  const { placement: _placement, ...anyPlacement } = filter;
  return [
    ...(filter.tiers.length === 0
      ? []
      : [{ filter: { ...filter, tiers: [] }, change: 'players of every tier' }]),
    ...(lp === undefined ? [] : [{ filter: anyLp, change: 'players with any LP, or of unknown rank' }]),
    ...(time === undefined ? [] : [{ filter: anyTime, change: 'games of any time' }]),
    ...(level === undefined ? [] : [{ filter: anyLevel, change: 'boards of any level' }]),
    ...(placement === undefined ? [] : [{ filter: anyPlacement, change: 'boards of any placement' }]),
  ];
}
