import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#/config.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { listAdminActions } from '#/runtime/postgres/admin.ts';
import { openListedPatches } from '#/tft/patch.ts';
import { createOutput } from './output.ts';
import { patch } from './patch.ts';

let server: TestDatabase;
let directory: string;
beforeAll(async () => {
  server = await createTestDatabase();
  directory = mkdtempSync(join(tmpdir(), 'gamekeeper-patch-'));
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await server.drop();
});

/** The lines that it writes: to a terminal as text, otherwise as JSON. */
async function run(options: Record<string, string>, isTTY = false): Promise<unknown[]> {
  const { connection } = server;
  const environment = {
    DATABASE_URL: 'url' in connection ? connection.url.reveal() : '',
    CLICKHOUSE_URL: 'http://127.0.0.1:1',
    DATA_DIR: directory,
  };
  const lines: string[] = [];
  const output = createOutput({ isTTY, write: (text: string) => lines.push(text) }, { json: false });
  await patch({ config: loadConfig({ environment, directory }), output, version: '0', options });
  return isTTY ? lines : lines.map((line): unknown => JSON.parse(line));
}

test('without options the calendar is listed', async () => {
  await run({});
  await openListedPatches(server.database, ['16.23.1'], new Date('2026-11-18T10:00:00Z'));
  expect(await run({})).toContainEqual({
    event: 'patch',
    partition: '18.2',
    setNumber: 18,
    region: '*',
    startsAt: '2026-09-10T00:00:00.000Z',
    origin: 'seed',
    isEstimate: false,
  });
  const lines = (await run({}, true)).join('\n');
  expect(lines).toMatch(/^19\.1 +2026-12-01 00:00 +everywhere +seed, an estimate/m);
  expect(lines).toMatch(/^18\.7 +2026-11-18 00:00 +everywhere +provisional: listed by Data Dragon/m);
});

test('a patch is added, moved and removed, and each names the task that projects its days again', async () => {
  const { database } = server;
  expect(await run({ add: '18.7b', from: '2026-11-20T09:30:00Z', region: 'KR' })).toEqual([
    {
      event: 'patch-added',
      partition: '18.7b',
      region: 'kr',
      startsAt: '2026-11-20T09:30:00.000Z',
      task: expect.any(Number) as number,
    },
  ]);
  await database.query('truncate gamekeeper.projection_task');
  const lines = (await run({ move: '18.7b', from: '2026-11-21', region: 'kr' }, true)).join('');
  const tasks = await database.query<{ id: number }>(
    `select id::int as id from gamekeeper.projection_task where kind = 'replay' and state = 'wanted'`,
  );
  expect(lines).toContain('Patch 18.7b in kr was moved, from 2026-11-21T00:00:00.000Z on.');
  expect(lines).toContain(`(task ${tasks[0]?.id})`);
  expect(await run({ remove: '18.7b', region: 'kr' })).toMatchObject([{ event: 'patch-removed' }]);
  await expect(run({ remove: '18.7b', region: 'kr' })).rejects.toThrow('Patch 18.7b in kr is not in');
  expect(await run({ add: '14.1', set: '10', from: '2024-01-10' })).toMatchObject([
    { partition: 's10-14.1' },
  ]);
});

test('a change is in the record with what was typed and what came of it; listing is not', async () => {
  await server.database.query('truncate gamekeeper.admin_action');
  await run({});
  const options = { add: '18.9', from: '2026-12-20' };
  await run(options);
  await expect(run(options)).rejects.toThrow('Patch 18.9 is in the calendar already');
  await expect(run({ ...options, from: 'tomorrow' })).rejects.toThrow('--from is "tomorrow"');
  const sent = '{"add":"18.9","from":"2026-12-20"}';
  const change = { method: 'RUN', path: 'gamekeeper patch', sent, client: 'command line' };
  expect(await listAdminActions(server.database, {})).toMatchObject([
    { ...change, status: 409 },
    { ...change, status: 200 },
  ]);
});

test.each<[Record<string, string>, string]>([
  [{ move: '18.77', from: '2026-09-11' }, 'Patch 18.77 is not in the calendar'],
  [{ add: 'newest', from: '2026-09-11' }, '--add is "newest"'],
  [{ add: '18.7' }, '--add needs --from'],
  [{ add: '18.7', from: '2026-09-11', region: 'moon' }, '--region is "moon"'],
  [{ add: '18.7', from: '2026-09-11', set: 'x' }, '--set is "x"'],
  [{ add: '18.7', remove: '18.7' }, '--add and --remove were given together'],
  [{ remove: '18.2', from: '2026-09-11' }, '--remove takes no --from'],
  [{ from: '2026-09-11' }, '--from change nothing alone'],
])('%j is refused', async (options, words) => {
  await expect(run(options)).rejects.toThrow(words);
});
