/**
 * One form for conditions that mean the same, so that equal questions have equal text: ids in lower case, lists and groups in
 * alphabetical order, nothing twice, no group within its like, no group of one, nothing said that goes without saying.
 */
import { isGroup, openGroup, toGroup, type GroupKind } from './condition-group.ts';
import { printCondition } from './condition-text.ts';
import type { Condition, LeafCondition, Range } from './filter.ts';

export function canonicalCondition(condition: Condition): Condition {
  if (!isGroup(condition)) return canonicalLeaf(condition);
  const { kind, members } = openGroup(condition);
  const unique = new Map<string, Condition>();
  for (const member of members.flatMap((one) => membersFor(kind, canonicalCondition(one)))) {
    unique.set(printCondition(member), member);
  }
  const sorted = [...unique].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, member]) => member);
  const [first] = sorted;
  return first !== undefined && sorted.length === 1 && kind !== 'none' ? first : toGroup(kind, sorted);
}

/** What a member adds to its group: all within all and any within any are that group's own members, and none of any is none of each. */
function membersFor(kind: GroupKind, member: Condition): readonly Condition[] {
  if (!isGroup(member)) return [member];
  const inner = openGroup(member);
  return inner.kind === (kind === 'none' ? 'any' : kind) ? inner.members : [member];
}

function canonicalLeaf(leaf: LeafCondition): LeafCondition {
  if ('unit' in leaf) {
    const { unit, stars, items, has = [], lacks = [], copies } = leaf;
    return {
      unit: unit.toLowerCase(),
      ...(stars === undefined ? {} : { stars }),
      ...(items === undefined ? {} : { items }),
      // As often as it is named there: two of an item are more than one.
      ...(has.length === 0 ? {} : { has: lowerCase(has).toSorted() }),
      ...(lacks.length === 0 ? {} : { lacks: [...new Set(lowerCase(lacks))].toSorted() }),
      ...(isOneOrMore(copies) ? {} : { copies }),
    };
  }
  if ('item' in leaf) {
    return { item: leaf.item.toLowerCase(), ...(isOneOrMore(leaf.copies) ? {} : { copies: leaf.copies }) };
  }
  if ('trait' in leaf) {
    return { trait: leaf.trait.toLowerCase(), ...(isOneOrMore(leaf.tier) ? {} : { tier: leaf.tier }) };
  }
  if ('count' in leaf) return leaf;
  const { trait, carry } = leaf.composition;
  return { composition: { trait: trait.toLowerCase(), carry: carry.toLowerCase() } };
}

/** What is meant when nothing is said. */
function isOneOrMore(range: Range | undefined): range is undefined | { readonly min: 1 } {
  return range === undefined || (range.min === 1 && range.max === undefined);
}

function lowerCase(ids: readonly string[]): string[] {
  return ids.map((id) => id.toLowerCase());
}
