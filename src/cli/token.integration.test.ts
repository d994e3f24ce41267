import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#/config.ts';
import { checkAdminToken, listAdminActions } from '#/runtime/postgres/admin.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { createOutput } from './output.ts';
import { token } from './token.ts';

let server: TestDatabase;
let directory: string;
beforeAll(async () => {
  server = await createTestDatabase({ empty: true });
  directory = mkdtempSync(join(tmpdir(), 'gamekeeper-token-'));
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await server.drop();
});

async function run(own: Record<string, string> = {}): Promise<string> {
  const { connection } = server;
  const environment = {
    DATABASE_URL: 'url' in connection ? connection.url.reveal() : '',
    CLICKHOUSE_URL: 'http://127.0.0.1:1',
    DATA_DIR: directory,
    ...own,
  };
  const said: string[] = [];
  const output = createOutput({ isTTY: false, write: (text: string) => said.push(text) }, { json: false });
  await token({ config: loadConfig({ environment, directory }), output, version: '0', options: {} });
  return (JSON.parse(said.join('')) as { token: string }).token;
}

test('a new token replaces the old one, and the record tells that and not the token', async () => {
  const { database } = server;
  const first = await run();
  expect(await checkAdminToken(database, first)).toBe(true);
  const second = await run();
  expect(await checkAdminToken(database, first)).toBe(false);
  expect(await checkAdminToken(database, second)).toBe(true);
  const actions = await listAdminActions(database, {});
  expect(actions).toMatchObject(
    [1, 2].map(() => ({
      method: 'RUN',
      path: 'gamekeeper token',
      client: 'command line',
      sent: null,
      status: 200,
    })),
  );
  expect(JSON.stringify(actions)).not.toContain('gk_');
});

test('where the environment sets the token, nothing is replaced', async () => {
  const ours = await run();
  await expect(run({ ADMIN_TOKEN: 'gk_'.padEnd(46, 'x') })).rejects.toThrow('ADMIN_TOKEN is set');
  expect(await checkAdminToken(server.database, ours)).toBe(true);
});
