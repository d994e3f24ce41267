import { expect, test } from 'vitest';

import { tintStyle } from './tint-style.ts';

test.each([
  [0, '0%'],
  [0.5, '21%'],
  [-1, '42%'],
  [3, '42%'],
])('a share of %s is a tint of %s', (share, tint) => {
  expect(tintStyle(share, { most: 42 })).toEqual({ '--tint': tint });
});

test('where there is anything, it can be seen', () => {
  expect(tintStyle(0.01, { least: 8, most: 45 })).toEqual({ '--tint': '8%' });
});
