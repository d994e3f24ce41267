import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { Secret } from './secret.ts';

const CANARY = 'canary-key-0123456789';

test('a secret does not print itself, however it is printed', () => {
  const secret = new Secret(CANARY);
  const printed = [
    String(secret),
    secret.toString(),
    ['key ', secret].join(''),
    JSON.stringify({ secret }),
    inspect(secret),
    inspect({ deep: [secret] }, { showHidden: true, depth: null }),
    Object.entries(secret).join(),
  ];

  expect(printed.join('|')).not.toContain(CANARY);
  expect(secret.reveal()).toBe(CANARY);
});
