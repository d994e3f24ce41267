/**
 * `npm run bench -- <name>`: one folder per question. A benchmark prints a readable table, keeps a dated result in its folder,
 * and ends with one line of JSON. It is never a test: what is timed depends on the machine.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Benchmark } from './benchmark.ts';

const name = process.argv[2] ?? '';
const known = readdirSync(import.meta.dirname).filter((folder) =>
  existsSync(join(import.meta.dirname, folder, 'run.ts')),
);
if (!known.includes(name)) {
  console.error(`There is no benchmark ${JSON.stringify(name)}. Known: ${known.join(', ')}.`);
  process.exit(2);
}

const loadBefore = loadavg();
const { run } = (await import(`./${name}/run.ts`)) as Benchmark;
const result = await run();
for (const [who, figures] of Object.entries(result)) {
  console.log(`\n${who}`);
  console.table(figures);
}
const results = join(import.meta.dirname, name, 'results');
mkdirSync(results, { recursive: true });
const day = new Date().toISOString().slice(0, 10);
// With `-dirty` where the tree has changes that are not committed.
const describe = ['describe', '--always', '--exclude=*', '--abbrev=10', '--dirty'];
const commit = execFileSync('git', describe, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()}-${arch()}`;
/** Averages over one minute: of the machine before the run, and at its end with the run itself. */
const load = { before: loadBefore[0] ?? 0, atEnd: loadavg()[0] ?? 0 };
writeFileSync(
  join(results, `${day}-${commit}.json`),
  `${JSON.stringify({ day, commit, machine, load, ...result }, null, 2)}\n`,
);
console.log(JSON.stringify({ name, ...result }));
