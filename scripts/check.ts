/** `npm run check`: every gate and the fast tests, in less than a minute on idle cores. */
import { GATES, runSteps } from './gates.ts';

const failed = await runSteps([
  ...GATES,
  { name: 'fast tests', command: ['vitest/vitest.mjs', 'run', '--project', 'domain', '--project', 'unit'] },
]);
process.exitCode = failed.length === 0 ? 0 : 1;
