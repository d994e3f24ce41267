/**
 * One product in the practice world, from its first start to its stop. The tests share it, because a start costs more than all that is asked
 * here. The test that stops it comes last.
 */
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyLoad } from '../bench/load/crowd.ts';
import { makeBackup } from '../src/runtime/backup.ts';
import { lifeOf } from '../src/runtime/postgres/embedded/postmaster.ts';
import { findLogFaults } from './drill/log-faults.ts';
import { fuzzApi } from './hostile/fuzz-api.ts';
import { findUntold, watchedExpressions } from './packaging/watched.ts';
import { connectTo } from './support/acknowledged-rows.ts';
import { onLinux } from './support/conditional-test.ts';
import { printedSeed } from './support/printed-seed.ts';
import {
  eventually,
  FEW_GAMES,
  makeDataDirectory,
  readRunningStatus,
  readStatus,
  root,
  runCommand,
  runCommandHere,
  startByLauncher,
  startProduct,
  stopProduct,
  STOPPED,
  untilPostgres,
  WITHOUT_CLIPS,
  type Product,
} from './support/product.ts';
import { until } from './support/until.ts';

const SETTINGS = {
  ...WITHOUT_CLIPS,
  // A crawl of about a hundred games, which is over when most of the tests run.
  ...FEW_GAMES,
  TFT_PLAYERS_PER_PLATFORM: '10',
  RATE_LIMIT_PER_MINUTE: '1000000',
  // Sheds no load, so that a request that fails on a slow machine counts as failed and not as refused.
  OVERLOAD_DELAY_MS: '60000',
  OVERLOAD_REQUESTS: '100000',
};
/** Bound of the process's memory after a short run, with the crawl and the practice world in it. */
const MAX_BYTES = 1024 ** 3;

const directory = makeDataDirectory();
let product: Product;
let url: string;
/** The test of `token` replaces it. */
let token: string;
beforeAll(async () => {
  product = startProduct(directory.path, SETTINGS);
  url = await product.ready;
  token = String(product.said.find(({ event }) => event === 'admin-token')?.['token']);
});
afterAll(async () => {
  await stopProduct(product);
  directory.remove();
});

async function statusWith(credential: string): Promise<number> {
  const headers = { authorization: `Bearer ${credential}` };
  return (await fetch(`${url}/api/admin/whoami`, { headers })).status;
}

describe('a first start', () => {
  test('runs every part, embedded', async () => {
    const status = await eventually(async () => {
      const found = await readRunningStatus(url);
      return found.processes.length > 0 ? found : undefined;
    }, 'the process is listed');

    expect(status.parts.map(({ id, mode, state }) => [id, mode, state])).toEqual([
      ['postgres', 'embedded', 'running'],
      ['clickhouse', 'embedded', 'running'],
      ['jobs', 'built-in', 'running'],
      ['scheduler', 'built-in', 'running'],
      ['live', 'built-in', 'running'],
      ['projector', 'built-in', 'running'],
      ['practice', 'built-in', 'running'],
    ]);
    expect(status.parts.map(({ restarts }) => restarts ?? 0)).toEqual(status.parts.map(() => 0));
    expect(status.processes).toMatchObject([
      { pid: product.process.pid, roles: ['api', 'worker', 'projector', 'scheduler'] },
    ]);
  });

  test('without keys uses the practice world, which accepts the practice key', async () => {
    const lol = await eventually(async () => {
      const upstream = (await readStatus(url)).upstreams.find(({ id }) => id === 'riot-lol');
      return upstream?.state === 'ok' ? upstream : undefined;
    }, 'the practice key is accepted');

    expect(lol).toMatchObject({ key: 'practice', detail: null });
  });

  test('prints an admin token that opens admin routes, and does not log it', async () => {
    expect(await statusWith(token)).toBe(200);
    expect(await statusWith(`${token}x`)).toBe(401);
    expect(product.log()).not.toContain(token);
  });

  test('a second start on the same data directory exits and names the process that holds it', async () => {
    const second = await runCommand(directory.path, ['up']);

    expect(second.code).toBe(1);
    expect(second.err).toContain(`is in use by Gamekeeper (process ${product.process.pid}`);
    expect(second.err).toContain(url);
    expect(second.err).not.toMatch(/\n\s+at /);
  });

  test('`status` finds it by its data directory', async () => {
    await readRunningStatus(url);
    const { code, out } = await runCommandHere(directory.path, ['status']);

    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ event: 'status', running: true, state: 'running', url });
  });

  test('`doctor` checks the running stores and finds no error', async () => {
    const { code, out } = await runCommandHere(directory.path, ['doctor']);

    expect(out).toMatch(/PostgreSQL.*embedded, running, version 18/);
    expect(code).toBe(0);
  });

  test('`token` replaces the token of the running process at once', async () => {
    const old = token;
    const { code, out } = await runCommandHere(directory.path, ['token']);
    ({ token } = JSON.parse(out) as { token: string });

    expect(code).toBe(0);
    expect([await statusWith(token), await statusWith(old)]).toEqual([200, 401]);
  });

  test('`migrate` beside it changes nothing', async () => {
    const { code, out } = await runCommandHere(directory.path, ['migrate']);

    expect(code).toBe(0);
    expect(out).toContain('"store":"PostgreSQL","applied":[]');
  });
});

test('alerts and dashboards name only metrics and labels that the product exports', async () => {
  const text = await (await fetch(`${url}/metrics`)).text();

  expect(watchedExpressions().flatMap(([title, expression]) => findUntold(title, expression, text))).toEqual(
    [],
  );
});

describe('a backup of a running Gamekeeper, used as the data directory of another', () => {
  const to = `${directory.path}-backup`;
  let restored: Product;
  afterAll(() => rmSync(to, { recursive: true, force: true }));

  test('has its games and its statistics', async () => {
    const before = await until('some games are stored', 120_000, async () => {
      const stored = await storedIn(directory.path);
      return stored.length > 20 && stored;
    });
    const backup = () => makeBackup({ dataDirectory: directory.path, to, version: 'test' });
    expect((await backup()).postgres.bytes).toBeGreaterThan(1e6);
    await expect(backup()).rejects.toThrow(/is there already/);

    restored = startInChild(to);
    const restoredUrl = await restored.ready;
    expect(restored.said.map(({ event }) => event)).toEqual(['ready']);
    const after = new Set(await storedIn(to));
    expect(before.filter((id) => !after.has(id))).toEqual([]);

    // ClickHouse is empty at first. Whatever the projector has written agrees with PostgreSQL, and at the end it is all.
    await until('the projector has begun', 120_000, () => hasGames(restoredUrl));
    const games = await until('all games are counted', 120_000, async () => {
      const verified = await runCommandHere(to, ['verify', '--source', 'tft']);
      expect({ code: verified.code, err: verified.err }).toEqual({ code: 0, err: expect.any(String) });
      const report = JSON.parse(verified.out.trim().split('\n').at(-1) ?? '{}') as { games?: number };
      return (report.games ?? 0) >= after.size && report.games;
    });
    expect(games).toBe(after.size);
  });

  test('stops in order with 143 on SIGTERM to the whole process group, although it arrives twice', async () => {
    const postgres = await untilPostgres(to);

    process.kill(-Number(restored.process.pid), 'SIGTERM');

    expect(await restored.ended).toEqual({ code: 143, signal: null });
    expect(lifeOf(postgres)).toBeUndefined();
    expect(readFileSync(join(to, 'postgres/postgres.log'), 'utf8')).toContain(
      'received fast shutdown request',
    );
  });
});

/**
 * Runs the product in a child, as the launcher does where the installed Node is too old: the child's Node has another path. It collects
 * nothing, so that every game it has came from the backup.
 */
function startInChild(dataDirectory: string): Product {
  const node = join(dataDirectory, 'node');
  const launcher = join(dataDirectory, 'launcher.mjs');
  symlinkSync(process.execPath, node);
  writeFileSync(
    launcher,
    `import { handOver } from ${JSON.stringify(join(root, 'bin/hand-over.mjs'))};
     await handOver(${JSON.stringify(node)}, ${JSON.stringify(join(root, 'src/main.ts'))}, ['up']);`,
  );
  return startByLauncher(launcher, dataDirectory, { PRACTICE: 'off' });
}

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

onLinux('a crowd of pages and questions is served without an error', async () => {
  const load = await applyLoad({ url, seconds: 3, webSockets: 50, requestsPerSecond: 8 });

  expect(load.requests).toBeGreaterThanOrEqual(20);
  expect({ faults: load.asked.faults, refused: load.refused }).toEqual({ faults: {}, refused: 0 });
  expect(load.asked.answered['all']?.count).toBe(load.requests);
  expect(load.held).toMatchObject({ open: 50, cutOff: 0, refused: 0 });
  // Every subscriber received the state of the system.
  expect(load.held.messages).toBeGreaterThanOrEqual(50);
});

test('no request makes the API fail, hang, grow, reveal a secret or answer outside its description', async () => {
  const seed = printedSeed('fuzzing the API');
  await until('there are games to ask about', 120_000, () => hasGames(url));

  const outcome = await fuzzApi({ url, token, seed, seconds: 0 });
  const resident = await residentBytes();

  process.stdout.write(
    `${outcome.requests} requests to ${outcome.operations} operations, slowest ${outcome.slowestMs} ms, ` +
      `${Math.round(resident / 1_048_576)} MiB, statuses ${JSON.stringify(outcome.statuses)}\n`,
  );
  expect(outcome.mismatches).toEqual([]);
  expect([outcome.fiveHundreds, outcome.hangs]).toEqual([0, 0]);
  // Requests passed validation and reached the handlers.
  expect(outcome.operations).toBeGreaterThan(45);
  expect(outcome.statuses['200']).toBeGreaterThan(30);
  expect(outcome.statuses['400']).toBeGreaterThan(30);
  expect(resident).toBeLessThan(MAX_BYTES);
  expect((await readRunningStatus(url)).state).toBe('running');
  expect(findLogFaults(product.log(), false)).toEqual([]);
});

async function hasGames(address: string): Promise<boolean> {
  const response = await fetch(`${address}/api/tft/explore?queue=any`);
  const answer = (await response.json()) as { baseline?: { n: number } };
  return (answer.baseline?.n ?? 0) > 0;
}

async function residentBytes(): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]);
}

test('stops on SIGTERM with exit code 143, and no part needs longer than it may', async () => {
  expect(await stopProduct(product)).toEqual({ code: STOPPED, signal: null });
  // A part that misses its deadline is logged as an error.
  expect(findLogFaults(product.log(), false)).toEqual([]);
});
