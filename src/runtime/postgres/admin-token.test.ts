import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { expect, onTestFinished, test } from 'vitest';
import { Secret } from '#/domain/secret.ts';
import { checkAdminToken, createAdminAccess } from './admin.ts';

/** SHA-256 of `token`. */
const STORED = Buffer.from('3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0', 'hex');

/** Records what the comparison that takes the same time for every guess is given, until the test ends. */
function recordComparisons(): string[][] {
  const compared: string[][] = [];
  const original = crypto.timingSafeEqual;
  const replaceBy = (compare: typeof original): void => {
    crypto.timingSafeEqual = compare;
    syncBuiltinESMExports();
  };
  replaceBy((left, right) => {
    compared.push([left, right].map((one) => Buffer.from(one as Buffer).toString('hex')));
    return original(left, right);
  });
  onTestFinished(() => replaceBy(original));
  return compared;
}

test.each([
  ['token', true],
  ['tokem', false],
  ['', false],
] as const)('%j is compared in constant time, by its hash: %s', async (token, isRight) => {
  const compared = recordComparisons();
  const db = { query: async () => [{ sha256: STORED }] };
  expect(await checkAdminToken(db as never, token)).toBe(isRight);
  expect(compared).toEqual([
    [crypto.createHash('sha256').update(token).digest('hex'), STORED.toString('hex')],
  ]);
});

test('without a stored token the comparison takes as long, and refuses', async () => {
  const compared = recordComparisons();
  expect(await checkAdminToken({ query: async () => [] } as never, 'token')).toBe(false);
  expect(compared).toEqual([[STORED.toString('hex'), '00'.repeat(32)]]);
});

test('ADMIN_TOKEN is compared in constant time, by its hash, without PostgreSQL', async () => {
  const compared = recordComparisons();
  const access = createAdminAccess({} as never, new Secret('token'));
  expect([await access.check('token'), await access.check('tokem')]).toEqual([true, false]);
  expect(compared.map(([, wanted]) => wanted)).toEqual([STORED, STORED].map((hash) => hash.toString('hex')));
});
