import { expect, test } from 'vitest';
import { conditionOf } from '../../../../test/support/tft-questions.ts';
import { leafLabel, openLeaf, toLeaf } from './leaves.ts';
import { READABLE_IDS } from './word-lists.ts';
import type { LeafCondition } from './filter.ts';

test.each([
  ['unit(x)', 'X'],
  ['unit(x;stars=2..;items=3;has=a,a;lacks=b;copies=..2)', 'X 2+ ★ 3 items with A + A without B × ≤ 2'],
  ['item(a)', 'A'],
  ['item(a;copies=2..3)', 'A × 2–3'],
  ['trait(y)', 'Y'],
  ['trait(y;tier=2)', 'Y tier 2'],
  ['count(five-costs;is=1..)', '5-cost units 1+'],
  ['composition(trait=y;carry=x)', 'Y, X carry'],
  ['composition(trait=y)', 'Y'],
  ['composition(carry=x)', 'X carry'],
  ['composition()', 'No composition'],
])('the chip of %s is "%s"', (text, label) => {
  const leaf = conditionOf(text) as LeafCondition;
  expect(leafLabel(leaf, READABLE_IDS)).toBe(label);
  expect(toLeaf(openLeaf(leaf))).toEqual(leaf);
});
