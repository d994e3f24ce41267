/** `npm run check`: every gate and the unit tests, in under a minute. */
import { GATES } from './gates.ts';
import { runSideBySide } from './run-steps.ts';

const failed = await runSideBySide([
  ...GATES,
  { name: 'unit tests', command: ['vitest/vitest.mjs', 'run', '--project', 'domain', '--project', 'unit'] },
]);
process.exitCode = failed.length === 0 ? 0 : 1;
