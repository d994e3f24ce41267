/** `npm test`: every gate, then every test. The last line counts them: `N passed, N failed`. */
import { join } from 'node:path';
import { startVitest } from 'vitest/node';
import { GATES } from './gates.ts';
import { makeMemoryFolder } from './memory-folder.ts';
import { runSideBySide } from './run-steps.ts';

const failedGates = await runSideBySide(GATES);

const memory = makeMemoryFolder();
if (memory !== undefined) {
  process.env['TMPDIR'] = memory;
  console.log(`temporary files: ${memory}, in memory`);
}
const filters = process.argv.slice(2);
const reasons = new Map<string, number>();
const counts = { passed: GATES.length - failedGates.length, failed: failedGates.length, skipped: 0 };
// The domain covers itself. To watch the others as well would only take time: minutes, with so many files.
await runTests(['domain'], filters.length === 0);
// Every process that a test starts finds what others have compiled. Not before: what comes from there cannot be watched.
process.env['NODE_COMPILE_CACHE'] = join(import.meta.dirname, '../node_modules/.cache/gamekeeper');
await runTests(['unit', 'integration', 'product'], false);
// Apart: the set-ups of one run all begin with it, and this one starts a product.
await runTests(['pages'], false);

for (const [reason, count] of reasons) console.log(`skipped ${count}: ${reason}`);
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
process.exitCode = counts.failed === 0 && counts.passed > GATES.length ? 0 : 1;

/** Coverage says nothing when only some of the tests run. */
async function runTests(project: string[], isCovered: boolean): Promise<void> {
  const failedBefore = counts.failed;
  const coverage = { enabled: isCovered };
  const vitest = await startVitest('test', filters, {
    run: true,
    watch: false,
    project,
    coverage,
    passWithNoTests: filters.length > 0,
  });
  for (const module of vitest.state.getTestModules()) {
    let hasTests = false;
    for (const test of module.children.allTests()) {
      hasTests = true;
      const result = test.result();
      if (result.state !== 'pending') counts[result.state]++;
      if (result.state === 'skipped') {
        const reason = result.note ?? 'no reason given';
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      }
    }
    // A file that could not be loaded has no tests to count, but it did fail.
    if (!hasTests || module.errors().length > 0) counts.failed++;
  }
  counts.failed += vitest.state.getUnhandledErrors().length;
  await vitest.close();
  // Set by Vitest for what is no test, such as a coverage threshold that was missed.
  if (counts.failed === failedBefore && Number(process.exitCode ?? 0) !== 0) counts.failed++;
  process.exitCode = 0;
}
