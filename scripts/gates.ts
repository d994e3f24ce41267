/** The static gates, in one place: `npm run check` runs them, `npm test` runs them, and a test proves that each can turn red. */
import type { Step } from './run-steps.ts';

export const GATES: readonly Step[] = [
  { name: 'format', command: ['oxfmt/bin/oxfmt', '--check'] },
  { name: 'lint', command: ['oxlint/bin/oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'types', command: ['typescript/bin/tsc', '-p', '.'] },
  { name: 'types of the web page', command: ['typescript/bin/tsc', '-p', 'ui'] },
  { name: 'lines', command: ['../scripts/count-lines.ts'], isShown: true },
  { name: 'supply chain', command: ['../scripts/check-supply-chain.ts'] },
  { name: 'dead code', command: ['knip/bin/knip.js', '--treat-config-hints-as-errors'] },
];
