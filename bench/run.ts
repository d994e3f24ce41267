/**
 * `npm run bench -- <name>`: one folder per question. Prints tables, keeps a result in the folder of the benchmark, and ends with one
 * line of JSON. No benchmark is a test: the figures depend on the machine.
 */
import { existsSync, readdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Benchmark } from './benchmark.ts';
import { keepResult } from './harness/results.ts';

const name = process.argv[2] ?? '';
const known = readdirSync(import.meta.dirname).filter((folder) =>
  existsSync(join(import.meta.dirname, folder, 'run.ts')),
);
if (!known.includes(name)) {
  console.error(`There is no benchmark ${JSON.stringify(name)}. Known: ${known.join(', ')}.`);
  process.exit(2);
}

const [loadBefore = 0] = loadavg();
const { run } = (await import(`./${name}/run.ts`)) as Benchmark;
const result = await run();
const { ours, peers, floor, steps } = result;
for (const [part, figures] of Object.entries({ ours, ...peers, floor, ...steps })) {
  console.log(`\n${part}`);
  console.table(figures);
}
const file = keepResult(name, result, loadBefore);
console.log(file ?? 'NOT KEPT: the tree has changes that are not committed, so no commit has these figures.');
console.log(JSON.stringify({ name, ...result }));
