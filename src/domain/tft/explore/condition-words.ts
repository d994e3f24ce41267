/**
 * Conditions in words, as what boards do: "have Lyra at 2 stars or more holding Deathblade, and either Sorcerer at tier 2 or more or any
 * emblem". Groups within groups are put in brackets.
 */
import { isGroup, openGroup, type GroupKind } from './condition-group.ts';
import type { Condition } from './filter.ts';
import { leafWords } from './leaves.ts';
import { joinWords, type NameLookup } from './word-lists.ts';

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
