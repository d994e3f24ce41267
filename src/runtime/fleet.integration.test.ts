/** A fleet of real processes that only write when they begin and end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../test/support/until.ts';
import { createFleet, type Fleet, type FleetOptions } from './fleet.ts';

const ORDERLY = `process.on('disconnect', () => { say('ends'); process.exit(0); });`;
/** Does not end when its channel closes. */
const STUCK = `process.on('disconnect', () => say('does not end')); setInterval(() => undefined, 1000);`;
const BROKEN = `throw new Error('broken from the start');`;

let directory: string;
let diary: string;
let lines: { readonly msg: string; readonly [field: string]: unknown }[];
const fleets: Fleet[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'gamekeeper-fleet-'));
  diary = join(directory, 'diary');
  appendFileSync(diary, '');
  lines = [];
});
afterEach(async () => {
  for (const fleet of fleets.splice(0)) await fleet.stop();
  rmSync(directory, { recursive: true });
});

function writeScript(body: string): string {
  const script = join(directory, 'member.mjs');
  const say = `(what) => appendFileSync(${JSON.stringify(diary)}, process.pid + ' ' + what + '\\n')`;
  writeFileSync(
    script,
    `import { appendFileSync } from 'node:fs';\nconst say = ${say};\nsay('begins');\n${body}`,
  );
  return script;
}

function start(body: string, more: Partial<FleetOptions> = {}): Fleet {
  const log = pino(
    { level: 'info' },
    { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
  );
  const command = [writeScript(body)];
  const fleet = createFleet({ size: 2, command, environment: process.env, graceMs: 5_000, log, ...more });
  fleets.push(fleet);
  fleet.start();
  return fleet;
}

function pidsThat(what: string): number[] {
  const found = readFileSync(diary, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith(` ${what}`));
  return found.map((line) => Number(line.split(' ')[0]));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // There is no such process any more.
  }
}

const untilBegun = (count: number) =>
  until(`${count} have begun`, 15_000, () =>
    pidsThat('begins').length >= count ? pidsThat('begins') : undefined,
  );

test('restarts a killed worker, and leaves the others alone', async () => {
  const fleet = start(ORDERLY, { restart: { firstMs: 20, maxMs: 50 } });
  const [first, second] = await untilBegun(2);

  process.kill(first ?? 0, 'SIGKILL');
  const [, , third] = await untilBegun(3);

  expect([first, second, third].map((pid) => isAlive(pid ?? 0))).toEqual([false, true, true]);
  expect(lines.filter(({ msg }) => msg === 'worker process ended, restarting')).toMatchObject([
    { pid: first, signal: 'SIGKILL' },
  ]);
  await fleet.stop();
  expect(new Set(pidsThat('ends'))).toEqual(new Set([second, third]));
});

test('restarts a worker that fails at its start with back-off, and logs its last lines', async () => {
  start(BROKEN, { size: 1, restart: { firstMs: 20, maxMs: 80 } });
  await untilBegun(5);

  const waits = lines.flatMap(({ againInMs }) => (typeof againInMs === 'number' ? [againInMs] : []));
  const [first = 0, second = 0, third = 0, fourth = 0] = waits;
  expect(first).toBeLessThanOrEqual(20);
  expect(second).toBeLessThanOrEqual(40);
  expect([second, third, fourth].map((ms, index) => ms >= ([20, 40, 40][index] ?? 0))).toEqual([
    true,
    true,
    true,
  ]);
  expect(Math.max(...waits)).toBeLessThanOrEqual(80);
  expect(lines).toContainEqual(
    expect.objectContaining({ worker: 1, line: expect.stringContaining('broken from the start') }),
  );
});

test('kills a worker that does not end within the grace', async () => {
  const fleet = start(STUCK, { size: 1, graceMs: 3_000 });
  const [pid] = await untilBegun(1);

  await fleet.stop();

  expect(lines).toContainEqual(expect.objectContaining({ pid, afterMs: 3_000 }));
  expect(isAlive(pid ?? 0)).toBe(false);
  expect(pidsThat('does not end')).toEqual([pid]);
});

test('all workers end when their parent is killed', async () => {
  const script = writeScript(ORDERLY);
  const keeper = `
    import { pino } from 'pino';
    import { createFleet } from ${JSON.stringify(join(import.meta.dirname, 'fleet.ts'))};
    createFleet({ size: 2, command: [${JSON.stringify(script)}], environment: process.env, graceMs: 5000, log: pino({ level: 'silent' }) }).start();`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', keeper], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: 'ignore',
  });
  const pids = await untilBegun(2);

  parent.kill('SIGKILL');
  await once(parent, 'close');

  await until('both have ended', 10_000, () => !pids.some(isAlive));
  expect(new Set(pidsThat('ends'))).toEqual(new Set(pids));
});
