/**
 * `node test/football/run-match-day.ts [--kills 60] [--seed 1]`: a line for each kill, what was found, and as the last line one JSON
 * object. Ends with 1 when anything was lost, doubled or failed.
 */
import { inspect, parseArgs } from 'node:util';
import { runMatchDay } from './match-day.ts';
import { LONG_DAY } from './match-day-sizes.ts';

const SHOWN = 20;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function toWhole(name: string, text: string, min: number, max: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new Error(`--${name} is ${JSON.stringify(text)}; expected a whole number from ${min} to ${max}`);
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { kills: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
  });
  const kills = toWhole('kills', values.kills, 0, 1_000);
  const seed = toWhole('seed', values.seed, 0, 0x7f_ff_ff_ff);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const begun = performance.now();
  const result = await runMatchDay({ ...LONG_DAY, kills, seed, signal: stop.signal, onKill: say });
  const { lost, duplicated, strange, orphans, faults, troubles, ...rest } = result;
  for (const [what, all] of Object.entries({ lost, duplicated, strange, orphans, faults })) {
    if (all.length === 0) continue;
    say(`\n${what}: ${all.length}`);
    for (const one of all.slice(0, SHOWN)) say(`  ${one}`);
  }
  say('\nruns of jobs that ended badly:');
  for (const { kind, outcome, reason, times } of troubles)
    say(`  ${String(times).padStart(4)} × ${kind} ${outcome}: ${reason}`);
  const summary = {
    name: 'match-day',
    lost: lost.length,
    duplicated: duplicated.length,
    failed: strange.length + orphans.length + faults.length,
    ...rest,
    seconds: Math.round((performance.now() - begun) / 1_000),
    seed,
  };
  say(`\n${JSON.stringify(summary)}`);
  process.exitCode = summary.lost + summary.duplicated + summary.failed === 0 ? 0 : 1;
}

try {
  await run();
} catch (error) {
  // Whoever reads the last line must not take a day that broke off for one that was never held.
  process.stderr.write(`${inspect(error)}\n`);
  say(JSON.stringify({ name: 'match-day', lost: 0, duplicated: 0, failed: 1, error: String(error) }));
  process.exitCode = 1;
}
