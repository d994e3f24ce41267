/** Groups of conditions: all, any or none of their members. */
import type { Condition, ConditionGroup } from './filter.ts';

export const GROUP_KINDS = ['all', 'any', 'none'] as const;
export type GroupKind = (typeof GROUP_KINDS)[number];

export function isGroup(condition: Condition): condition is ConditionGroup {
  return GROUP_KINDS.some((kind) => kind in condition);
}

export function openGroup(group: ConditionGroup): {
  readonly kind: GroupKind;
  readonly members: readonly Condition[];
} {
  if ('all' in group) return { kind: 'all', members: group.all };
  return 'any' in group ? { kind: 'any', members: group.any } : { kind: 'none', members: group.none };
}

export function toGroup(kind: GroupKind, members: readonly Condition[]): ConditionGroup {
  return { [kind]: members } as unknown as ConditionGroup;
}
