import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '#/config.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { listAdminActions } from '#/stores/postgres/admin-action.ts';
import { openListedPatches } from '#/stores/postgres/patch.ts';
import { createOutput } from './output.ts';
import { patch } from './patch.ts';

let server: TestDatabase;
let directory: string;
let said: string[];
beforeAll(async () => {
  server = await createTestDatabase();
  directory = mkdtempSync(join(tmpdir(), 'gamekeeper-patch-'));
});
beforeEach(() => {
  said = [];
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await server.drop();
});

/** What it says to a script, or why it refused. */
async function run(options: Record<string, string>, isTTY = false): Promise<unknown[]> {
  const { connection } = server;
  const environment = {
    DATABASE_URL: 'url' in connection ? connection.url.reveal() : '',
    CLICKHOUSE_URL: 'http://127.0.0.1:1',
    DATA_DIR: directory,
  };
  const config = loadConfig({ environment, directory });
  const output = createOutput({ isTTY, write: (text: string) => said.push(text) }, { json: false });
  await patch({ config, output, version: '0', options });
  return isTTY ? said : said.map((line): unknown => JSON.parse(line));
}
const refusal = (options: Record<string, string>): Promise<string> =>
  run(options).then(
    () => 'it was done',
    (error: unknown) => String(error),
  );

describe('the calendar', () => {
  test('is listed with what is known from the start', async () => {
    expect(await run({})).toContainEqual({
      event: 'patch',
      partition: '18.2',
      setNumber: 18,
      region: '*',
      startsAt: '2026-09-10T00:00:00.000Z',
      origin: 'seed',
      isEstimate: false,
    });
    said = [];
    const lines = await run({}, true);
    expect(lines.find((line) => String(line).startsWith('19.1'))).toMatch(
      /2026-12-01 00:00 +everywhere +seed, an estimate/,
    );
    await openListedPatches(server.database, ['16.23.1'], new Date('2026-11-18T10:00:00Z'));
    said = [];
    const listed = await run({}, true);
    expect(listed.find((line) => String(line).startsWith('18.7 '))).toMatch(
      /2026-11-18 00:00 +everywhere +provisional: listed by Data Dragon/,
    );
  });

  test('takes, moves and forgets a patch', async () => {
    expect(await run({ add: '18.7b', from: '2026-11-20T09:30:00Z', region: 'KR' })).toEqual([
      {
        event: 'patch-added',
        partition: '18.7b',
        region: 'kr',
        startsAt: '2026-11-20T09:30:00.000Z',
        task: expect.any(Number) as number,
      },
    ]);
    said = [];
    expect(await run({ move: '18.7b', from: '2026-11-21', region: 'kr' })).toMatchObject([
      { event: 'patch-moved', startsAt: '2026-11-21T00:00:00.000Z' },
    ]);
    said = [];
    expect(await run({ remove: '18.7b', region: 'kr' })).toMatchObject([{ event: 'patch-removed' }]);
    expect(await refusal({ remove: '18.7b', region: 'kr' })).toContain(
      'Patch 18.7b in kr is not in the calendar',
    );
    said = [];
    expect(await run({ add: '14.1', set: '10', from: '2024-01-10' })).toMatchObject([
      { partition: 's10-14.1' },
    ]);
  });
});

test('has the days concerned projected again, and names the task', async () => {
  const { database } = server;
  await database.query('truncate gamekeeper.projection_task');
  const lines = await run({ move: '18.2', from: '2026-09-09', region: '*' }, true);
  const tasks = await database.query<{ id: number; kind: string; state: string }>(
    'select id::int as id, kind, state from gamekeeper.projection_task',
  );
  expect(tasks).toMatchObject([{ kind: 'replay', state: 'wanted' }]);
  expect(lines.join('')).toContain('Patch 18.2 was moved, from 2026-09-09T00:00:00.000Z on.');
  expect(lines.join('')).toContain(`(task ${tasks[0]?.id})`);
});

test('a change is in the record with what was typed and what came of it; looking is not', async () => {
  const { database } = server;
  await database.query('truncate gamekeeper.admin_action');
  await run({});
  await run({ add: '18.9', from: '2026-12-20' });
  await refusal({ add: '18.9', from: '2026-12-20' });
  await refusal({ add: '18.9', from: 'tomorrow' });
  const change = {
    method: 'RUN',
    path: 'gamekeeper patch',
    sent: '{"add":"18.9","from":"2026-12-20"}',
    client: 'command line',
  };
  expect(await listAdminActions(database, {})).toMatchObject([
    { ...change, status: 409 },
    { ...change, status: 200 },
  ]);
});

test.each<[Record<string, string>, string]>([
  [{ add: '18.2', from: '2026-09-11' }, 'Patch 18.2 is in the calendar already'],
  [{ move: '18.77', from: '2026-09-11' }, 'Patch 18.77 is not in the calendar'],
  [{ add: 'newest', from: '2026-09-11' }, '--add is "newest"'],
  [{ add: '18.7' }, '--add needs --from'],
  [{ add: '18.7', from: 'tomorrow' }, '--from is "tomorrow"'],
  [{ add: '18.7', from: '2026-02-31' }, '--from is "2026-02-31"'],
  [{ add: '18.7', from: '2026-09-11', region: 'moon' }, '--region is "moon"'],
  [{ add: '18.7', from: '2026-09-11', set: 'x' }, '--set is "x"'],
  [{ add: '18.7', remove: '18.7' }, '--add and --remove were given together'],
  [{ remove: '18.2', from: '2026-09-11' }, '--remove takes no --from'],
  [{ from: '2026-09-11' }, '--from change nothing alone'],
])('%j is refused', async (options, words) => {
  expect(await refusal(options)).toContain(words);
});
