/** A backup is worth what comes back: made of a running Gamekeeper, started elsewhere, and compared game by game. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeBackup } from '../../src/process/backup.ts';
import { connectTo } from '../support/acknowledged-rows.ts';
import {
  makeDataDirectory,
  runCommand,
  startProduct,
  stopProduct,
  WITHOUT_CLIPS,
} from '../support/product.ts';
import { until } from '../support/until.ts';

test('a backup of a running Gamekeeper, used as the data directory of another, has its games and its statistics', async () => {
  const home = makeDataDirectory();
  onTestFinished(() => home.remove());
  const first = startProduct(home.path, WITHOUT_CLIPS);
  onTestFinished(async () => void (await stopProduct(first)));
  await first.ready;
  const before = await until('some games are stored', 120_000, async () => {
    const stored = await storedIn(home.path);
    return stored.length > 50 && stored;
  });

  const to = join(home.path, '..', `${home.path.split('/').at(-1)}-backup`);
  onTestFinished(() => rmSync(to, { recursive: true, force: true }));
  const made = await makeBackup({ dataDirectory: home.path, to, version: 'test' });
  expect(made.postgres.bytes).toBeGreaterThan(1e6);
  await expect(makeBackup({ dataDirectory: home.path, to, version: 'test' })).rejects.toThrow(
    /is there already/,
  );
  await stopProduct(first);

  // Nobody collects in the second one, so that only what came back is counted.
  const second = startProduct(to, { PRACTICE: 'off' });
  onTestFinished(async () => void (await stopProduct(second)));
  await second.ready;
  const after = new Set(await storedIn(to));
  expect(before.filter((id) => !after.has(id))).toEqual([]);

  // ClickHouse came back empty and is being filled; what is there agrees at every moment, and at the end it is all.
  const games = await until('all games are counted again', 120_000, async () => {
    const verified = await runCommand(to, ['verify', '--source', 'tft']);
    expect({ code: verified.code, err: verified.err }).toEqual({ code: 0, err: expect.any(String) });
    const told = JSON.parse(verified.out.trim().split('\n').at(-1) ?? '{}') as { games?: number };
    return (told.games ?? 0) >= after.size && told.games;
  });
  expect(games).toBe(after.size);
});

async function storedIn(dataDirectory: string): Promise<string[]> {
  const client = await connectTo(dataDirectory);
  try {
    const { rows } = await client.query<{ id: string }>(
      `select id from gamekeeper.match where source = 'tft' and state = 'stored'`,
    );
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}
