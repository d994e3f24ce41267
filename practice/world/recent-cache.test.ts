import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRecentCache } from './recent-cache.ts';

test('whatever is asked and set, the entries kept are the ones used last, and never more than the limit', () => {
  const key = fc.integer({ min: 0, max: 7 });
  const step = fc.record({ key, isSet: fc.boolean() });

  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.array(step, { maxLength: 60, size: 'max' }),
      (limit, steps) => {
        const cache = createRecentCache<{ from: number }>(limit);
        // The model: keys from the one used longest ago to the one used last.
        let used: { key: number; from: number }[] = [];
        for (const [from, { key, isSet }] of steps.entries()) {
          const known = used.find((entry) => entry.key === key);
          if (isSet) cache.set(key, { from });
          expect(isSet || cache.get(key)?.from === known?.from).toBe(true);
          if (isSet || known !== undefined) {
            used = used.filter((entry) => entry.key !== key);
            used.push({ key, from: isSet ? from : (known?.from ?? -1) });
          }
          used = used.slice(-limit);
          expect(cache.size()).toBe(used.length);
        }
      },
    ),
  );
});

test.each([0, -1, Number.NaN])('a cache for %s entries is refused', (limit) => {
  expect(() => createRecentCache(limit)).toThrow(`${limit} entries`);
});
