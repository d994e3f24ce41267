import { existsSync } from 'node:fs';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Database } from '../database.ts';
import { copyRunningCluster } from './copy-cluster.ts';
import { until } from '../../../../test/support/until.ts';
import { createScratch } from './fixtures/scratch.ts';

/** Rows in their order, one transaction each, until it is told to stop; `committed` grows when PostgreSQL has answered. */
function keepWriting(database: Database) {
  const state = { committed: 0, isStopped: false };
  const running = (async () => {
    while (!state.isStopped) {
      await database.query('insert into pebble values ($1, $2)', [state.committed + 1, 'x'.repeat(2_000)]);
      state.committed += 1;
    }
  })();
  // Whoever stops it hears of it; a test that failed before does not.
  running.catch(() => undefined);
  return {
    committed: () => state.committed,
    reaches: (count: number) => until(`${count} rows`, 20_000, () => state.committed >= count),
    async stop() {
      state.isStopped = true;
      await running;
    },
  };
}

test('a copy that is made while rows are written has all that were there when it began, and no hole among the later ones', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const copy = join(scratch.root, 'copy');
  const database = scratch.connect(await scratch.start());
  await database.query('create table pebble (id int primary key, body text)');
  const writing = keepWriting(database);
  await writing.reaches(100);
  const before = writing.committed();

  const copying = copyRunningCluster(scratch.directory, copy);
  // A checkpoint would let the log of the beginning be recycled, if nothing held it.
  for (let round = 0; round < 3; round++) {
    await database.query('select pg_switch_wal()');
    await database.query('checkpoint');
  }
  const copied = await copying;
  const after = writing.committed();
  await writing.stop();
  await expectPrivateCopy(join(scratch.directory, 'cluster'), join(copy, 'cluster'));

  const restored = scratch.connect(await scratch.start({ directory: copy }));
  const [found] = await restored.query<{ rows: number; last: number }>(
    'select count(*)::int as rows, max(id) as last from pebble',
  );
  expect(found?.rows).toBe(found?.last);
  expect(found?.rows).toBeGreaterThanOrEqual(before);
  // One may have been committed and not yet answered for when the copy ended.
  expect(found?.rows).toBeLessThanOrEqual(after + 1);
  expect(copied.log.from <= copied.log.until).toBe(true);
  // The original goes on, and holds nothing back.
  const slots = await database.query('select slot_name from pg_replication_slots');
  expect(slots).toEqual([]);
});

test('without a running server it says so, and leaves nothing behind', async () => {
  const scratch = await createScratch();
  const copy = join(scratch.root, 'copy');
  await expect(copyRunningCluster(scratch.directory, copy)).rejects.toThrow(/No PostgreSQL answers for/);
  expect(existsSync(copy)).toBe(false);
});

/** It has the password of the original, for the same eyes only, and nothing of its running server. */
async function expectPrivateCopy(original: string, copy: string): Promise<void> {
  const [ours, theirs] = [join(original, 'password'), join(copy, 'password')];
  expect(await readFile(theirs, 'utf8')).toBe(await readFile(ours, 'utf8'));
  expect((await stat(theirs)).mode & 0o777).toBe(0o600);
  expect((await stat(join(copy, 'data'))).mode & 0o777).toBe(0o700);
  for (const file of ['data', 'data/PG_VERSION', 'data/backup_label', 'data/base'])
    expect((await stat(join(copy, file))).uid).toBe((await stat(join(original, 'data'))).uid);
  expect(existsSync(join(copy, 'data', 'postmaster.pid'))).toBe(false);
  expect(await readdir(join(copy, 'data', 'pg_replslot'))).toEqual([]);
}
