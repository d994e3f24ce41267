import { expect, test } from 'vitest';
import { UserError } from './user-error.ts';

test('it carries what is wrong, what to do, and what it came from', () => {
  const cause = new Error('EADDRINUSE');
  const error = new UserError('Port 80 is taken.', 'Choose another.', { cause });

  expect(error).toMatchObject({
    name: 'UserError',
    message: 'Port 80 is taken.',
    hint: 'Choose another.',
    cause,
  });
  expect(error).toBeInstanceOf(Error);
});
