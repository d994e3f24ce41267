/**
 * Runs tests again and again in one Vitest instance: only what was edited is compiled again. Started by `test-runs.ts`
 * in the folder of the copy; ends with the channel.
 */
import { createVitest } from 'vitest/node';

export interface TestRun {
  readonly tests: readonly string[];
  /** Absolute paths of the files that were ever edited. */
  readonly edited: readonly string[];
}

const vitest = await createVitest('test', {
  watch: false,
  bail: 1,
  reporters: [{}],
  project: ['domain', 'unit'],
});
process.on('message', (run: TestRun) => void answer(run));
process.on('disconnect', () => void vitest.close().then(() => process.exit()));

async function answer({ tests, edited }: TestRun): Promise<void> {
  for (const file of edited) vitest.invalidateFile(file);
  const specifications = await vitest.globTestSpecifications([...tests]);
  const files = new Set(specifications.map(({ moduleId }) => moduleId));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // The modules of earlier runs are among them.
  const modules = testModules.filter(({ moduleId }) => files.has(moduleId));
  const passed = modules.length > 0 && modules.every((module) => module.ok());
  process.send?.(passed && unhandledErrors.length === 0);
}
