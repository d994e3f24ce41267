import { expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/support/test-database.ts';
import {
  checkAdminToken,
  createAdminToken,
  ensureAdminToken,
  hasAdminToken,
  hashAdminToken,
  storeAdminToken,
} from './admin.ts';

const db = useTestDatabase('delete from gamekeeper.admin_token');

test('a token has 256 random bits behind a prefix that can be recognised', () => {
  const [one, two] = [createAdminToken(), createAdminToken()];
  expect(one.token.reveal()).toMatch(/^gk_[A-Za-z0-9_-]{43}$/);
  expect(one.token.reveal()).not.toBe(two.token.reveal());
  expect(one.sha256).toEqual(hashAdminToken(one.token.reveal()));
  expect(String(one.token)).not.toContain('gk_');
});

test('eight processes that start at once make one token, and one of them knows it', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => ensureAdminToken(db.database)));
  const known = made.filter((token) => token !== undefined);
  expect(known).toHaveLength(1);
  expect(await checkAdminToken(db.database, known[0]?.reveal() ?? '')).toBe(true);
  expect(await ensureAdminToken(db.database)).toBeUndefined();
});

test('only the token itself is accepted', async () => {
  const { token, sha256 } = createAdminToken();
  await storeAdminToken(db.database, sha256);
  const text = token.reveal();
  expect(await checkAdminToken(db.database, text)).toBe(true);
  const wrongOnes = ['', 'gk_', `${text}x`, text.slice(0, -1), text.toUpperCase(), sha256.toString('hex')];
  const accepted: string[] = [];
  for (const wrong of wrongOnes) if (await checkAdminToken(db.database, wrong)) accepted.push(wrong);
  expect(accepted).toEqual([]);
});

test('a new token takes the place of the old one at once', async () => {
  const old = await ensureAdminToken(db.database);
  const { token, sha256 } = createAdminToken();
  await storeAdminToken(db.database, sha256);
  expect(await checkAdminToken(db.database, old?.reveal() ?? '')).toBe(false);
  expect(await checkAdminToken(db.database, token.reveal())).toBe(true);
});

test('without a token nobody is the admin', async () => {
  expect(await hasAdminToken(db.database)).toBe(false);
  for (const guess of ['', '\0'.repeat(32), 'gk_x'])
    expect(await checkAdminToken(db.database, guess)).toBe(false);
  await ensureAdminToken(db.database);
  expect(await hasAdminToken(db.database)).toBe(true);
});

test('the database holds a hash and not the token', async () => {
  const token = await ensureAdminToken(db.database);
  const dump = JSON.stringify(
    await db.database.query("select encode(sha256, 'escape') as text, * from gamekeeper.admin_token"),
  );
  expect(dump).not.toContain(token?.reveal());
});
