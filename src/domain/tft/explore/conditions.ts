/** Conditions: whether they can be asked, and one form for those that mean the same. */
import { checkRange, type CheckId, type FaultList } from './faults.ts';
import { isGroup, openGroup, toGroup, type GroupKind } from './condition-group.ts';
import { printCondition } from './condition-text.ts';
import { QUESTION_LIMITS, type Condition, type LeafCondition, type Range } from './filter.ts';
import { leafRecord, openLeaf, toLeaf, type LeafOption, type OptionValue } from './leaves.ts';

interface Check {
  readonly faults: FaultList;
  readonly checkId: CheckId;
}

/** Ids that exist, ranges that can be fulfilled, a bounded number of conditions. A fault says where: `filter.where.all[1].has[0]`. */
export function checkCondition(check: Check, where: string, condition: Condition): void {
  const leaves = checkNested(check, where, condition, 0);
  if (leaves > QUESTION_LIMITS.conditions) {
    check.faults.add(where, `${leaves} conditions`, `at most ${QUESTION_LIMITS.conditions} conditions`);
  }
}

/** Returns the number of leaves. Groups that lie too deep are not checked. */
function checkNested(check: Check, where: string, condition: Condition, depth: number): number {
  if (!isGroup(condition)) {
    checkLeaf(check, where, condition);
    return 1;
  }
  const { kind, members } = openGroup(condition);
  if (depth === QUESTION_LIMITS.depth) {
    check.faults.add(where, kind, `at most ${QUESTION_LIMITS.depth} groups within each other`);
    return 0;
  }
  if (members.length === 0) check.faults.add(`${where}.${kind}`, members, 'at least one condition');
  return members
    .map((member, index) => checkNested(check, `${where}.${kind}[${index}]`, member, depth + 1))
    .reduce((sum, leaves) => sum + leaves, 0);
}

function checkLeaf(check: Check, where: string, leaf: LeafCondition): void {
  const { kind, main, options } = openLeaf(leaf);
  const record = leafRecord(kind);
  if (typeof record.main === 'string') check.checkId(`${where}.${kind}`, record.main, main);
  const inside = record.main === null ? `${where}.${kind}` : where;
  for (const [name, option] of Object.entries(record.options))
    checkOption(check, `${inside}.${name}`, option, options[name]);
}

function checkOption(
  { faults, checkId }: Check,
  where: string,
  option: LeafOption,
  value: OptionValue | undefined,
): void {
  if (option.form === 'range') checkRange(faults, where, value as Range | undefined, option.bounds);
  else if (typeof value === 'string') {
    // A board may have no main trait, no carry, or neither.
    if (value !== '' && option.form === 'id') checkId(where, option.of, value);
  } else if (Array.isArray(value)) {
    const items: readonly string[] = value;
    if (items.length <= QUESTION_LIMITS.listLength)
      for (const [index, item] of items.entries()) checkId(`${where}[${index}]`, 'item', item);
    else faults.add(where, `${items.length} items`, `at most ${QUESTION_LIMITS.listLength} items`);
  }
}

/**
 * One form for conditions that mean the same, so that equal questions have equal text: ids in lower case, lists and groups in alphabetical
 * order without duplicates, no group within its like, no group of one, and no option that goes without saying.
 */
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

/** The members of `all` in `all` and of `any` in `any` belong to the outer group, and none of any is none of each. */
function membersFor(kind: GroupKind, member: Condition): readonly Condition[] {
  if (!isGroup(member)) return [member];
  const inner = openGroup(member);
  return inner.kind === (kind === 'none' ? 'any' : kind) ? inner.members : [member];
}

function canonicalLeaf(leaf: LeafCondition): LeafCondition {
  const { kind, main, options } = openLeaf(leaf);
  const said = Object.entries(leafRecord(kind).options).flatMap(([name, option]) => {
    const value = options[name];
    const canonical = value === undefined ? undefined : canonicalOption(option, value);
    return canonical === undefined ? [] : [[name, canonical] as const];
  });
  return toLeaf({ kind, main: main.toLowerCase(), options: Object.fromEntries(said) });
}

/** Undefined: it goes without saying. */
function canonicalOption(option: LeafOption, value: OptionValue): OptionValue | undefined {
  if (typeof value === 'string') return value.toLowerCase();
  if (option.form === 'ids') {
    const ids = (value as readonly string[]).map((id) => id.toLowerCase());
    if (ids.length === 0) return undefined;
    return (option.isSet === true ? [...new Set(ids)] : ids).toSorted();
  }
  const { min, max } = value as Range;
  const isOneOrMore = min === 1 && max === undefined;
  return option.form === 'range' && option.isOneByDefault === true && isOneOrMore ? undefined : value;
}
