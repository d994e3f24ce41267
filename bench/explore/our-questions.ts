/** The questions as the explorer takes them, with the ids that the invented things have there. */
import {
  DEFAULT_QUESTION,
  type Condition,
  type Filter,
  type Question,
} from '../../src/domain/tft/explore/question.ts';
import type { QuestionName, Subject } from './question.ts';

export const unitId = (unit: number): string => `unit_${unit}`;
export const itemId = (item: number): string => `item_${item}`;
export const traitId = (trait: number): string => `trait_${trait}`;

type Asked = Pick<Question, 'by' | 'of'> & Pick<Filter, 'lp' | 'where' | 'comparedPatch'>;

const ASKED: Readonly<Record<QuestionName, (subject: Subject) => Asked>> = {
  total: ({ lp }) => ({ by: 'total', lp: { min: lp } }),
  units: ({ lp }) => ({ by: 'unit', lp: { min: lp } }),
  unitItems: ({ unit, lp }) => ({ by: 'unit-item', of: unitId(unit), lp: { min: lp } }),
  unitBuilds: ({ unit, lp }) => ({ by: 'unit-build-3', of: unitId(unit), lp: { min: lp } }),
  itemHolders: ({ item, lp }) => ({ by: 'item-holder', of: itemId(item), lp: { min: lp } }),
  traits: ({ lp }) => ({ by: 'trait', lp: { min: lp } }),
  unitsGiven: ({ unit, item, trait }) => ({
    by: 'unit',
    where: {
      all: [
        { unit: unitId(unit), stars: { min: 2 }, has: [itemId(item)] },
        { trait: traitId(trait), tier: { min: 2 } },
      ],
    },
  }),
  nested: ({ other, third, item, trait }) => ({
    by: 'unit',
    where: {
      all: [
        { unit: unitId(other) },
        { any: [{ item: itemId(item) }, { trait: traitId(trait) }] },
        { none: [{ unit: unitId(third), stars: { min: 3, max: 3 } }] },
      ],
    },
  }),
  itemsGivenCount: () => ({ by: 'item', where: { count: 'five-costs', is: { min: 4 } } }),
  trend: ({ unit, lp }) => ({ by: 'day', lp: { min: lp }, where: hasUnit(unit) }),
  patches: ({ lp, patch_a }) => ({ by: 'unit', lp: { min: lp }, comparedPatch: String(patch_a) }),
  compositions: ({ lp }) => ({ by: 'composition', lp: { min: lp } }),
  stars: ({ unit, trait }) => ({ by: 'unit-stars', of: unitId(unit), where: { trait: traitId(trait) } }),
  levels: ({ lp }) => ({ by: 'level', lp: { min: lp } }),
  platforms: ({ unit }) => ({ by: 'platform', where: hasUnit(unit) }),
};

export function toQuestion(name: QuestionName, subject: Subject): Question {
  const { by, of, ...filter } = ASKED[name](subject);
  const patches = filter.comparedPatch === undefined ? subject.patches : [subject.patch_b];
  return {
    ...DEFAULT_QUESTION,
    filter: { ...DEFAULT_QUESTION.filter, ...filter, patches: patches.map(String) },
    by,
    ...(of === undefined ? {} : { of }),
  };
}

function hasUnit(unit: number): Condition {
  return { unit: unitId(unit) };
}
