/**
 * Conditions in words, as what boards do: "have Lyra at 2 stars or more holding Deathblade, and either Sorcerer at tier 2 or more or any
 * emblem". What lies two groups deep is put in brackets, because English has no other way to keep it apart.
 */
import { isGroup, openGroup, type GroupKind } from './condition-group.ts';
import type { NameLookup } from './name-lookup.ts';
import type { CompositionId, Condition, CountedThing, LeafCondition, Range } from './filter.ts';
import { amountWords, gradeWords, joinWords } from './word-lists.ts';

type UnitCondition = Extract<LeafCondition, { readonly unit: string }>;

const THINGS: Readonly<Record<CountedThing, string>> = {
  units: 'unit',
  'one-costs': '1-cost unit',
  'two-costs': '2-cost unit',
  'three-costs': '3-cost unit',
  'four-costs': '4-cost unit',
  'five-costs': '5-cost unit',
  'three-stars': '3-star unit',
  emblems: 'emblem',
  artifacts: 'artifact',
  radiants: 'radiant item',
};

/** What follows "boards that": "have …", "do not have …". */
export function conditionWords(condition: Condition, names: NameLookup): string {
  if (!isGroup(condition)) return `have ${leafWords(condition, names)}`;
  const { kind, members } = openGroup(condition);
  if (kind === 'any') {
    return `have ${members.length === 1 ? '' : 'either '}${listWords(members, 'or', names)}`;
  }
  if (kind === 'none') return `do not have ${listWords(members, 'or', names)}`;
  const wanted = members.filter((member) => !isLacking(member));
  const unwanted = members.filter(isLacking).flatMap(({ none }) => none);
  if (unwanted.length === 0) return `have ${listWords(wanted, 'and', names)}`;
  if (wanted.length === 0) return `do not have ${listWords(unwanted, 'or', names)}`;
  return `have ${listWords(wanted, 'and', names)}, but not ${listWords(unwanted, 'or', names)}`;
}

function isLacking(condition: Condition): condition is { readonly none: readonly Condition[] } {
  return 'none' in condition;
}

/** One that holds no others, as a thing that boards have. */
export function leafWords(leaf: LeafCondition, names: NameLookup): string {
  if ('unit' in leaf) return unitWords(leaf, names);
  if ('item' in leaf) {
    const item = names.item(leaf.item);
    return leaf.copies === undefined ? `${item} on any unit` : copiesWords(leaf.copies, item);
  }
  if ('trait' in leaf) {
    const trait = names.trait(leaf.trait);
    return leaf.tier === undefined ? `${trait} active` : `${trait} at tier ${gradeWords(leaf.tier)}`;
  }
  if ('count' in leaf) {
    const thing = THINGS[leaf.count];
    const isAny = leaf.is.min === 1 && leaf.is.max === undefined;
    return isAny ? `any ${thing}` : amountWords(leaf.is, thing, `${thing}s`);
  }
  return `the composition ${compositionWords(leaf.composition, names)}`;
}

/** As people call it: by its main trait and its carry. */
export function compositionWords({ trait, carry }: CompositionId, names: NameLookup): string {
  const words = [...(trait === '' ? [] : [names.trait(trait)]), ...(carry === '' ? [] : [names.unit(carry)])];
  return words.length === 0 ? 'without a main trait and a carry' : words.join(' ');
}

function unitWords(leaf: UnitCondition, names: NameLookup): string {
  const { stars, items, has = [], lacks = [], copies } = leaf;
  const unit = names.unit(leaf.unit);
  return [
    copies === undefined ? unit : copiesWords(copies, unit),
    ...(stars === undefined ? [] : [`at ${starWords(stars)}`]),
    ...(items === undefined ? [] : [`with ${amountWords(items, 'item', 'items')}`]),
    ...(has.length === 0 ? [] : [`holding ${joinWords(itemWords(has, names))}`]),
    ...(lacks.length === 0 ? [] : [`without ${joinWords(itemWords(lacks, names), 'or')}`]),
  ].join(' ');
}

function copiesWords(copies: Range, name: string): string {
  return amountWords(copies, `copy of ${name}`, `copies of ${name}`);
}

/** "2 stars or more" reads better than "2 or more stars". */
function starWords({ min, max }: Range): string {
  if (max === undefined) return `${String(min)} stars or more`;
  const noun = max === 1 ? 'star' : 'stars';
  if (min === undefined) return `${max} ${noun} or less`;
  return min === max ? `${max} ${noun}` : `${min} to ${max} ${noun}`;
}

function itemWords(items: readonly string[], names: NameLookup): string[] {
  return [...new Set(items)].map((item) => {
    const count = items.filter((other) => other === item).length;
    return `${count === 1 ? '' : `${count} × `}${names.item(item)}`;
  });
}

/** With a comma before the last word where a member is a group of its own. */
function listWords(members: readonly Condition[], word: 'and' | 'or', names: NameLookup): string {
  const words = members.map((member) => memberWords(member, names));
  const rest = words.slice(0, -1).join(', ');
  const hasGroups = members.some((member) => isGroup(member));
  return hasGroups && rest !== '' ? `${rest}, ${word} ${words.slice(-1).join('')}` : joinWords(words, word);
}

/** A condition as a thing that boards have, to stand among others. */
export function memberWords(member: Condition, names: NameLookup): string {
  if (!isGroup(member)) return leafWords(member, names);
  const { kind, members } = openGroup(member);
  const words = members.map((one) => (isGroup(one) ? `(${memberWords(one, names)})` : leafWords(one, names)));
  const [only] = words;
  if (only !== undefined && words.length === 1) return kind === 'none' ? `not ${only}` : only;
  return GROUP_WORDS[kind](words);
}

const GROUP_WORDS: Readonly<Record<GroupKind, (words: readonly string[]) => string>> = {
  all: (words) => `${words.length === 2 ? 'both' : 'all of'} ${joinWords(words)}`,
  any: (words) => `either ${joinWords(words, 'or')}`,
  none: (words) => `neither ${joinWords(words, 'nor')}`,
};
