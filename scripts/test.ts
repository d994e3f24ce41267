/**
 * `npm test`: every gate, then every test, the ten slowest files and the processor time. The last line counts:
 * `N passed, N failed`. With TEST_REPORT=<file>, the names of what failed are written there as JSON.
 */
import { writeFileSync } from 'node:fs';
import { startVitest, type TestModule } from 'vitest/node';
import { COMPILE_CACHE, GATES, runSteps } from './gates.ts';
import { makeMemoryFolder } from './memory-folder.ts';
import { isWithinBudget, measureSlowness } from './processor-time.ts';

const slowness = measureSlowness();
const failed = await runSteps(GATES);
const counts = { passed: GATES.length - failed.length, skipped: 0 };
const skipReasons = new Map<string, number>();
const seconds = new Map<string, number>();

const memory = makeMemoryFolder();
if (memory !== undefined) {
  process.env['TMPDIR'] = memory;
  console.log(`temporary files: ${memory}, in memory`);
}
const filters = process.argv.slice(2);
const isWhole = filters.length === 0;
// Coverage of the domain, which is covered whole. For the other projects it would take minutes.
await runTests(['domain'], isWhole);
// Compiled code that all processes of the tests share. Not earlier: coverage does not see cached code.
process.env['NODE_COMPILE_CACHE'] = COMPILE_CACHE;
await runTests(['unit', 'integration', 'product', 'pages'], false);

const slowest = [...seconds].sort(([, one], [, other]) => other - one).slice(0, 10);
console.log('slowest files:');
for (const [file, time] of slowest) console.log(`${time.toFixed(1).padStart(7)} s  ${file}`);
for (const [reason, count] of skipReasons) console.log(`skipped ${count}: ${reason}`);
if (isWhole && !isWithinBudget(slowness)) failed.push('processor budget');
if (process.env['TEST_REPORT']) writeFileSync(process.env['TEST_REPORT'], JSON.stringify(failed));
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
console.log(`${counts.passed} passed, ${failed.length} failed${skipped}`);
process.exitCode = failed.length === 0 && counts.passed > GATES.length ? 0 : 1;

/** Coverage says nothing when only some of the tests run. */
async function runTests(project: string[], isCovered: boolean): Promise<void> {
  const failedBefore = failed.length;
  const coverage = { enabled: isCovered };
  const vitest = await startVitest('test', filters, {
    run: true,
    watch: false,
    project,
    coverage,
    passWithNoTests: !isWhole,
  });
  for (const module of vitest.state.getTestModules()) countTests(module);
  for (const error of vitest.state.getUnhandledErrors()) failed.push(`unhandled: ${String(error)}`);
  await vitest.close();
  // Vitest sets it for what is no test, such as a coverage threshold that was missed.
  if (failed.length === failedBefore && Number(process.exitCode ?? 0) !== 0)
    failed.push(`vitest ${project.join()}`);
  process.exitCode = 0;
}

function countTests(module: TestModule): void {
  seconds.set(module.relativeModuleId, module.diagnostic().duration / 1_000);
  const tests = [...module.children.allTests()];
  for (const test of tests) {
    const result = test.result();
    if (result.state === 'passed') counts.passed++;
    if (result.state === 'failed') failed.push(`${module.relativeModuleId} > ${test.fullName}`);
    if (result.state !== 'skipped') continue;
    counts.skipped++;
    const reason = result.note ?? 'no reason given';
    skipReasons.set(reason, (skipReasons.get(reason) ?? 0) + 1);
  }
  // A file that could not be loaded has no tests to count, but it did fail.
  if (tests.length === 0 || module.errors().length > 0) failed.push(module.relativeModuleId);
}
