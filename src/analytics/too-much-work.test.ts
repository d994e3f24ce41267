import { expect, test } from 'vitest';
import { toTooMuchWork, TooMuchWork } from './too-much-work.ts';

test.each([
  ['159', 'time'],
  ['241', 'memory'],
  ['158', 'rows'],
  ['396', 'rows'],
])('the limit with the number %s is one of %s', (code, reason) => {
  const cause = Object.assign(new Error('limit'), { code });
  expect(toTooMuchWork(cause)).toBeInstanceOf(TooMuchWork);
  expect(toTooMuchWork(cause)).toMatchObject({ reason, cause });
});

test('everything else is passed on as it is', () => {
  for (const error of [
    Object.assign(new Error('syntax'), { code: '62' }),
    new Error('bare'),
    'text',
    undefined,
  ])
    expect(toTooMuchWork(error)).toBe(error);
});
