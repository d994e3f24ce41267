/**
 * Editing of nested conditions. A place in the tree is a path: the index at each level, `[]` for the outermost group. The outermost is
 * always a group here, because the builder shows one; `toWhere` turns it back into what is asked, without empty groups.
 */
import { isGroup, openGroup, toGroup, type GroupKind } from '#/domain/tft/explore/condition-group.ts';
import type { Condition, ConditionGroup } from '#/domain/tft/explore/filter.ts';

export type ConditionPath = readonly number[];

export function toTree(where: Condition | undefined): ConditionGroup {
  if (where === undefined) return { all: [] };
  return isGroup(where) ? where : { all: [where] };
}

/** Undefined when nothing is left. A group of one that says no more than its member becomes the member. */
export function toWhere(tree: Condition): Condition | undefined {
  if (!isGroup(tree)) return tree;
  const { kind, members } = openGroup(tree);
  const kept = members.map((member) => toWhere(member)).filter((member) => member !== undefined);
  const [only] = kept;
  if (only === undefined) return undefined;
  return kept.length === 1 && kind !== 'none' ? only : toGroup(kind, kept);
}

export function addCondition(
  tree: ConditionGroup,
  path: ConditionPath,
  condition: Condition,
): ConditionGroup {
  return changeGroup(tree, path, ({ kind, members }) => toGroup(kind, [...members, condition]));
}

export function replaceCondition(
  tree: ConditionGroup,
  path: ConditionPath,
  condition: Condition,
): ConditionGroup {
  const { parent, index } = parentOf(path);
  return changeGroup(tree, parent, ({ kind, members }) => toGroup(kind, members.with(index, condition)));
}

export function removeCondition(tree: ConditionGroup, path: ConditionPath): ConditionGroup {
  const { parent, index } = parentOf(path);
  return changeGroup(tree, parent, ({ kind, members }) => toGroup(kind, members.toSpliced(index, 1)));
}

export function setGroupKind(tree: ConditionGroup, path: ConditionPath, kind: GroupKind): ConditionGroup {
  return changeGroup(tree, path, ({ members }) => toGroup(kind, members));
}

export function countConditions(condition: Condition): number {
  if (!isGroup(condition)) return 1;
  return openGroup(condition).members.reduce((sum, member) => sum + countConditions(member), 0);
}

type OpenGroup = ReturnType<typeof openGroup>;

function changeGroup(
  tree: ConditionGroup,
  path: ConditionPath,
  change: (group: OpenGroup) => ConditionGroup,
): ConditionGroup {
  const [index, ...rest] = path;
  const group = openGroup(tree);
  if (index === undefined) return change(group);
  const member = group.members[index];
  if (member === undefined || !isGroup(member))
    throw new Error(`no group at ${JSON.stringify(path)} of the conditions`);
  return toGroup(group.kind, group.members.with(index, changeGroup(member, rest, change)));
}

function parentOf(path: ConditionPath): { parent: ConditionPath; index: number } {
  const index = path.at(-1);
  if (index === undefined) throw new Error('the outermost group of conditions cannot be replaced or removed');
  return { parent: path.slice(0, -1), index };
}
