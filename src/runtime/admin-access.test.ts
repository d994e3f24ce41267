import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { expect, onTestFinished, test } from 'vitest';
import { Secret } from '#/domain/secret.ts';
import { createAdminAccess } from './admin-access.ts';

test('the token of ADMIN_TOKEN is compared in constant time, by its hash', async () => {
  const original = crypto.timingSafeEqual;
  const replaceBy = (compare: typeof original): void => {
    crypto.timingSafeEqual = compare;
    syncBuiltinESMExports();
  };
  onTestFinished(() => replaceBy(original));
  const lengths: number[] = [];
  replaceBy((left, right) => {
    lengths.push(left.byteLength, right.byteLength);
    return original(left, right);
  });
  const access = createAdminAccess({} as never, new Secret('gk_the-token'));
  expect([
    await access.check('gk_the-token'),
    await access.check('gk_the-tokem'),
    await access.check(''),
  ]).toEqual([true, false, false]);
  expect(lengths).toEqual([32, 32, 32, 32, 32, 32]);
});
