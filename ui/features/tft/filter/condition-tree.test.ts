import { expect, test } from 'vitest';

import type { ConditionGroup } from '#/domain/tft/explore/filter.ts';

import {
  addCondition,
  countConditions,
  removeCondition,
  replaceCondition,
  setGroupKind,
  toTree,
  toWhere,
} from './condition-tree.ts';

const ahri = { unit: 'ahri' };
const blue = { item: 'blue' };
const mage = { trait: 'mage' };
const tree: ConditionGroup = { all: [ahri, { any: [blue, { none: [mage] }] }] };

test.each<[name: string, changed: unknown, expected: unknown]>([
  ['no condition becomes a group', toTree(undefined), { all: [] }],
  ['a single one can be added to', addCondition(toTree(ahri), [], blue), { all: [ahri, blue] }],
  [
    'added deep inside',
    addCondition(tree, [1, 1], ahri),
    { all: [ahri, { any: [blue, { none: [mage, ahri] }] }] },
  ],
  [
    'replaced deep inside',
    replaceCondition(tree, [1, 0], ahri),
    { all: [ahri, { any: [ahri, { none: [mage] }] }] },
  ],
  [
    'a group of another kind keeps its members',
    setGroupKind(tree, [1], 'none'),
    { all: [ahri, { none: [blue, { none: [mage] }] }] },
  ],
  [
    'so does the outermost',
    setGroupKind(tree, [], 'any'),
    { any: [ahri, { any: [blue, { none: [mage] }] }] },
  ],
  ['an emptied group is not asked', toWhere(removeCondition(tree, [1, 1, 0])), { all: [ahri, blue] }],
  ['nothing left is no condition', toWhere(removeCondition({ none: [ahri] }, [0])), undefined],
  ['none of one is not that one', toWhere({ all: [{ none: [ahri] }] }), { none: [ahri] }],
  ['conditions are counted, not groups', countConditions(tree), 3],
])('%s', (_name, changed, expected) => {
  expect(changed).toEqual(expected);
  // Every change makes a new tree.
  expect(tree).toEqual({ all: [ahri, { any: [blue, { none: [mage] }] }] });
});

test('a path that leads nowhere is a mistake of the program', () => {
  expect(() => addCondition(tree, [0], blue)).toThrow('no group at [0]');
  expect(() => removeCondition(tree, [])).toThrow('outermost');
});
