/**
 * The static gates: `npm run check` and `npm test` run them side by side, and `test/gates.test.ts` proves that each can turn red.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Step {
  readonly name: string;
  /** A script of a package in node_modules, or one of this project by its path from there, and its arguments. */
  readonly command: readonly [script: string, ...args: string[]];
  /** Its output is shown also when it succeeds. */
  readonly isShown?: boolean;
}

export const GATES: readonly Step[] = [
  { name: 'format', command: ['oxfmt/bin/oxfmt', '--check'] },
  { name: 'lint', command: ['oxlint/bin/oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'types', command: ['typescript/bin/tsc', '-p', '.'] },
  { name: 'types of the web page', command: ['typescript/bin/tsc', '-p', 'ui'] },
  { name: 'lines', command: ['../scripts/count-lines.ts'], isShown: true },
  { name: 'supply chain', command: ['../scripts/check-supply-chain.ts'] },
  { name: 'dead code', command: ['knip/bin/knip.js', '--treat-config-hints-as-errors'] },
];

const REPOSITORY = join(import.meta.dirname, '..');
/** By default tsc and Node keep compiled code in a folder that another user may have made. */
export const COMPILE_CACHE = join(REPOSITORY, 'node_modules/.cache/gamekeeper');

/** Runs the steps side by side, prints each with its time, and resolves with the names of those that failed. */
export async function runSteps(steps: readonly Step[]): Promise<string[]> {
  const results = await Promise.all(
    steps.map(async (step) => {
      const startedAt = performance.now();
      const { ok, output } = await runStep(step, REPOSITORY);
      console.log(
        `${ok ? '✓' : '✗'} ${step.name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`,
      );
      if (!ok || step.isShown === true) console.log(output.trimEnd());
      return ok ? [] : [step.name];
    }),
  );
  return results.flat();
}

export async function runStep({ command }: Step, cwd: string): Promise<{ ok: boolean; output: string }> {
  const [script, ...args] = command;
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE };
  const child = spawn(process.execPath, [join(REPOSITORY, 'node_modules', script), ...args], { cwd, env });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { ok: code === 0, output: Buffer.concat(chunks).toString() };
}
