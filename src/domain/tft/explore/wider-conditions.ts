/**
 * Conditions that let more boards through, each without one detail of a leaf or without one condition.
 *
 * Trap: removing an alternative of `any` lets fewer boards through, and within `none` everything is reversed.
 */
import { memberWords } from './condition-words.ts';
import { isGroup, openGroup, toGroup } from './condition-group.ts';
import { canonicalCondition } from './conditions.ts';
import { leafWords, relaxLeaf } from './leaves.ts';
import { joinWords, type NameLookup } from './word-lists.ts';
import type { Condition, ConditionGroup } from './filter.ts';

export interface WiderCondition {
  readonly condition: Condition;
  /** "without 'Lyra holding Deathblade'" */
  readonly change: string;
}

/** More are not offered. */
const MOST_CHANGES = 20;

/** Nearest first: details, then whole conditions. None of them is without any condition. */
export function widerConditions(condition: Condition, names: NameLookup): readonly WiderCondition[] {
  const changes = [...relax(condition, true, names), ...remove(condition, true, names)];
  return changes
    .slice(0, MOST_CHANGES)
    .map(({ condition: wider, change }) => ({ condition: canonicalCondition(wider), change }));
}

/** "without 'Lyra'"; of what was not wanted: "also with 'Lyra'". */
export function withoutWords(condition: Condition, isWanted: boolean, names: NameLookup): string {
  if (!isWanted) return `also with '${memberWords(condition, names)}'`;
  if (!('none' in condition)) return `without '${memberWords(condition, names)}'`;
  return `also with '${joinWords(
    condition.none.map((one) => memberWords(one, names)),
    'or',
  )}'`;
}

/** `isWanted`: boards that fulfil it are let through; within `none` they are not. */
function relax(condition: Condition, isWanted: boolean, names: NameLookup): readonly WiderCondition[] {
  if (isGroup(condition))
    return changeMembers(condition, isWanted, (one, wanted) => relax(one, wanted, names));
  if (!isWanted) return [];
  const before = leafWords(condition, names);
  return relaxLeaf(condition).map((leaf) => ({
    condition: leaf,
    change: `'${leafWords(leaf, names)}' instead of '${before}'`,
  }));
}

function remove(condition: Condition, isWanted: boolean, names: NameLookup): readonly WiderCondition[] {
  if (!isGroup(condition)) return [];
  const { kind, members } = openGroup(condition);
  const areWanted = kind === 'none' ? !isWanted : isWanted;
  // Those of which each narrows on its own. The last one goes only with its group.
  const canGo = members.length > 1 && (kind === 'any' ? !isWanted : isWanted);
  const removals = canGo
    ? members.map((member, index) => ({
        condition: toGroup(kind, members.toSpliced(index, 1)),
        change: withoutWords(member, areWanted, names),
      }))
    : [];
  return [...removals, ...changeMembers(condition, isWanted, (one, wanted) => remove(one, wanted, names))];
}

/** The group with one member changed, for every change of every member. */
function changeMembers(
  group: ConditionGroup,
  isWanted: boolean,
  changesOf: (member: Condition, isWanted: boolean) => readonly WiderCondition[],
): readonly WiderCondition[] {
  const { kind, members } = openGroup(group);
  const areWanted = kind === 'none' ? !isWanted : isWanted;
  return members.flatMap((member, index) =>
    changesOf(member, areWanted).map(({ condition, change }) => ({
      condition: toGroup(kind, members.with(index, condition)),
      change,
    })),
  );
}
