/** Runs commands side by side and shows each with its time; what a failing one said is shown in full. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '..');

export interface Step {
  readonly name: string;
  /** The script of a package in node_modules, or one of our own seen from there, and its arguments. */
  readonly command: readonly [script: string, ...args: string[]];
  /** What it prints is shown also when it succeeds. */
  readonly isShown?: boolean;
}

/** Resolves to the names of the steps that failed. */
export async function runSideBySide(steps: readonly Step[]): Promise<string[]> {
  const results = await Promise.all(steps.map(reportStep));
  return results.filter((result) => !result.ok).map((result) => result.name);
}

export async function runStep({ command }: Step, cwd: string): Promise<{ ok: boolean; said: string }> {
  const [script, ...args] = command;
  // tsc turns on Node's compile cache, by default in a folder that other users may have made.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(repository, 'node_modules/.cache/gamekeeper') };
  const child = spawn(process.execPath, [join(repository, 'node_modules', script), ...args], { cwd, env });
  const said: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { ok: code === 0, said: Buffer.concat(said).toString() };
}

async function reportStep(step: Step): Promise<{ name: string; ok: boolean }> {
  const startedAt = performance.now();
  const { ok, said } = await runStep(step, repository);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${ok ? '✓' : '✗'} ${step.name} (${seconds} s)`);
  if (!ok || step.isShown === true) console.log(said.trimEnd());
  return { name: step.name, ok };
}
