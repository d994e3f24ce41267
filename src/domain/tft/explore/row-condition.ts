/**
 * The condition that the boards of a row fulfil. Traps: two items of a build may be the same one; a row of `unit-build-2` is about units
 * that hold both, whatever else they hold, and one of `unit-build-3` about units that hold these three and nothing else.
 */
import type { Condition, Question, Range, RowSubject } from './question.ts';

const WHOLE_BUILD = 3;

const CONDITION_KINDS = ['unit', 'item', 'trait', 'build', 'stars', 'item-count', 'composition'] as const;

export type ConditionSubject = Extract<RowSubject, { kind: (typeof CONDITION_KINDS)[number] }>;

/** Rows that are about the board as such (its level, its place, who played it) are no condition: see `narrow.ts`. */
export function isConditionSubject(subject: RowSubject): subject is ConditionSubject {
  return CONDITION_KINDS.some((kind) => kind === subject.kind);
}

export function rowCondition({ by, of = '' }: Question, subject: ConditionSubject): Condition {
  if (subject.kind === 'unit') {
    return by === 'item-holder' ? { unit: subject.unit, has: [of] } : { unit: subject.unit };
  }
  if (subject.kind === 'item') {
    return by === 'unit-item' ? { unit: of, has: [subject.item] } : { item: subject.item };
  }
  if (subject.kind === 'trait') return { trait: subject.trait, tier: exactly(subject.tier) };
  if (subject.kind === 'build') {
    const isWhole = subject.items.length === WHOLE_BUILD;
    return { unit: of, has: subject.items, ...(isWhole ? { items: exactly(WHOLE_BUILD) } : {}) };
  }
  if (subject.kind === 'stars') return { unit: of, stars: exactly(subject.stars) };
  if (subject.kind === 'item-count') return { unit: of, items: exactly(subject.count) };
  return { any: subject.members.map((composition) => ({ composition })) };
}

export function exactly(value: number): Range {
  return { min: value, max: value };
}
