/**
 * A filter in one plain sentence, and what a row is about in a few words. Defaults are said too: whoever reads a number knows of which boards
 * it is.
 */
import { standingOf } from '../ladder-points.ts';
import { REVIVAL_PARTITION, UNKNOWN_PARTITION } from '../patch-name.ts';
import { UNKNOWN } from '../stored-codes.ts';
import { compositionWords, conditionWords } from './condition-words.ts';
import type { NameLookup } from './name-lookup.ts';
import { placeInSentence, platformLabel } from './place-names.ts';
import { playerWords } from './player-words.ts';
import type { Filter, Range, RowSubject } from './question.ts';
import { queueName } from './queue-names.ts';
import { timeWords } from './time-words.ts';
import { amountWords, capitalise, gradeWords, joinWords, ordinal } from './word-lists.ts';

export type { NameLookup } from './name-lookup.ts';

const LP_BAND = 100;

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
    ...(time === undefined ? [] : [`in games that ended ${timeWords(time)}`]),
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

function placementWords({ min, max }: Range): string {
  if (max === undefined) return `${ordinal(Number(min))} or worse`;
  if (min === undefined) return `${ordinal(max)} or better`;
  return min === max ? ordinal(max) : `${ordinal(min)} to ${ordinal(max)}`;
}

export function subjectWords(subject: RowSubject, names: NameLookup): string {
  return (SUBJECT_WORDS[subject.kind] as SubjectWords<RowSubject>)(subject, names);
}

type SubjectWords<Subject> = (subject: Subject, names: NameLookup) => string;
type Kind = RowSubject['kind'];

const SUBJECT_WORDS: { readonly [K in Kind]: SubjectWords<Extract<RowSubject, { kind: K }>> } = {
  total: () => 'All boards',
  unit: ({ unit }, names) => names.unit(unit),
  item: ({ item }, names) => names.item(item),
  trait: ({ trait, tier }, names) => `${names.trait(trait)} at tier ${tier}`,
  build: ({ items }, names) => items.map((item) => names.item(item)).join(' + '),
  stars: ({ stars }) => amountWords({ min: stars, max: stars }, 'star', 'stars'),
  'item-count': ({ count }) => capitalise(amountWords({ min: count, max: count }, 'item', 'items')),
  level: ({ level }) => `Level ${level}`,
  placement: ({ placement }) => `${ordinal(placement)} place`,
  platform: ({ platform }) => platformLabel(platform),
  region: ({ region }) => platformLabel(region),
  tier: ({ tier }) => (tier === UNKNOWN ? 'Unknown rank' : capitalise(tier)),
  lp: ({ from }) => lpBandWords(from),
  day: ({ day }) => day,
  patch: ({ patch }) => capitalise(patchWords([patch]).replace(/^an /, '')),
  composition: ({ members: [name] }, names) =>
    name === undefined ? 'No composition' : capitalise(compositionWords(name, names)),
};

/** Below Master a band is a division. */
function lpBandWords(from: number | null): string {
  if (from === null) return 'Unknown rank';
  if (from >= 0) return `${from} to ${from + LP_BAND - 1} LP`;
  const { tier, division } = standingOf(from);
  return `${capitalise(tier.toLowerCase())} ${division}`;
}
