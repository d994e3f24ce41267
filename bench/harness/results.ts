/** Results of benchmarks, kept as `results/<date>-<commit>.json` in the folder of the benchmark. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import type { BenchmarkResult } from '../benchmark.ts';

const BENCH = join(import.meta.dirname, '..');

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: BENCH, encoding: 'utf8' }).trim();
}

/** Null: the tree has changes or new files besides results, so no commit has what was measured. */
function cleanCommit(): string | null {
  const changes = git('status', '--porcelain', '--', ':/', ':(exclude,glob)*/results/*.json');
  return changes === '' ? git('rev-parse', '--short=10', 'HEAD') : null;
}

/**
 * Returns the path, or null on a tree with changes: such a result belongs to no commit and is not kept. A later run of the same
 * day and commit gets a number.
 */
export function keepResult(name: string, result: BenchmarkResult, loadBefore: number): string | null {
  const commit = cleanCommit();
  if (commit === null) return null;
  const folder = join(BENCH, name, 'results');
  mkdirSync(folder, { recursive: true });
  const day = new Date().toISOString().slice(0, 10);
  const file = [1, ...Array.from({ length: 98 }, (_, nth) => nth + 2)]
    .map((run) => join(folder, `${day}-${commit}${run === 1 ? '' : `-${run}`}.json`))
    .find((path) => !existsSync(path));
  if (file === undefined) throw new Error(`${folder} has 99 results of ${day} and ${commit}`);
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()}-${arch()}`;
  /** One-minute averages: of the other work before the run, and at the end with the run itself. */
  const load = { before: loadBefore, atEnd: loadavg()[0] ?? 0 };
  const options = process.argv.slice(3).join(' ');
  const kept = { at: new Date().toISOString(), commit, options, machine, load, ...result };
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
  return file;
}

export interface KeptResult extends BenchmarkResult {
  /** Relative to `bench`. */
  readonly file: string;
  readonly at: string;
}

export function readResults(name: string): KeptResult[] {
  const folder = join(BENCH, name, 'results');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const kept = JSON.parse(readFileSync(join(folder, file), 'utf8')) as KeptResult;
      return Object.assign(kept, { file: `${name}/results/${file}` });
    });
}
