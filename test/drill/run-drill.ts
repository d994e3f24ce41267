/** `npm run drill`: causes each fault in turn. `--help` prints the options. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect, parseArgs } from 'node:util';
import { createRandom, hashText, mix } from '../../practice/randomness.ts';
import { loadConfig } from '../../src/config.ts';
import type { DrillSession } from '../../src/contract/operations.ts';
import { makeDataDirectory, root } from '../support/product.ts';
import { describeMachine, readVersions, type Versions } from './drill-facts.ts';
import { appendRun, readRuns, toRuns, updateDrillTable, type DrillRun } from './drill-results.ts';
import { failed, type Fault, type FaultGroup, type Outcome } from './fault.ts';
import { ALL_FAULTS, ALL_GROUPS } from './faults/all-groups.ts';

const SHOWN = 20;
const DOCUMENT = join(root, 'docs/reliability.md');
const RESULTS = join(root, 'test/drill/results.jsonl');

/** Of all faults in their short form, on two idle cores. */
const BUDGET_MINUTES = 15;

const HELP = `npm run drill                        all faults in their short form: at most ${BUDGET_MINUTES} minutes on two idle cores
npm run drill -- --only F6           one fault; --only F6,F13 some of them
npm run drill -- --long              more kills, more matches, longer faults
npm run drill -- --seed 4711         the plan of another run: world, moments, spoilt answers
npm run drill -- --minutes 60        again and again, each time with the next seed

Each run is appended to test/drill/results.jsonl, from which the table of docs/reliability.md is made, and each session to
drill-sessions.jsonl in DATA_DIR. The last line is one JSON object. Exit code 1: a fault did not hold.

${ALL_FAULTS.map(({ id, name }) => `${id.padEnd(4)} ${name}`).join('\n')}
`;

interface Asked {
  readonly size: 'short' | 'long';
  readonly seed: number;
  readonly minutes: number;
  readonly faults: readonly Fault[];
}

interface Session {
  readonly asked: Asked;
  readonly seed: number;
  readonly versions: Versions;
  readonly signal: AbortSignal;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function toWhole(name: string, text: string, min: number, max: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new Error(`--${name} is ${JSON.stringify(text)}; expected a whole number from ${min} to ${max}`);
}

/** Null: print the help. */
function readArguments(): Asked | null {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', default: false },
      long: { type: 'boolean', default: false },
      only: { type: 'string' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      minutes: { type: 'string', default: '0' },
    },
  });
  if (values.help) return null;
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

/** The faults of one group that were chosen, in one set of processes. */
async function runGroup(
  group: FaultGroup,
  { asked, seed, versions, signal }: Session,
): Promise<readonly DrillRun[]> {
  const chosen = group.faults.filter(({ id }) => asked.faults.some((fault) => fault.id === id));
  const [first] = chosen;
  if (first === undefined) return [];
  const directory = makeDataDirectory();
  const random = createRandom(mix(seed, hashText(first.id)));
  const startedAt = new Date().toISOString();
  const begun = performance.now();
  const { size } = asked;
  let outcomes: readonly Outcome[];
  try {
    const chance = (): number => random.next();
    outcomes = await group.run({ seed, chance, size, directory: directory.path, signal }, chosen);
  } catch (error) {
    if (signal.aborted) throw error;
    outcomes = chosen.map(() => failed(error));
  } finally {
    directory.remove();
  }
  const seconds = (performance.now() - begun) / 1_000;
  for (const [index, outcome] of outcomes.entries())
    if ('skipped' in outcome)
      say(`${chosen[index]?.id.padEnd(4)} not run ${chosen[index]?.name}: ${outcome.skipped}`);
  const { commit, isClean, parts } = versions;
  const facts = { startedAt, size, seed, commit, isClean, machine: describeMachine(), parts };
  const runs = toRuns(chosen, outcomes, { facts, seconds, dataDirectory: directory.path });
  for (const run of runs) {
    appendRun(RESULTS, run);
    sayRun(run);
  }
  return runs;
}

function sayRun(run: DrillRun): void {
  const { id, name, held, times, acknowledged, lost, duplicated, recoveryMs, detail, seed, seconds } = run;
  const recovery = recoveryMs === null ? '' : `, recovery ${recoveryMs.median} / ${recoveryMs.max} ms`;
  say(
    `${id.padEnd(4)} ${(held ? 'held' : 'BROKEN').padEnd(7)} ${name}: × ${times}, ${acknowledged} acknowledged, ${lost} lost, ${duplicated} doubled${recovery}; ` +
      `${detail} (seed ${seed}, ${seconds} s)`,
  );
  for (const one of run.violations.slice(0, SHOWN)) say(`      ${one}`);
}

async function runSession(asked: Asked, seed: number, signal: AbortSignal): Promise<readonly DrillRun[]> {
  const startedAt = new Date().toISOString();
  const begun = performance.now();
  const versions = readVersions([RESULTS, DOCUMENT]);
  const runs: DrillRun[] = [];
  for (const group of ALL_GROUPS) {
    runs.push(...(await runGroup(group, { asked, seed, versions, signal })));
    const document = readFileSync(DOCUMENT, 'utf8');
    writeFileSync(DOCUMENT, updateDrillTable(document, ALL_FAULTS, readRuns(RESULTS)));
  }
  const { version, commit, isClean } = versions;
  const session: DrillSession = {
    startedAt,
    seconds: Math.round((performance.now() - begun) / 1_000),
    seed,
    version: `${version} ${commit}${isClean ? '' : '*'}`,
    machine: describeMachine(),
    faults: runs.map(({ id, name, held, times, acknowledged, lost, duplicated, recoveryMs, detail }) => {
      return { id, name, held, times, acknowledged, lost, duplicated, recoveryMs, detail };
    }),
  };
  const { DATA_DIR } = loadConfig();
  mkdirSync(DATA_DIR, { recursive: true });
  appendFileSync(join(DATA_DIR, 'drill-sessions.jsonl'), `${JSON.stringify(session)}\n`);
  return runs;
}

async function run(asked: Asked): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  say(`the ${asked.size} drill, seed ${asked.seed}: ${asked.faults.length} faults\n`);
  const begun = performance.now();
  const results: DrillRun[] = [];
  let sessions = 0;
  do results.push(...(await runSession(asked, asked.seed + sessions++, stop.signal)));
  while (performance.now() - begun < asked.minutes * 60_000);
  const sum = (of: (run: DrillRun) => number): number =>
    results.reduce((total, result) => total + of(result), 0);
  const summary = {
    name: 'drill',
    lost: sum(({ lost }) => lost),
    duplicated: sum(({ duplicated }) => duplicated),
    failed: results.filter(({ held }) => !held).length,
    faults: results.length,
    notRun: sessions * asked.faults.length - results.length,
    acknowledged: sum(({ acknowledged }) => acknowledged),
    size: asked.size,
    seed: asked.seed,
    seconds: Math.round((performance.now() - begun) / 1_000),
  };
  if (asked.size === 'short')
    say(
      `${(summary.seconds / 60 / sessions).toFixed(1)} minutes; all faults have ${BUDGET_MINUTES} on two idle cores`,
    );
  say(`\n${JSON.stringify(summary)}`);
  process.exitCode = summary.failed === 0 ? 0 : 1;
}

try {
  const asked = readArguments();
  if (asked === null) say(HELP);
  else await run(asked);
} catch (error) {
  // A drill that ended early must not be taken for one without failures.
  process.stderr.write(`${inspect(error)}\n`);
  say(JSON.stringify({ name: 'drill', lost: 0, duplicated: 0, failed: 1, error: String(error) }));
  process.exitCode = 1;
}
