/**
 * What can be said of a board, one record each. Text, checks, canonical form, words, chips and offers of wider filters derive from the
 * records; the SQL is in `analytics/tft/condition-leaves.ts`. A new thing to say is a member of `LeafCondition` and an entry here.
 */
import { COUNT_BOUNDS, RANK_BOUNDS } from './faults.ts';
import {
  COUNTED_THINGS,
  type CompositionId,
  type CountedThing,
  type LeafCondition,
  type Range,
} from './filter.ts';
import { amountWords, gradeWords, joinWords, type NameLookup } from './word-lists.ts';

/** A range; with `isOneByDefault`, "one or more" goes without saying. */
interface RangeOption {
  readonly form: 'range';
  readonly bounds: Required<Range>;
  readonly isOneByDefault?: true;
  readonly isRequired?: true;
}
/** Ids of items; `isSet`: each counts once. */
interface ItemsOption {
  readonly form: 'ids';
  readonly isSet?: true;
}
/** An id that may be missing. */
interface IdOption {
  readonly form: 'id';
  readonly of: 'unit' | 'trait';
}
export type LeafOption = RangeOption | ItemsOption | IdOption;
export type OptionValue = Range | string | readonly string[];

interface LeafRecord<L extends LeafCondition> {
  /** What stands first in the brackets: an id, one of a list, or nothing. */
  readonly main: 'unit' | 'item' | 'trait' | readonly string[] | null;
  /** In the order in which they are printed. */
  readonly options: Readonly<Record<string, LeafOption>>;
  /** As a thing that boards have. */
  readonly words: (leaf: L, names: NameLookup) => string;
  /** In as few words as a chip has room for. */
  readonly label: (leaf: L, names: NameLookup) => string;
  /** The leaf with one detail less, which lets more boards through. */
  readonly relax: (leaf: L) => readonly LeafCondition[];
}

type UnitLeaf = Extract<LeafCondition, { readonly unit: string }>;
type ItemLeaf = Extract<LeafCondition, { readonly item: string }>;
type TraitLeaf = Extract<LeafCondition, { readonly trait: string }>;
type CountLeaf = Extract<LeafCondition, { readonly count: string }>;
type CompositionLeaf = Extract<LeafCondition, { readonly composition: unknown }>;

export const COUNT_LABELS: Readonly<Record<CountedThing, string>> = {
  units: 'Units',
  'one-costs': '1-cost units',
  'two-costs': '2-cost units',
  'three-costs': '3-cost units',
  'four-costs': '4-cost units',
  'five-costs': '5-cost units',
  'three-stars': '3-star units',
  emblems: 'Emblems',
  artifacts: 'Artifacts',
  radiants: 'Radiant items',
};

const COUNT: RangeOption = { form: 'range', bounds: COUNT_BOUNDS };
const COPIES: RangeOption = { ...COUNT, isOneByDefault: true };

const LEAVES = {
  unit: record<UnitLeaf>({
    main: 'unit',
    options: {
      stars: { form: 'range', bounds: RANK_BOUNDS },
      items: COUNT,
      // As often as it is named: two of an item are more than one.
      has: { form: 'ids' },
      lacks: { form: 'ids', isSet: true },
      copies: COPIES,
    },
    words({ unit, stars, items, has = [], lacks = [], copies }, names) {
      const name = names.unit(unit);
      return [
        copies === undefined ? name : copiesWords(copies, name),
        ...(stars === undefined ? [] : [`at ${starWords(stars)}`]),
        ...(items === undefined ? [] : [`with ${amountWords(items, 'item', 'items')}`]),
        ...(has.length === 0 ? [] : [`holding ${joinWords(itemWords(has, names))}`]),
        ...(lacks.length === 0 ? [] : [`without ${joinWords(itemWords(lacks, names), 'or')}`]),
      ].join(' ');
    },
    label({ unit, stars, items, has = [], lacks = [], copies }, names) {
      return [
        names.unit(unit),
        ...(stars ? [`${rangeLabel(stars)} ★`] : []),
        ...(items ? [`${rangeLabel(items)} items`] : []),
        ...(has.length > 0 ? [`with ${has.map((id) => names.item(id)).join(' + ')}`] : []),
        ...(lacks.length > 0 ? [`without ${lacks.map((id) => names.item(id)).join(', ')}`] : []),
        ...(copies ? [`× ${rangeLabel(copies)}`] : []),
      ].join(' ');
    },
    relax(leaf) {
      // With an upper limit, more units that fulfil the rest can be too many.
      if (leaf.copies?.max !== undefined) return [];
      const { has = [], ...rest } = leaf;
      return [
        ...(['stars', 'items', 'lacks'] as const)
          .filter((name) => name in leaf)
          .map((name) => omit(leaf, name)),
        ...has.map((_, at) => holding(rest, has.toSpliced(at, 1))),
        ...(isMoreThanOne(leaf.copies) ? [omit(leaf, 'copies')] : []),
      ];
    },
  }),
  item: record<ItemLeaf>({
    main: 'item',
    options: { copies: COPIES },
    words({ item, copies }, names) {
      const name = names.item(item);
      return copies === undefined ? `${name} on any unit` : copiesWords(copies, name);
    },
    label: ({ item, copies }, names) => `${names.item(item)}${copies ? ` × ${rangeLabel(copies)}` : ''}`,
    relax: ({ item, copies }) => (isMoreThanOne(copies) ? [{ item }] : []),
  }),
  trait: record<TraitLeaf>({
    main: 'trait',
    options: { tier: { form: 'range', bounds: RANK_BOUNDS, isOneByDefault: true } },
    words({ trait, tier }, names) {
      const name = names.trait(trait);
      return tier === undefined ? `${name} active` : `${name} at tier ${gradeWords(tier)}`;
    },
    label: ({ trait, tier }, names) => `${names.trait(trait)}${tier ? ` tier ${rangeLabel(tier)}` : ''}`,
    relax: ({ trait, tier }) => (tier === undefined ? [] : [{ trait }]),
  }),
  count: record<CountLeaf>({
    main: COUNTED_THINGS,
    options: { is: { ...COUNT, isRequired: true } },
    words({ count, is }) {
      const things = COUNT_LABELS[count].toLowerCase();
      const thing = things.slice(0, -1);
      return is.min === 1 && is.max === undefined ? `any ${thing}` : amountWords(is, thing, things);
    },
    label: ({ count, is }) => `${COUNT_LABELS[count]} ${rangeLabel(is)}`,
    relax: () => [],
  }),
  composition: record<CompositionLeaf>({
    main: null,
    options: { trait: { form: 'id', of: 'trait' }, carry: { form: 'id', of: 'unit' } },
    words: ({ composition }, names) => `the composition ${compositionWords(composition, names)}`,
    label({ composition: { trait, carry } }, names) {
      const parts = [
        ...(trait === '' ? [] : [names.trait(trait)]),
        ...(carry === '' ? [] : [`${names.unit(carry)} carry`]),
      ];
      return parts.length === 0 ? 'No composition' : parts.join(', ');
    },
    relax: () => [],
  }),
};

export type LeafKind = keyof typeof LEAVES;
export const LEAF_KINDS = Object.keys(LEAVES) as readonly LeafKind[];

function record<L extends LeafCondition>(leaf: LeafRecord<L>): LeafRecord<L> {
  return leaf;
}

export function leafRecord(kind: LeafKind): LeafRecord<LeafCondition> {
  return LEAVES[kind] as unknown as LeafRecord<LeafCondition>;
}

/** A leaf taken apart, whichever it is. Options that are not said are absent. */
export interface LeafParts {
  readonly kind: LeafKind;
  readonly main: string;
  readonly options: Readonly<Record<string, OptionValue>>;
}

export function openLeaf(leaf: LeafCondition): LeafParts {
  if ('composition' in leaf) return { kind: 'composition', main: '', options: { ...leaf.composition } };
  const [kind] = LEAF_KINDS.filter((one) => one in leaf) as [LeafKind];
  const { [kind]: main, ...options } = leaf as unknown as Readonly<Record<LeafKind, string>>;
  return { kind, main, options };
}

export function toLeaf({ kind, main, options }: LeafParts): LeafCondition {
  const leaf =
    kind === 'composition'
      ? { composition: { trait: '', carry: '', ...options } }
      : { [kind]: main, ...options };
  return leaf as unknown as LeafCondition;
}

export function leafWords(leaf: LeafCondition, names: NameLookup): string {
  return leafRecord(openLeaf(leaf).kind).words(leaf, names);
}

export function leafLabel(leaf: LeafCondition, names: NameLookup): string {
  return leafRecord(openLeaf(leaf).kind).label(leaf, names);
}

export function relaxLeaf(leaf: LeafCondition): readonly LeafCondition[] {
  return leafRecord(openLeaf(leaf).kind).relax(leaf);
}

/** By its main trait and its carry, as players name it. */
export function compositionWords({ trait, carry }: CompositionId, names: NameLookup): string {
  const words = [...(trait === '' ? [] : [names.trait(trait)]), ...(carry === '' ? [] : [names.unit(carry)])];
  return words.length === 0 ? 'without a main trait and a carry' : words.join(' ');
}

/** `2`, `2+`, `≤ 3`, `2–3`. */
export function rangeLabel({ min, max }: Range): string {
  if (min === max) return String(min);
  if (max === undefined) return `${min}+`;
  return min === undefined ? `≤ ${max}` : `${min}–${max}`;
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

function holding(unit: UnitLeaf, has: readonly string[]): UnitLeaf {
  return has.length === 0 ? unit : { ...unit, has };
}

function omit(leaf: UnitLeaf, name: 'stars' | 'items' | 'lacks' | 'copies'): UnitLeaf {
  const { [name]: _, ...rest } = leaf;
  return rest;
}

/** A lower limit above one, without an upper one. */
function isMoreThanOne(copies: Range | undefined): boolean {
  return copies?.max === undefined && (copies?.min ?? 0) > 1;
}
