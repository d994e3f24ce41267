/**
 * Whether conditions can be asked: ids that exist, ranges that can be fulfilled, and not more of them than anybody can read. Every fault says
 * where: `filter.where.all[1].has[0]`.
 */
import { COUNT_BOUNDS, RANK_BOUNDS, checkRange } from './check-range.ts';
import { isGroup, openGroup } from './condition-group.ts';
import type { FaultList } from './fault-list.ts';
import type { CheckId } from './known-ids.ts';
import { QUESTION_LIMITS, type Condition, type LeafCondition } from './filter.ts';

interface Check {
  readonly faults: FaultList;
  readonly checkId: CheckId;
}

export function checkCondition(check: Check, where: string, condition: Condition): void {
  const leaves = checkNested(check, where, condition, 0);
  if (leaves > QUESTION_LIMITS.conditions) {
    check.faults.add(where, `${leaves} conditions`, `at most ${QUESTION_LIMITS.conditions} conditions`);
  }
}

/** How many conditions there are that hold no others. What lies too deep is not looked at. */
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

function checkLeaf({ faults, checkId }: Check, where: string, leaf: LeafCondition): void {
  if ('unit' in leaf) {
    checkId(`${where}.unit`, 'unit', leaf.unit);
    checkRange(faults, `${where}.stars`, leaf.stars, RANK_BOUNDS);
    checkRange(faults, `${where}.items`, leaf.items, COUNT_BOUNDS);
    checkRange(faults, `${where}.copies`, leaf.copies, COUNT_BOUNDS);
    for (const list of ['has', 'lacks'] as const)
      checkItems({ faults, checkId }, `${where}.${list}`, leaf[list] ?? []);
  } else if ('item' in leaf) {
    checkId(`${where}.item`, 'item', leaf.item);
    checkRange(faults, `${where}.copies`, leaf.copies, COUNT_BOUNDS);
  } else if ('trait' in leaf) {
    checkId(`${where}.trait`, 'trait', leaf.trait);
    checkRange(faults, `${where}.tier`, leaf.tier, RANK_BOUNDS);
  } else if ('count' in leaf) {
    checkRange(faults, `${where}.is`, leaf.is, COUNT_BOUNDS);
  } else {
    const { trait, carry } = leaf.composition;
    // A board may have no main trait, no carry, or neither.
    if (trait !== '') checkId(`${where}.composition.trait`, 'trait', trait);
    if (carry !== '') checkId(`${where}.composition.carry`, 'unit', carry);
  }
}

function checkItems({ faults, checkId }: Check, where: string, items: readonly string[]): void {
  if (items.length > QUESTION_LIMITS.listLength) {
    faults.add(where, `${items.length} items`, `at most ${QUESTION_LIMITS.listLength} items`);
  } else for (const [index, item] of items.entries()) checkId(`${where}[${index}]`, 'item', item);
}
