/**
 * `npm run drill [-- --long] [--only F3,F8] [--seed N] [--minutes N]`: a line for each fault, what was found, and as the last line one
 * JSON object. It writes the table of docs/reliability.md and adds the session to `drill-sessions.jsonl` in DATA_DIR. Ends with 1 when
 * any fault did not hold. With --minutes it goes on with the next seed until they are over.
 */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect, parseArgs } from 'node:util';
import { createRandom, hashText, mix } from '../../practice/randomness.ts';
import { loadConfig } from '../../src/config.ts';
import type { DrillSession } from '../../src/contract/operations.ts';
import { makeDataDirectory, root } from '../support/product.ts';
import { ALL_FAULTS } from './all-faults.ts';
import { describeMachine, readVersions } from './drill-facts.ts';
import { updateDrillTable } from './drill-table.ts';
import { toResult, type Fault, type FaultResult, type Findings, type Skipped } from './fault.ts';

const SHOWN = 20;
const WIDTH = 500;
const DOCUMENT = join(root, 'docs/reliability.md');

interface Asked {
  readonly size: 'short' | 'long';
  readonly seed: number;
  readonly minutes: number;
  readonly faults: readonly Fault[];
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function toWhole(name: string, text: string, min: number, max: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new Error(`--${name} is ${JSON.stringify(text)}; expected a whole number from ${min} to ${max}`);
}

function readArguments(): Asked {
  const { values } = parseArgs({
    options: {
      long: { type: 'boolean', default: false },
      short: { type: 'boolean', default: false },
      only: { type: 'string' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      minutes: { type: 'string', default: '0' },
    },
  });
  if (values.long && values.short)
    throw new Error('--long and --short were both given; expected one of them');
  const ids = values.only?.split(',').map((id) => id.trim().toUpperCase());
  const unknown = ids?.filter((id) => !ALL_FAULTS.some((fault) => fault.id === id)) ?? [];
  if (unknown.length > 0)
    throw new Error(
      `--only names ${unknown.join(', ')}; expected some of ${ALL_FAULTS.map(({ id }) => id).join(', ')}`,
    );
  return {
    size: values.long ? 'long' : 'short',
    seed: toWhole('seed', values.seed, 0, 0x7f_ff_ff_ff),
    minutes: toWhole('minutes', values.minutes, 0, 10_000),
    faults: ALL_FAULTS.filter(({ id }) => ids?.includes(id) ?? true),
  };
}

async function runFault(
  fault: Fault,
  { size }: Asked,
  seed: number,
  signal: AbortSignal,
): Promise<FaultResult> {
  const directory = makeDataDirectory();
  const random = createRandom(mix(seed, hashText(fault.id)));
  const begun = performance.now();
  let found: Findings | Skipped;
  try {
    const chance = (): number => random.next();
    found = await fault.run({ seed, chance, size, directory: directory.path, signal });
  } catch (error) {
    if (signal.aborted) throw error;
    const wrong = [inspect(error, { depth: 3 })];
    found = {
      times: 0,
      acknowledged: 0,
      lost: [],
      duplicated: [],
      recoveriesMs: [],
      wrong,
      detail: `it broke off: ${String(error)}`,
    };
  } finally {
    directory.remove();
  }
  const result = toResult(fault, found);
  sayResult(result, seed, (performance.now() - begun) / 1_000);
  if (!('skipped' in found))
    for (const one of [...found.lost, ...found.duplicated, ...found.wrong].slice(0, SHOWN))
      say(`      ${one.slice(0, WIDTH)}`);
  return result;
}

function sayResult(result: FaultResult, seed: number, seconds: number): void {
  const { id, name, held, times, acknowledged, lost, duplicated, recoveryMs, detail } = result;
  const recovery = recoveryMs === null ? '' : `, recovery ${recoveryMs.median} / ${recoveryMs.max} ms`;
  const verdict = detail.startsWith('not run: ') ? '–' : held ? 'held' : 'BROKEN';
  say(
    `${id.padEnd(4)} ${verdict.padEnd(7)} ${name}: × ${times}, ${acknowledged} acknowledged, ${lost} lost, ${duplicated} doubled${recovery}; ` +
      `${detail} (seed ${seed}, ${Math.round(seconds)} s)`,
  );
}

async function runSession(asked: Asked, seed: number, signal: AbortSignal): Promise<readonly FaultResult[]> {
  const startedAt = new Date().toISOString();
  const begun = performance.now();
  const results: FaultResult[] = [];
  for (const fault of asked.faults) results.push(await runFault(fault, asked, seed, signal));
  const { version, parts } = readVersions();
  const session: DrillSession = {
    startedAt,
    seconds: Math.round((performance.now() - begun) / 1_000),
    seed,
    version,
    machine: describeMachine(),
    faults: results,
  };
  const { DATA_DIR } = loadConfig();
  mkdirSync(DATA_DIR, { recursive: true });
  appendFileSync(join(DATA_DIR, 'drill-sessions.jsonl'), `${JSON.stringify(session)}\n`);
  const document = readFileSync(DOCUMENT, 'utf8');
  writeFileSync(DOCUMENT, updateDrillTable(document, results, { session, size: asked.size, parts }));
  return results;
}

async function run(): Promise<void> {
  const asked = readArguments();
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  say(`the ${asked.size} drill, seed ${asked.seed}: ${asked.faults.length} faults\n`);
  const begun = performance.now();
  const results: FaultResult[] = [];
  let { seed } = asked;
  do results.push(...(await runSession(asked, seed++, stop.signal)));
  while (performance.now() - begun < asked.minutes * 60_000);
  const sum = (of: (result: FaultResult) => number): number =>
    results.reduce((total, result) => total + of(result), 0);
  const summary = {
    name: 'drill',
    lost: sum(({ lost }) => lost),
    duplicated: sum(({ duplicated }) => duplicated),
    failed: results.filter(({ held }) => !held).length,
    faults: results.length,
    notRun: results.filter(({ detail }) => detail.startsWith('not run: ')).length,
    acknowledged: sum(({ acknowledged }) => acknowledged),
    size: asked.size,
    seed: asked.seed,
    seconds: Math.round((performance.now() - begun) / 1_000),
  };
  say(`\n${JSON.stringify(summary)}`);
  process.exitCode = summary.failed === 0 ? 0 : 1;
}

try {
  await run();
} catch (error) {
  // Whoever reads the last line must not take a drill that broke off for one that was never held.
  process.stderr.write(`${inspect(error)}\n`);
  say(JSON.stringify({ name: 'drill', lost: 0, duplicated: 0, failed: 1, error: String(error) }));
  process.exitCode = 1;
}
