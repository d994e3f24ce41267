import { expect, test } from 'vitest';

import type { ConditionGroup } from '#/domain/tft/explore/question.ts';

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

test('no condition and a single one both become a group that can be added to', () => {
  expect(toTree(undefined)).toEqual({ all: [] });
  expect(addCondition(toTree(ahri), [], blue)).toEqual({ all: [ahri, blue] });
});

test('a condition is added deep inside', () => {
  expect(addCondition(tree, [1, 1], ahri)).toEqual({ all: [ahri, { any: [blue, { none: [mage, ahri] }] }] });
});

test('a condition is replaced deep inside, and the rest stays the same', () => {
  const changed = replaceCondition(tree, [1, 0], ahri);

  expect(changed).toEqual({ all: [ahri, { any: [ahri, { none: [mage] }] }] });
  expect(tree).toEqual({ all: [ahri, { any: [blue, { none: [mage] }] }] });
});

test('a group changes its kind and keeps its members', () => {
  expect(setGroupKind(tree, [1], 'none')).toEqual({ all: [ahri, { none: [blue, { none: [mage] }] }] });
  expect(setGroupKind(tree, [], 'any')).toEqual({ any: [ahri, { any: [blue, { none: [mage] }] }] });
});

test('a group that loses its last member is not asked', () => {
  const emptied = removeCondition(tree, [1, 1, 0]);

  expect(toWhere(emptied)).toEqual({ all: [ahri, blue] });
});

test('nothing left is no condition', () => {
  expect(toWhere(removeCondition({ none: [ahri] }, [0]))).toBeUndefined();
});

test('none of one is not that one', () => {
  expect(toWhere({ all: [{ none: [ahri] }] })).toEqual({ none: [ahri] });
});

test('counts conditions and not groups', () => {
  expect(countConditions(tree)).toBe(3);
});

test('a path that leads nowhere is a mistake of the program', () => {
  expect(() => addCondition(tree, [0], blue)).toThrow('no group at [0]');
  expect(() => removeCondition(tree, [])).toThrow('outermost');
});
