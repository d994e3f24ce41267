import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pendingMigrations, readMigrations } from './migration-files.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations/postgres');

/** The first digits of their checksums. A data directory that has applied a file refuses to start when the file is changed. */
const LANDED = {
  '0001-foundation': 'c0d2b5ac641472ca',
  '0002-permit': 'bfc6200e10ef3f02',
  '0003-matches': '2f309e68b6c29819',
  '0004-names': '1fca06fe19006237',
  '0005-tft-codes': '7322667bc84fdccf',
  '0006-crawl-reach': 'f3243231f211d2e5',
  '0007-lol': '993468c8f1e58e17',
  '0008-lol-accounts': 'e3437ebb28763eb9',
  '0009-projection-source': 'e6978fabdb5b3494',
  '0010-football': '04c121705973a015',
  '0011-operations': '88d0f4ca6f625398',
  '0012-admin-action': 'f9cef1594aab86ad',
  '0013-former-scorers': 'c8a91390db35bee0',
  '0014-name-lookup': '52b495a30cbc6064',
  '0015-late-ranks': '7530168843b9e688',
  '0016-search-steps': '4a716981aeaefa30',
  '0017-clip-site-states': '826c3842f8158b61',
  '0018-listed-patches': '977fcb6bf2ac93a4',
  '0019-projection-health': 'c3e8c0ac19638883',
  '0020-clips-stored-once': '6707906e3da61e22',
  '0021-rows-are-the-queue': 'c858d859d98ce7ea',
  '0022-lost-claims': '666d25ccc411fee4',
};

test('the landed migrations are unchanged, comments included', async () => {
  const files = await readMigrations(MIGRATIONS);
  const found = Object.fromEntries(files.map(({ name, checksum }) => [name, checksum.slice(0, 16)]));
  expect(found).toMatchObject(LANDED);
});

test('a data directory that recorded the other comment of a file starts, and one with other statements does not', async () => {
  const files = await readMigrations(MIGRATIONS);
  const name = '0015-late-ranks';
  const applied = files.map((file) => ({ name: file.name, checksum: file.checksum }));
  const having = (checksum: string) => applied.map((one) => (one.name === name ? { name, checksum } : one));
  const other = 'c9ef0691775cc7562022879be565f0548e784f3405fef78e5f0562918583f5f5';
  expect(pendingMigrations('PostgreSQL', files, having(other))).toEqual([]);
  expect(() => pendingMigrations('PostgreSQL', files, having('0'.repeat(64)))).toThrow(
    'PostgreSQL cannot be migrated: 0015-late-ranks was changed after it was applied to this database.',
  );
});
