/** A filter in one sentence. It names the defaults too, so that each figure says which boards it is about. */
import { ladderWords } from '../ladder-points.ts';
import { REVIVAL_PARTITION, UNKNOWN_PARTITION } from '../patch-name.ts';
import { UNKNOWN } from '../stored-codes.ts';
import { conditionWords } from './condition-words.ts';
import type { Filter, LpFilter, Range } from './filter.ts';
import { DAY_MS, printHour } from './text-parts.ts';
import { capitalise, gradeWords, joinWords, ordinal, type NameLookup } from './word-lists.ts';
import { placeInSentence } from './places.ts';

export function filterWords(filter: Filter, names: NameLookup): string {
  const { patches, comparedPatch, places, time, level, placement, where } = filter;
  const head = [
    queueWords(filter.queues),
    `of ${patches.length === 0 ? 'the newest patch' : patchWords(patches)}`,
    ...(comparedPatch === undefined ? [] : [`compared with ${patchWords([comparedPatch])}`]),
    places.length === 0 ? 'in all regions' : `in ${joinWords(places.map((place) => placeInSentence(place)))}`,
  ].join(' ');
  const clauses = [
    head,
    playerWords(filter),
    ...(time === undefined ? [] : [`in matches that ended ${timeWords(time)}`]),
    ...(level === undefined ? [] : [`at level ${gradeWords(level)}`]),
    ...(placement === undefined ? [] : [`that came ${placementWords(placement)}`]),
    ...(where === undefined ? [] : [`that ${conditionWords(where, names)}`]),
  ];
  return `${clauses.join(', ')}.`;
}

function queueWords(queues: readonly number[]): string {
  if (queues.length === 0) return 'Boards of every queue';
  return `${joinWords(queues.map((queue) => queueName(queue)))} boards`;
}

function placementWords({ min, max }: Range): string {
  if (max === undefined) return `${ordinal(Number(min))} or worse`;
  if (min === undefined) return `${ordinal(max)} or better`;
  return min === max ? ordinal(max) : `${ordinal(min)} to ${ordinal(max)}`;
}

function playerWords({ tiers, lp, rank }: Pick<Filter, 'tiers' | 'lp' | 'rank'>): string {
  const isAnyRank = tiers.length === 0 && lp === undefined;
  const ofTiers = isAnyRank ? 'players of any rank' : tierWords(tiers);
  const words = lp === undefined ? ofTiers : `${ofTiers} ${lpWords(lp)}`;
  if (rank === 'strict') return `by ${words}, using the rank as of the match`;
  return isAnyRank ? `by ${words}` : `by ${words}, using the nearest known rank`;
}

function tierWords(tiers: readonly string[]): string {
  const known = tiers.filter((tier) => tier !== UNKNOWN).map((tier) => capitalise(tier));
  if (tiers.length === 0) return 'players';
  if (known.length === 0) return 'players of unknown rank';
  const words = `${joinWords(known, 'or')} players`;
  return known.length === tiers.length ? words : `${words} or players of unknown rank`;
}

function lpWords(lp: LpFilter): string {
  if (lp.unknown === 'only') return 'of unknown rank';
  return `${limitWords(lp)}${lp.unknown === 'include' ? ' or of unknown rank' : ''}`;
}

/** From Master on points are one ladder; below it, and where nothing is said of below, the division is named. */
function limitWords({ min, max }: LpFilter): string {
  if (min === undefined) return max === undefined ? 'of any rank' : `up to ${ladderWords(max)}`;
  if (min < 0) return `from ${ladderWords(min)} ${max === undefined ? 'on' : `to ${ladderWords(max)}`}`;
  if (min === 0 && max === undefined) return 'of Master or higher';
  const points = max === undefined ? `at least ${min}` : `${min} to ${max}`;
  return `with ${points} LP (Master and above)`;
}

/** Whole days as days; always with the zone. */
function timeWords({ from, until }: NonNullable<Filter['time']>): string {
  if (until === undefined) return from === undefined ? 'at any time' : `since ${momentWords(from)} UTC`;
  if (from === undefined) return `before ${momentWords(until)} UTC`;
  if (!isMidnight(from) || !isMidnight(until)) {
    return `from ${momentWords(from)} to ${momentWords(until)} UTC`;
  }
  const lastDay = until - DAY_MS;
  return from === lastDay
    ? `on ${momentWords(from)} UTC`
    : `from ${momentWords(from)} to ${momentWords(lastDay)} UTC`;
}

function isMidnight(moment: number): boolean {
  return moment % DAY_MS === 0;
}

function momentWords(moment: number): string {
  const text = printHour(moment);
  return text.includes('T') ? `${text.replace('T', ' ')}:00` : text;
}

/** Two partitions are not patches. */
export function patchWords(patches: readonly string[]): string {
  const numbered = patches.filter((patch) => !PARTITION_WORDS.has(patch));
  const others = patches.flatMap((patch) => PARTITION_WORDS.get(patch) ?? []);
  const word = numbered.length === 1 ? 'patch' : 'patches';
  return joinWords([...(numbered.length === 0 ? [] : [`${word} ${joinWords(numbered)}`]), ...others]);
}

const PARTITION_WORDS: ReadonlyMap<string, string> = new Map([
  [UNKNOWN_PARTITION, 'an unknown patch'],
  [REVIVAL_PARTITION, 'revived sets'],
]);

/** Riot's names of the queues. A new one has a number until its name is added here. */
const QUEUE_NAMES: ReadonlyMap<number, string> = new Map([
  [1090, 'Normal'],
  [1100, 'Ranked'],
  [1110, 'Tutorial'],
  [1111, 'Simulation'],
  [1130, 'Hyper Roll'],
  [1150, 'Double Up (beta)'],
  [1160, 'Double Up'],
  [1170, 'Fortune’s Favor'],
  [1210, 'Choncc’s Treasure'],
  [1220, 'Tocker’s Trials'],
  [6000, 'Revival'],
  [6100, 'Revival of set 4'],
  [6110, 'Revival of set 10'],
  [6120, 'Pengu’s Party'],
]);

export function queueName(queue: number): string {
  return QUEUE_NAMES.get(queue) ?? `Queue ${queue}`;
}
