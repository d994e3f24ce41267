import { expect, test } from 'vitest';

import { keyedList } from './keyed-list.ts';

test('equal texts get different keys, and keep them when others come and go', () => {
  const before = keyedList(['bow', 'rod', 'bow']);
  const after = keyedList(['bow', 'bow']);

  expect(new Set(before.map(({ key }) => key)).size).toBe(3);
  expect(before.map(({ text }) => text)).toEqual(['bow', 'rod', 'bow']);
  expect(after.map(({ key }) => key)).toEqual([before[0]?.key, before[2]?.key]);
});
