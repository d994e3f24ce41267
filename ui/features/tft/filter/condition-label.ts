/** A condition in as few words as a chip has room for. */
import { isGroup, openGroup, type GroupKind } from '#/domain/tft/explore/condition-group.ts';
import type { NameLookup } from '#/domain/tft/explore/word-lists.ts';
import type { Condition } from '#/domain/tft/explore/filter.ts';
import { leafLabel } from '#/domain/tft/explore/leaves.ts';

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
