/**
 * `node test/fleet/run-fleet-drill.ts [--seed 1] [--minutes 1]`: 2 API processes, 3 workers, 2 projectors and 2 schedulers on shared stores. Says what
 * was done and found, and as the last line one JSON object. Ends with 1 when anything was lost, doubled or failed.
 */
import { inspect, parseArgs } from 'node:util';
import { makeDataDirectory } from '../support/product.ts';
import { findFaults } from './fleet-faults.ts';
import { runFleetDrill } from './fleet-drill.ts';
import { fleetFor } from './fleet-sizes.ts';

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function toNumber(name: string, text: string, max: number): number {
  const value = /^\d{1,10}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 0 && value <= max) return value;
  throw new Error(`--${name} is ${JSON.stringify(text)}; expected a number from 0 to ${max}`);
}

async function run(directory: string): Promise<void> {
  const { values } = parseArgs({
    options: { seed: { type: 'string', default: '1' }, minutes: { type: 'string', default: '1' } },
  });
  const seed = toNumber('seed', values.seed, 0x7f_ff_ff_ff);
  const minutes = toNumber('minutes', values.minutes, 600);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const begun = performance.now();
  const onStep = (what: string): void =>
    say(`${((performance.now() - begun) / 1_000).toFixed(1).padStart(7)} s  ${what}`);
  const size = fleetFor(minutes * 60_000);
  const findings = await runFleetDrill({ seed, directory, signal: stop.signal, size, onStep });
  const faults = findFaults(findings, size);
  for (const fault of faults) say(`FAULT: ${fault}`);
  const { proof, ...rest } = findings;
  const { lost, duplicated, wrong, ...numbers } = proof;
  const seconds = Math.round((performance.now() - begun) / 1_000);
  const counts = {
    lost: lost.length,
    duplicated: duplicated.length,
    failed: faults.length - lost.length - duplicated.length,
  };
  say(`\n${JSON.stringify({ name: 'fleet', ...counts, wrong, seed, seconds, ...numbers, ...rest })}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

const home = makeDataDirectory();
try {
  await run(home.path);
} catch (error) {
  // Whoever reads the last line must not take a drill that broke off for one that was never held.
  process.stderr.write(`${inspect(error)}\n`);
  say(JSON.stringify({ name: 'fleet', lost: 0, duplicated: 0, failed: 1, error: String(error) }));
  process.exitCode = 1;
} finally {
  home.remove();
}
