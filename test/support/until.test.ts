/** What ends a wait, and what does not. */
import { expect, test } from 'vitest';
import { NotYet, until } from './until.ts';

/** Throws each of the errors once, then succeeds. */
function failingLook(...errors: unknown[]): { readonly look: () => string; looks: () => number } {
  let count = 0;
  return {
    look: () => {
      const index = count++;
      if (index < errors.length) throw errors[index];
      return 'done';
    },
    looks: () => count,
  };
}

test('a failed assertion ends the wait at once', async () => {
  const { look, looks } = failingLook(undefined, undefined);
  const failing = () => {
    look();
    expect(1).toBe(2);
  };

  await expect(until('never', 1_000, failing, (error) => error === undefined)).rejects.toThrow(/expected 1/);
  expect(looks()).toBe(3);
});

test.each([new TypeError('x is not a function'), new Error('/api/x answers 500'), 'a text'])(
  '%s ends the wait at once',
  async (error) => {
    const { look, looks } = failingLook(error);

    await expect(until('never', 1_000, look)).rejects.toBe(error);
    expect(looks()).toBe(1);
  },
);

test.each([
  new NotYet('three are left'),
  new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:1') }),
  new Error('Connection terminated unexpectedly'),
  new Error('/api/status answers 503'),
])('%s is waited out', async (error) => {
  const { look, looks } = failingLook(error, error);

  expect(await until('it answers', 1_000, look)).toBe('done');
  expect(looks()).toBe(3);
});

test('a result of 0 or an empty text is a result', async () => {
  expect(await until('a number', 1_000, () => 0)).toBe(0);
  expect(await until('a text', 1_000, () => '')).toBe('');
});
