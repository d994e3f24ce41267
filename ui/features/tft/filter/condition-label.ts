/** A condition in as few words as a chip has room for. Sentences are made elsewhere, by the server and `question-words.ts`. */
import { isGroup, openGroup, type GroupKind } from '#/domain/tft/explore/condition-group.ts';
import type { NameLookup } from '#/domain/tft/explore/name-lookup.ts';
import type { Condition, CountedThing, LeafCondition, Range } from '#/domain/tft/explore/filter.ts';

export const COUNT_LABELS: Readonly<Record<CountedThing, string>> = {
  units: 'Units',
  'one-costs': '1-cost units',
  'two-costs': '2-cost units',
  'three-costs': '3-cost units',
  'four-costs': '4-cost units',
  'five-costs': '5-cost units',
  'three-stars': 'Three-star units',
  emblems: 'Emblems',
  artifacts: 'Artifacts',
  radiants: 'Radiant items',
};

const JOINTS: Readonly<Record<GroupKind, string>> = { all: ' and ', any: ' or ', none: ' or ' };

export function conditionLabel(condition: Condition, names: NameLookup): string {
  if (!isGroup(condition)) return leafLabel(condition, names);
  const { kind, members } = openGroup(condition);
  const inner = members
    .map((member) => {
      const label = conditionLabel(member, names);
      return isGroup(member) && openGroup(member).members.length > 1 ? `(${label})` : label;
    })
    .join(JOINTS[kind]);
  if (kind !== 'none') return inner;
  return members.length > 1 ? `not (${inner})` : `not ${inner}`;
}

/** `2`, `2+`, `≤ 3`, `2–3`. */
export function rangeLabel({ min, max }: Range): string {
  if (min === max) return String(min);
  if (max === undefined) return `${min}+`;
  return min === undefined ? `≤ ${max}` : `${min}–${max}`;
}

function leafLabel(leaf: LeafCondition, names: NameLookup): string {
  if ('unit' in leaf) return unitLabel(leaf, names);
  if ('item' in leaf) return withRange(names.item(leaf.item), leaf.copies, (range) => `× ${range}`);
  if ('trait' in leaf) return withRange(names.trait(leaf.trait), leaf.tier, (range) => `tier ${range}`);
  if ('count' in leaf) return `${COUNT_LABELS[leaf.count]} ${rangeLabel(leaf.is)}`;
  const { trait, carry } = leaf.composition;
  const parts = [
    ...(trait === '' ? [] : [names.trait(trait)]),
    ...(carry === '' ? [] : [`${names.unit(carry)} carry`]),
  ];
  return parts.length === 0 ? 'No composition' : parts.join(', ');
}

function unitLabel(leaf: Extract<LeafCondition, { unit: string }>, names: NameLookup): string {
  const { has = [], lacks = [] } = leaf;
  const parts = [
    ...(leaf.stars ? [`${rangeLabel(leaf.stars)} ★`] : []),
    ...(leaf.items ? [`${rangeLabel(leaf.items)} items`] : []),
    ...(has.length > 0 ? [`with ${has.map((id) => names.item(id)).join(' + ')}`] : []),
    ...(lacks.length > 0 ? [`without ${lacks.map((id) => names.item(id)).join(', ')}`] : []),
    ...(leaf.copies ? [`× ${rangeLabel(leaf.copies)}`] : []),
  ];
  return [names.unit(leaf.unit), ...parts].join(' ');
}

function withRange(name: string, range: Range | undefined, write: (range: string) => string): string {
  return range ? `${name} ${write(rangeLabel(range))}` : name;
}
