import { expect, test } from 'vitest';
import { LOL_ROLES, roleCode, toRole } from './role.ts';

test.each([
  ['TOP', 'TOP', 1],
  ['UTILITY', 'UTILITY', 5],
  ['', '', 0],
  ['Invalid', '', 0],
  ['top', '', 0],
  [null, '', 0],
  [undefined, '', 0],
])('%s is the role %j with number %s', (text, role, code) => {
  expect(toRole(text)).toBe(role);
  expect(roleCode(toRole(text))).toBe(code);
});

test('what is stored already keeps its meaning', () => {
  expect(LOL_ROLES).toEqual(['', 'TOP', 'JUNGLE', 'MIDDLE', 'BOTTOM', 'UTILITY']);
});
