import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/** A limit ends a test that waits for what never happens. It says nothing about speed, so it is far away. */
const WAIT_LIMIT_MS = 600_000;

/** Of all properties of this run. Workers inherit the environment; fast-check prints the seed of a property that fails. */
const seed = (process.env['PROPERTY_SEED'] ??=
  process.env['TEST_SEED'] ?? String(Math.floor(Math.random() * 1_000_000)));
const setupFiles = ['test/support/property-seed.ts'];
/** Tests outside of the source folders that start nothing. */
const FAST_TESTS = [
  'test/imports.test.ts',
  'test/hostile/*-parsers.test.ts',
  'test/hostile/{found-cases,upstream-payloads}.test.ts',
  'test/drill/{oracle,tricks,memory-watch,drill-results}.test.ts',
  'test/football/oracle.test.ts',
  'test/load/soak-judgement.test.ts',
  'test/security/{documented-controls,page-source}.test.ts',
  'test/support/{mutant-list,until,matches-board}.test.ts',
];
/** What needs the browser that pages are tested with. */
const PAGE_TESTS = ['test/browser/**/*.test.ts', 'test/security/foreign-page.test.ts'];

/**
 * Projects whose tests mostly wait, for processes that start and end, run side by side: one group, so that
 * no worker is idle until the last file of another project has ended.
 */
const TOGETHER = { maxWorkers: 6, sequence: { groupOrder: 1 } } as const;

/**
 * Five projects, told apart by file name:
 * `x.test.ts` runs alone in milliseconds (`domain`, which is covered whole, and `unit`), `x.integration.test.ts` gets real stores,
 * `test/browser/` shares one product and one browser (`pages`), and the rest of `test/` starts products of its own.
 */
export default defineConfig({
  test: {
    // What is pure can be covered whole; elsewhere a number would only be a number.
    coverage: { include: ['src/domain/**/*.ts'], reporter: ['text-summary'], thresholds: { 100: true } },
    sequence: { sequencer: LongestFirst },
    reporters: ['default', { onInit: () => void process.stdout.write(`properties: TEST_SEED=${seed}\n`) }],
    projects: [
      {
        test: {
          name: 'domain',
          setupFiles,
          include: ['src/domain/**/*.test.ts'],
          isolate: false,
          sequence: { groupOrder: 0 },
          // Property tests take seconds, and more on a busy machine.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'unit',
          setupFiles,
          include: ['{src,ui,practice,scripts}/**/*.test.ts', ...FAST_TESTS],
          exclude: ['src/domain/**', '**/*.integration.test.ts', '**/node_modules/**'],
          isolate: false,
          sequence: { groupOrder: 0 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'integration',
          setupFiles,
          include: ['{src,practice}/**/*.integration.test.ts'],
          globalSetup: ['test/support/stores.global-setup.ts'],
          // Loading the module graph takes 0.35 s of processor time, which a worker then spends once instead of once for each file.
          isolate: false,
          ...TOGETHER,
          testTimeout: WAIT_LIMIT_MS,
          hookTimeout: WAIT_LIMIT_MS,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        test: {
          name: 'product',
          setupFiles,
          include: ['test/**/*.test.ts'],
          exclude: [...FAST_TESTS, ...PAGE_TESTS],
          testTimeout: WAIT_LIMIT_MS,
          hookTimeout: WAIT_LIMIT_MS,
          expect: { poll: { timeout: 120_000 } },
          ...TOGETHER,
        },
      },
      {
        test: {
          name: 'pages',
          setupFiles,
          include: PAGE_TESTS,
          globalSetup: ['test/support/pages.global-setup.ts'],
          isolate: false,
          ...TOGETHER,
          testTimeout: WAIT_LIMIT_MS,
          hookTimeout: WAIT_LIMIT_MS,
          expect: { poll: { timeout: 120_000 } },
        },
      },
    ],
  },
});
