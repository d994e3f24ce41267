/**
 * `npm run mutants`: breaks the code on purpose and reports which breaks no test notices.
 *
 *   npm run mutants                            every entry of test/mutants.json
 *   npm run mutants -- --only limiter          entries whose file or promise contains the text
 *   npm run mutants -- --sample 40 --seed 7    random operator mutations of the folders in SAMPLED, with a score
 *
 * Mutations are made in a copy of the tracked files, so an interrupted run leaves the working tree as it was. A mutant is
 * caught when its tests fail; the same tests must pass on the unchanged copy first. Exit code 1: a mutant survived.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { applyMutant, readMutants, type Mutant } from './mutants/mutant-list.ts';
import { sampleMutants } from './mutants/operator-mutants.ts';
import { createTestRuns } from './mutants/test-runs.ts';

const REPOSITORY = join(import.meta.dirname, '..');
/** Folders of `src/domain` that carry the most arithmetic and rules. */
const SAMPLED = [
  'src/domain/limiter',
  'src/domain/statistics',
  'src/domain/football/goals',
  'src/domain/tft/explore',
];

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string' },
  },
});
const copy = copyTrackedFiles();
const runs = createTestRuns(copy);
try {
  const survivors = await (values.sample === undefined
    ? runList(values.only ?? '')
    : runSample(values.sample));
  process.exitCode = survivors === 0 ? 0 : 1;
} finally {
  runs.end();
  rmSync(copy, { recursive: true, force: true });
}

function runList(text: string): Promise<number> {
  const mutants = readMutants(join(REPOSITORY, 'test/mutants.json')).filter(
    ({ file, promise }) => file.includes(text) || promise.includes(text),
  );
  return report(mutants);
}

async function runSample(size: string): Promise<number> {
  const count = Number(size);
  const seed = Number(values.seed ?? Date.now() % 100_000);
  if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed))
    throw new Error(`--sample ${size} --seed ${values.seed}: expected whole numbers`);
  let survivors = 0;
  for (const folder of SAMPLED) {
    const mutants = sampleMutants(REPOSITORY, folder, count, seed);
    const missed = await report(mutants);
    const share = ((1 - missed / mutants.length) * 100).toFixed(1);
    console.log(
      `${folder}: ${mutants.length - missed} of ${mutants.length} caught, ${share} %, seed ${seed}`,
    );
    survivors += missed;
  }
  return survivors;
}

/** Prints a line per mutant and returns how many survived. */
async function report(mutants: readonly Mutant[]): Promise<number> {
  const passing = new Map<string, boolean>();
  let survivors = 0;
  for (const mutant of mutants) {
    const tests = mutant.tests.join(' ');
    if (!passing.has(tests)) passing.set(tests, await runs.pass(mutant.tests));
    const verdict = passing.get(tests) === true ? await tryMutant(mutant) : 'tests fail without the mutation';
    if (verdict !== 'caught') survivors += 1;
    console.log(`${verdict === 'caught' ? '✓' : '✗'} ${mutant.file}: ${mutant.promise} (${verdict})`);
  }
  console.log(`${mutants.length - survivors} of ${mutants.length} mutants caught`);
  return survivors;
}

async function tryMutant(mutant: Mutant): Promise<'caught' | 'survived'> {
  const path = join(copy, mutant.file);
  const source = readFileSync(path, 'utf8');
  edit(path, applyMutant(source, mutant));
  const survived = await runs.pass(mutant.tests);
  edit(path, source);
  return survived ? 'survived' : 'caught';
}

function edit(path: string, source: string): void {
  writeFileSync(path, source);
  runs.noteEdit(path);
}

function copyTrackedFiles(): string {
  // Not below node_modules: Node runs no TypeScript there, and tests start programs of ours.
  const folder = mkdtempSync(join(tmpdir(), 'gamekeeper-mutants-'));
  const list = execFileSync('git', ['ls-files', '-z'], { cwd: REPOSITORY, encoding: 'utf8' });
  for (const file of list.split('\0').filter(Boolean)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(join(REPOSITORY, file), join(folder, file));
  }
  symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
  // A lockfile newer than the install makes `bin/` run `npm ci`, which empties the repository's node_modules through the link.
  utimesSync(join(folder, 'package-lock.json'), new Date(0), new Date(0));
  return folder;
}
