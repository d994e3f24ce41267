import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDeeperThan } from './json-body.ts';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test('agrees with the depth of the parsed value, whatever the strings contain', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.integer({ min: 0, max: 9 }), (value, limit) => {
      expect(isDeeperThan(limit, JSON.stringify(value))).toBe(depthOf(value) > limit);
    }),
  );
});

test('brackets inside strings do not count', () => {
  expect(isDeeperThan(1, '["[[[[{{{\\"[["]')).toBe(false);
  expect(isDeeperThan(1, '["\\\\",[]]')).toBe(true);
});
