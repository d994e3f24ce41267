/**
 * Conditions as text: `all(unit(x;stars=2..;has=a,b),none(trait(y;tier=3..)),count(emblems;is=1..),composition(trait=y;carry=x))`.
 * Text that was printed is parsed to the same condition. Ids are not looked up here: `question-check.ts` finds unknown ones.
 */
import { readConditionText, type ConditionText, type LeafText, type TextFault } from './condition-reader.ts';
import { GROUP_KINDS, isGroup, openGroup, toGroup, type GroupKind } from './condition-group.ts';
import { QUESTION_LIMITS, type Condition, type LeafCondition, type Range } from './filter.ts';
import { RANGE_EXAMPLES, parseId, parseRange, printId, printIds, printRange } from './text-parts.ts';
import {
  LEAF_KINDS,
  leafRecord,
  openLeaf,
  toLeaf,
  type LeafKind,
  type LeafOption,
  type LeafParts,
  type OptionValue,
} from './leaves.ts';
import { nearestNames } from './faults.ts';

const KINDS = [...GROUP_KINDS, ...LEAF_KINDS];

export function printCondition(condition: Condition): string {
  if (!isGroup(condition)) return printLeaf(openLeaf(condition));
  const { kind, members } = openGroup(condition);
  return `${kind}(${members.map((member) => printCondition(member)).join(',')})`;
}

export function parseCondition(text: string): Condition | TextFault {
  const read = readConditionText(text, GROUP_KINDS);
  return read.type === 'fault' ? read : toCondition(read);
}

function printLeaf({ kind, main, options }: LeafParts): string {
  const parts = Object.keys(leafRecord(kind).options).flatMap((name) => {
    const value = options[name];
    return value === undefined || value === '' ? [] : [`${name}=${printOption(value)}`];
  });
  return `${kind}(${[...(main === '' ? [] : [printId(main)]), ...parts].join(';')})`;
}

function printOption(value: OptionValue): string {
  if (typeof value === 'string') return printId(value);
  return Array.isArray(value) ? printIds(value as readonly string[]) : printRange(value as Range);
}

function toCondition(read: ConditionText): Condition | TextFault {
  if (read.type === 'leaf') return parseLeaf(read);
  const members: Condition[] = [];
  for (const one of read.members) {
    const member = toCondition(one);
    if (isFault(member)) return member;
    members.push(member);
  }
  return toGroup(read.kind as GroupKind, members);
}

function parseLeaf(leaf: LeafText): LeafCondition | TextFault {
  const { kind, at } = leaf;
  if (!isLeafKind(kind))
    return fault(at, `one of ${nearestNames(kind, KINDS, KINDS.length).join(', ')} instead of '${kind}'`);
  const options = readOptions(leaf, kind);
  if (isFault(options)) return options;
  const main = readMain(leaf, kind);
  return isFault(main) ? main : toLeaf({ kind, main: main.id, options });
}

function readMain({ main, at }: LeafText, kind: LeafKind): { readonly id: string } | TextFault {
  const { main: expected } = leafRecord(kind);
  if (expected === null) return main === '' ? { id: '' } : fault(at, `${kind}(trait=…;carry=…)`);
  if (typeof expected === 'string') {
    const id = parseId(main);
    return id === undefined ? fault(at, `the ${kind}'s id after '${kind}('`) : { id };
  }
  if (expected.includes(main)) return { id: main };
  return fault(at, `one of ${nearestNames(main, expected, expected.length).join(', ')} after '${kind}('`);
}

function readOptions(
  { options, main, at }: LeafText,
  kind: LeafKind,
): Readonly<Record<string, OptionValue>> | TextFault {
  const forms = leafRecord(kind).options;
  const read: Record<string, OptionValue> = {};
  for (const [name, values] of options) {
    const option = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (option === undefined) {
      const known = nearestNames(name, Object.keys(forms), Object.keys(forms).length).join(', ');
      return fault(at, `one of ${known} instead of '${name}' in ${kind}(…)`);
    }
    const value = readOption(values, option);
    if (value === undefined) return fault(at, `${EXPECTED[option.form]} after '${name}=' in ${kind}(…)`);
    read[name] = value;
  }
  const missing = Object.entries(forms).find(
    ([name, option]) => option.form === 'range' && option.isRequired === true && read[name] === undefined,
  );
  return missing === undefined ? read : fault(at, `${kind}(${main};${missing[0]}=…) with ${RANGE_EXAMPLES}`);
}

const EXPECTED: Readonly<Record<LeafOption['form'], string>> = {
  range: RANGE_EXAMPLES,
  id: 'one id',
  ids: `1 to ${QUESTION_LIMITS.listLength} ids, separated by commas,`,
};

function readOption(values: readonly string[], { form }: LeafOption): OptionValue | undefined {
  if (form === 'range') return values.length === 1 ? parseRange(values.join('')) : undefined;
  const ids = values.map((value) => parseId(value)).filter((id) => id !== undefined);
  if (ids.length < values.length || ids.length > QUESTION_LIMITS.listLength) return undefined;
  if (form === 'ids') return ids;
  return ids.length === 1 ? ids[0] : undefined;
}

function isLeafKind(kind: string): kind is LeafKind {
  return LEAF_KINDS.some((one) => one === kind);
}

function isFault(value: object): value is TextFault {
  return 'type' in value && value.type === 'fault';
}

function fault(at: number, expected: string): TextFault {
  return { type: 'fault', at, expected };
}
