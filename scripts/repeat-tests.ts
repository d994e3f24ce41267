/**
 * `npm run test:repeat -- --times 10 --load 4`: the whole suite again and again while other processes compute, and a table of
 * what failed. Each run has another seed, which random tests print. Arguments after `--` select files, as for `npm test`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '10' }, load: { type: 'string', default: '0' } },
});
const [times, load] = [toCount('times', values.times), toCount('load', values.load)];
const folder = mkdtempSync(join(tmpdir(), 'gamekeeper-repeat-'));
const report = join(folder, 'failed.json');
const computing = Array.from({ length: load }, () => spawn(process.execPath, ['--eval', 'for (;;);']));
const failures = new Map<string, number[]>();
try {
  for (let run = 1; run <= times; run++) await runOnce(run);
} finally {
  for (const child of computing) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}

console.log(
  `${times} runs beside ${load} computing processes, as ${process.getuid?.() === 0 ? 'root' : 'an ordinary user'}:`,
);
for (const [name, runs] of failures) console.log(`${runs.length} × (runs ${runs.join(', ')})  ${name}`);
console.log(failures.size === 0 ? 'nothing failed' : `${failures.size} tests failed at least once`);
process.exitCode = failures.size === 0 ? 0 : 1;

async function runOnce(run: number): Promise<void> {
  const startedAt = performance.now();
  const env = { ...process.env, TEST_REPORT: report, TEST_SEED: process.env['TEST_SEED'] ?? String(run) };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'test.ts'), ...positionals], {
    env,
    stdio: 'inherit',
  });
  await once(child, 'exit');
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  const failed = readFailed();
  for (const name of failed) failures.set(name, [...(failures.get(name) ?? []), run]);
  console.log(`run ${run} of ${times}: ${failed.length} failed, ${minutes} min`);
  rmSync(report, { force: true });
}

/** A run without a report ended before its tests did. */
function readFailed(): string[] {
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as string[];
  } catch {
    return ['the run itself'];
  }
}

function toCount(name: string, text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 0) return count;
  throw new Error(`--${name} ${text}: expected a whole number`);
}
