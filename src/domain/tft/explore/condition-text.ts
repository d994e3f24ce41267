/**
 * Conditions as text: `all(unit(x;stars=2..;has=a,b),none(trait(y;tier=3..)),count(emblems;is=1..),composition(trait=y;carry=x))`.
 * What was printed comes back exactly. Nothing is looked up: an id that nobody has is found by `question-check.ts`.
 */
import { GROUP_KINDS, isGroup, openGroup, toGroup, type GroupKind } from './condition-group.ts';
import { readConditionText, type ConditionText, type LeafText, type TextFault } from './condition-reader.ts';
import { parseId, printId, printIds } from './id-text.ts';
import { nearestNames } from './nearest-names.ts';
import { COUNTED_THINGS, QUESTION_LIMITS, type Condition, type LeafCondition, type Range } from './filter.ts';
import { parseRange, printRange, RANGE_EXAMPLES } from './range-text.ts';

type OptionForm = 'range' | 'ids' | 'id';
type OptionForms = Readonly<Record<string, OptionForm>>;

/** In the order in which they are printed. */
const LEAF_OPTIONS = {
  unit: { stars: 'range', items: 'range', has: 'ids', lacks: 'ids', copies: 'range' },
  item: { copies: 'range' },
  trait: { tier: 'range' },
  count: { is: 'range' },
  composition: { trait: 'id', carry: 'id' },
} as const satisfies Readonly<Record<string, OptionForms>>;
type LeafKind = keyof typeof LEAF_OPTIONS;
const KINDS = [...GROUP_KINDS, ...Object.keys(LEAF_OPTIONS)];

export function printCondition(condition: Condition): string {
  if (!isGroup(condition)) return printLeaf(condition);
  const { kind, members } = openGroup(condition);
  return `${kind}(${members.map((member) => printCondition(member)).join(',')})`;
}

export function parseCondition(text: string): Condition | TextFault {
  const read = readConditionText(text, GROUP_KINDS);
  return read.type === 'fault' ? read : toCondition(read);
}

function printLeaf(leaf: LeafCondition): string {
  if ('composition' in leaf) {
    const { trait, carry } = leaf.composition;
    const parts = [
      ...(trait === '' ? [] : [`trait=${printId(trait)}`]),
      ...(carry === '' ? [] : [`carry=${printId(carry)}`]),
    ];
    return `composition(${parts.join(';')})`;
  }
  if ('unit' in leaf) return printParts('unit', leaf.unit, leaf);
  if ('item' in leaf) return printParts('item', leaf.item, leaf);
  if ('trait' in leaf) return printParts('trait', leaf.trait, leaf);
  return printParts('count', leaf.count, leaf);
}

function printParts(kind: LeafKind, main: string, leaf: object): string {
  const values = new Map<string, Range | readonly string[]>(Object.entries(leaf));
  const options = Object.keys(LEAF_OPTIONS[kind]).flatMap((name) => {
    const value = values.get(name);
    if (value === undefined) return [];
    return [`${name}=${isList(value) ? printIds(value) : printRange(value)}`];
  });
  return `${kind}(${[printId(main), ...options].join(';')})`;
}

function isList(value: Range | readonly string[]): value is readonly string[] {
  return Array.isArray(value);
}

function toCondition(read: ConditionText): Condition | TextFault {
  if (read.type === 'leaf') return toLeaf(read);
  const members: Condition[] = [];
  for (const one of read.members) {
    const member = toCondition(one);
    if (isFault(member)) return member;
    members.push(member);
  }
  return toGroup(read.kind as GroupKind, members);
}

function toLeaf(leaf: LeafText): LeafCondition | TextFault {
  const { kind, main, at } = leaf;
  if (!isLeafKind(kind)) {
    return fault(at, `one of ${nearestNames(kind, KINDS, KINDS.length).join(', ')} instead of '${kind}'`);
  }
  const options = readOptions(leaf, LEAF_OPTIONS[kind]);
  if (isFault(options)) return options;
  if (kind === 'composition') {
    if (main !== '') return fault(at, 'composition(trait=…;carry=…)');
    return { composition: { trait: '', carry: '', ...options } };
  }
  if (kind === 'count') return toCount(leaf, options);
  const id = parseId(main);
  if (id === undefined) return fault(at, `the ${kind}'s id after '${kind}('`);
  return { [kind]: id, ...options } as unknown as LeafCondition;
}

function toCount(
  { main, at }: LeafText,
  options: Readonly<Record<string, unknown>>,
): LeafCondition | TextFault {
  const count = COUNTED_THINGS.find((thing) => thing === main);
  if (count === undefined) {
    const things = nearestNames(main, COUNTED_THINGS, COUNTED_THINGS.length).join(', ');
    return fault(at, `one of ${things} after 'count('`);
  }
  const is = options['is'] as Range | undefined;
  return is === undefined ? fault(at, `count(${count};is=…) with ${RANGE_EXAMPLES}`) : { count, is };
}

function readOptions(
  { kind, options, at }: LeafText,
  forms: OptionForms,
): Readonly<Record<string, Range | string | readonly string[]>> | TextFault {
  const read: Record<string, Range | string | readonly string[]> = {};
  for (const [name, values] of options) {
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (form === undefined) {
      const known = nearestNames(name, Object.keys(forms), Object.keys(forms).length).join(', ');
      return fault(at, `one of ${known} instead of '${name}' in ${kind}(…)`);
    }
    const value = readOption(values, form);
    if (value === undefined) return fault(at, `${EXPECTED[form]} after '${name}=' in ${kind}(…)`);
    read[name] = value;
  }
  return read;
}

const EXPECTED: Readonly<Record<OptionForm, string>> = {
  range: RANGE_EXAMPLES,
  id: 'one id',
  ids: `1 to ${QUESTION_LIMITS.listLength} ids, separated by commas,`,
};

function readOption(
  values: readonly string[],
  form: OptionForm,
): Range | string | readonly string[] | undefined {
  if (form === 'range') return values.length === 1 ? parseRange(values.join('')) : undefined;
  const ids = values.map((value) => parseId(value)).filter((id) => id !== undefined);
  if (ids.length < values.length || ids.length > QUESTION_LIMITS.listLength) return undefined;
  if (form === 'ids') return ids;
  return ids.length === 1 ? ids[0] : undefined;
}

function isLeafKind(kind: string): kind is LeafKind {
  return Object.hasOwn(LEAF_OPTIONS, kind);
}

function isFault(value: object): value is TextFault {
  return 'type' in value && value.type === 'fault';
}

function fault(at: number, expected: string): TextFault {
  return { type: 'fault', at, expected };
}
