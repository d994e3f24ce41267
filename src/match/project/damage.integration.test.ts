/** Rows that ClickHouse loses are found, named and restored without a person. */
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, statSync, truncateSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { onLinux } from '../../../test/support/conditional-test.ts';
import { drilled } from '../../../test/support/drilled.ts';
import { until } from '../../../test/support/until.ts';
import { AGREED, ask, lookAtBoth } from '../../../test/support/projector/agreement.ts';
import { startProjectorChild } from '../../../test/support/projector/projector-child.ts';
import {
  startProjectionUnderTest,
  type ProjectionUnderTest,
} from '../../../test/support/projector/projection-under-test.ts';
import { gameIds, storeGames } from '../../../test/support/projector/stored-games.ts';
import {
  startServerUnderTest,
  type ServerUnderTest,
} from '#/runtime/clickhouse/embedded/server-under-test.ts';
import { missingParts } from '#/app/readiness.ts';
import { createSystemStatus } from '#/app/system-status.ts';
import { describeDamage, listDamages, readProjection, readProjectionLag } from './projection.ts';
import { publishRawAgain } from '../raw.ts';
import { createHealthCheck } from './health.ts';
import type { Projector } from './projector.ts';

/** Of the system, and no package's. */
const PROGRAMS = { limit: 'prlimit' } as const;
/** A bound for a machine that does much else; nothing is measured by it. */
const PATIENCE_MS = 120_000;
vi.setConfig({ testTimeout: 3 * PATIENCE_MS });

/** Its own, because these tests kill it. */
let server: ServerUnderTest;
let stage: ProjectionUnderTest;
let projector: Projector;
let logged: { readonly msg: string }[];
beforeAll(async () => {
  server = await startServerUnderTest(1);
  stage = await startProjectionUnderTest(server);
});
afterAll(() => stage.stop());
beforeEach(async () => {
  await stage.clear();
  logged = [];
  projector = startProjector();
});
afterEach(() => projector.stop());

function startProjector(): Projector {
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as { msg: string }) });
  const started = stage.projector({ log, checkMs: 100 });
  started.start();
  return started;
}

async function project(from: number, count: number): Promise<void> {
  await storeGames(
    stage.postgres.database,
    gameIds(from, count).map((id) => ({ id })),
  );
  await untilNothingWaits();
}

const untilNothingWaits = () =>
  until('nothing waits to be projected', PATIENCE_MS, async () => {
    return (await readProjectionLag(stage.postgres.database, 'tft', 'tft'))?.rows === 0;
  });

const repairs = () =>
  stage.postgres.database.query<{ kind: string; state: string }>(
    'select kind, state from gamekeeper.projection_task order by id',
  );

const damageNow = async () => (await readProjection(stage.postgres.database, 'tft'))?.damage ?? null;

/** Until so many automatic verifies are done and nothing is known to be missing. */
async function untilRepaired(times = 1): Promise<void> {
  await until(`${times} repairs are done`, PATIENCE_MS, async () => {
    const done = (await repairs()).filter(({ state }) => state === 'done');
    return done.length >= times && (await damageNow()) === null;
  });
  expect(await lookAtBoth(stage)).toEqual(AGREED);
  expect(new Set((await repairs()).map(({ kind, state }) => `${kind} ${state}`))).toEqual(
    new Set(['verify done']),
  );
  expect(await detached()).toEqual([]);
}

const detached = () =>
  ask(stage, `select name from system.detached_parts where database = currentDatabase() and reason != ''`);

/** The folder of the first active part of a table. */
async function firstPart(table: string): Promise<string> {
  const [part] = await ask<{ path: string }>(
    stage,
    `select path from system.parts where database = currentDatabase() and table = '${table}' and active and rows > 0 order by name limit 1`,
  );
  if (part === undefined) throw new Error(`${table} has no part`);
  return part.path;
}

function empty(folder: string, files = readdirSync(folder)): void {
  for (const file of files) truncateSync(join(folder, file), 0);
}

/** Of a part that stays: one that was merged meanwhile is not read. */
async function emptyFirstPart(table: string): Promise<void> {
  const known = (await repairs()).length;
  await stage.clickhouse.writer.command(`system stop merges ${table}`);
  try {
    empty(await firstPart(table));
    await until('a repair is requested', PATIENCE_MS, async () => (await repairs()).length > known);
  } finally {
    await stage.clickhouse.writer.command(`system start merges ${table}`);
  }
}

function enginePid(): number {
  const { pid } = server.embedded.describe();
  if (pid === null) throw new Error('the engine does not run');
  return pid;
}

/** The engine finds other files at its next start than it left, as after a power cut. */
async function restartEngineAfter(change: () => void): Promise<void> {
  const { embedded } = server;
  const { restarts } = embedded.describe();
  const pid = enginePid();
  process.kill(pid, 'SIGSTOP');
  change();
  process.kill(pid, 'SIGKILL');
  await until('the engine runs again', PATIENCE_MS, () => {
    const now = embedded.describe();
    return now.restarts > restarts && now.state === 'running';
  });
}

test('restores a torn part and a part with empty files that the engine set aside at its start', async () => {
  await project(1, 40);
  await projector.stop();
  const torn = await firstPart('tft_unit');
  const emptied = await firstPart('tft_item');
  await restartEngineAfter(() => {
    empty(
      torn,
      readdirSync(torn).filter((file) => file !== 'data.bin'),
    );
    empty(emptied);
  });
  expect((await detached()).length).toBe(2);
  expect((await lookAtBoth(stage)).lost).not.toEqual([]);

  // What a projector does first, without the repair that follows.
  await createHealthCheck(stage.parts).check();
  const [damage] = await listDamages(stage.postgres.database);
  const { lost } = await lookAtBoth(stage);
  expect(damage).toMatchObject({ source: 'tft', matches: expect.any(Number) as number });
  expect(damage?.matches).toBeGreaterThan(0);
  expect(damage?.matches).toBeLessThanOrEqual(lost.length);
  expect(damage && describeDamage(damage)).toMatch(
    /^Statistics of Teamfight Tactics are incomplete: about \d+ match(es)? (is|are) missing \(.*tft_unit.*\); they are being restored\.$/,
  );

  const status = await readStatus(stage);
  expect(status.parts.find(({ id }) => id === 'projector')).toMatchObject({
    state: 'degraded',
    detail: damage && describeDamage(damage),
  });
  // What is there is right and is answered: no proxy takes the process out.
  expect(missingParts(status)).toEqual([]);

  projector = startProjector();
  await untilRepaired();
  expect((await readStatus(stage)).state).toBe('running');
});

/** As any process sees it, whether it projects or not. */
function readStatus({ postgres, clickhouse }: ProjectionUnderTest) {
  const store = (version: () => Promise<string>) => ({
    mode: 'external' as const,
    describe: () => ({ state: 'running', since: null, restarts: 0, beganAnew: 0, detail: null }) as const,
    version,
  });
  return createSystemStatus({
    version: 'test',
    startedAt: new Date(),
    database: postgres.database,
    postgres: store(() => Promise.resolve('18')),
    clickhouse: store(() => clickhouse.version()),
    jobs: {
      state: () => ({ state: 'running', detail: null }),
      leads: () => true,
      queues: () => Promise.resolve([]),
      schedules: () => [],
    },
    isListening: () => true,
    dataDirectory: server.directory,
    lowDiskBytes: 0,
    projection: () => ({ leads: true, view: { fault: null, sources: [] } }),
    practice: null,
    upstreams: () => [],
    clipSites: () => Promise.resolve([]),
  })();
}

test('restores a part whose files are emptied while it runs, again and again', async () => {
  await project(1, 40);
  for (const [at, table] of ['tft_board', 'tft_unit'].entries()) {
    await emptyFirstPart(table);
    await untilRepaired(at + 1);
  }
  expect(logged.map(({ msg }) => msg)).toContain('dropping unreadable parts of ClickHouse');
});

test('restores a part that only a question found to be damaged', async () => {
  await project(1, 40);
  await projector.stop();
  const health = createHealthCheck(stage.parts);
  await health.check();
  const file = join(await firstPart('tft_item'), 'data.bin');
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(16, 0xa5), 0, 16, Math.floor(statSync(file).size * 0.4));
  closeSync(handle);
  // It was read as a whole before, and its first value can still be read.
  await health.check();
  expect(await damageNow()).toBeNull();
  await expect(ask(stage, 'select count() from tft_item where not ignore(*)')).rejects.toThrow(/Checksum/);
  await health.check();
  expect(await damageNow()).toMatchObject({ where: [expect.stringContaining('tft_item')] });
  projector = startProjector();
  await untilRepaired();
});

test('restores rows of closed batches that are gone without a trace', async () => {
  await project(1, 40);
  await stage.clickhouse.writer.command(
    `alter table tft_item delete where board % 536870912 in (select board % 536870912 from tft_board where number = 7) and place = 3`,
  );
  await untilRepaired();
  expect(logged.find(({ msg }) => msg === 'ClickHouse lost rows')).toMatchObject({ matches: 1 });
});

test('does not take published-again matches, dropped patches and unfinished batches for a loss', async () => {
  await project(1, 20);
  await stage.postgres.database.transaction((tx) => publishRawAgain(tx, 'tft', ['EUW1_3', 'EUW1_4']));
  await untilNothingWaits();
  await projector.stop();
  projector = startProjector();
  await project(21, 10);
  await createHealthCheck(stage.parts).check();
  expect(await damageNow()).toBeNull();
  expect(await repairs()).toEqual([]);
  const { rowCounts } = (await readProjection(stage.postgres.database, 'tft')) ?? {};
  const boards = Object.entries(rowCounts ?? {}).filter(([key]) => key.startsWith('tft_board '));
  expect(boards.reduce((sum, [, rows]) => sum + rows, 0)).toBe(30 * 8);
});

test('goes on with a repair whose process was killed', async () => {
  await project(1, 60);
  await projector.stop();
  empty(await firstPart('tft_unit'));
  for (let kill = 0; kill < drilled(1, 5); kill++) {
    const child = startProjectorChild(stage, 5);
    await until('the repair runs', PATIENCE_MS, async () => {
      return (await repairs()).some(({ state }) => state === 'running' || state === 'done');
    });
    await child.end('SIGKILL');
  }
  projector = startProjector();
  await untilRepaired();
  expect(await lookAtBoth(stage)).toEqual(AGREED);
});

onLinux('restores what a full disk tore while batches were written and merged', async () => {
  await project(1, 40);
  const pid = enginePid();
  // Files cannot grow beyond it: writes fail half-way, as on a full disk, for ordinary users too. The engine acknowledges such parts.
  const limitFiles = (bytes: string) =>
    execFileSync(PROGRAMS.limit, ['--pid', String(pid), `--fsize=${bytes}:`], { stdio: 'pipe' });
  limitFiles('700');
  try {
    await storeGames(
      stage.postgres.database,
      gameIds(41, 120).map((id) => ({ id })),
    );
    await stage.clickhouse.writer.command('optimize table tft_board final').catch(String);
    await until('it is found and named', PATIENCE_MS, async () => (await damageNow()) !== null);
  } finally {
    limitFiles('unlimited');
  }
  await untilNothingWaits();
  await until('nothing is missing any more', PATIENCE_MS, async () => (await damageNow()) === null);
  expect(await lookAtBoth(stage)).toEqual(AGREED);
});

test('an engine whose folder was lost begins with an empty one, and is filled again', async () => {
  await project(1, 20);
  const { restarts, pid } = server.embedded.describe();
  const before = await readProjection(stage.postgres.database, 'tft');
  await rm(join(server.directory, 'engine'), { recursive: true });
  process.kill(pid ?? 0, 'SIGKILL');
  await until('the engine runs again', 20_000, () => server.embedded.describe().restarts > restarts);
  await until('it is filled again', 30_000, async () => {
    await stage.clickhouse.migrate();
    const { lost, doubled } = await lookAtBoth(stage);
    return lost.length === 0 && doubled.length === 0;
  });
  expect(await lookAtBoth(stage)).toEqual(AGREED);
  expect((await readProjection(stage.postgres.database, 'tft'))?.tableIds).not.toEqual(before?.tableIds);
});
