/**
 * The same calls through our limiter and through those of others, against the same practice edge: how many are answered, how often the
 * server refused, and how long it took against what the windows allow. `--cases cold,personal` (see `cases.ts`), `--rounds 3`,
 * `--contenders ours,bottleneck` for fewer.
 */
import { join } from 'node:path';
import type { BenchmarkResult, Figures } from '../benchmark.ts';
import { readOptions } from '../harness/options.ts';
import { startProgram } from '../harness/programs.ts';
import { inRounds } from '../harness/rounds.ts';
import { summariseEach } from '../harness/statistics.ts';
import { makeFolder, openPostgres } from '../harness/stores.ts';
import { installPeers } from '../install-peers.ts';
import { CASES, type Case } from './cases.ts';
import type { ContenderName, Done, Work } from './contender-process.ts';
import { startEdge, type Edge } from './edge.ts';

const PROGRAM = join(import.meta.dirname, 'contender-process.ts');

interface Course {
  readonly edge: Edge;
  readonly matchIds: readonly string[];
  readonly databaseDirectory: string;
}

export async function run(): Promise<BenchmarkResult> {
  const {
    cases: chosen,
    rounds,
    contenders,
  } = readOptions({ cases: 'cold', rounds: 3, contenders: 'ours,bottleneck,fightmegg,whisper,twisted' });
  const names = installPeers(import.meta.dirname) ? contenders.split(',') : ['ours'];
  const cases = CASES.filter(({ name }) => chosen.split(',').includes(name));
  const folder = makeFolder();
  const postgres = await openPostgres(folder.path);
  const edge = await startEdge();
  try {
    const matchIds = await edge.findMatchIds(Math.max(...cases.map(({ calls }) => calls)));
    const course = { edge, matchIds, databaseDirectory: postgres.directory };
    const figures: Record<string, Figures> = {};
    for (const one of cases) {
      const samples = await inRounds(
        Object.fromEntries(names.map((name) => [name, () => race(course, name as ContenderName, one)])),
        rounds,
      );
      for (const name of names)
        figures[name] = { ...figures[name], ...prefixed(one, summariseEach(samples[name] ?? [])) };
    }
    const { ours = {}, ...peers } = figures;
    const floors = cases.map((one) => prefixed(one, { seconds: one.idealSeconds, calls: one.calls }));
    return {
      ours: { ...ours, rounds },
      peers,
      floor: Object.assign({}, ...floors) as Figures,
    };
  } finally {
    await edge.stop();
    await postgres.stop();
    folder.remove();
  }
}

/** One contender at a time. Its processes begin together; `refused` is what the server counted. */
async function race(course: Course, contender: ContenderName, one: Case): Promise<Figures> {
  const { edge, databaseDirectory } = course;
  const { key, name } = await edge.createKey(one.limits);
  await edge.setDelays(one.delays);
  const matchIds = course.matchIds.slice(0, one.calls);
  const work: Omit<Work, 'matchIds'> = {
    contender,
    upstream: { url: edge.url, key, limits: one.limits, databaseDirectory },
    isWarm: one.isWarm,
    patienceMs: one.patienceMs,
  };
  const programs = await Promise.all(
    Array.from({ length: one.processes }, (_, hand) =>
      startProgram(PROGRAM, { ...work, matchIds: matchIds.filter((_id, at) => at % one.processes === hand) }),
    ),
  );
  const done = await Promise.all(programs.map((program) => program.ask<Done>('go')));
  await Promise.all(programs.map((program) => program.stop()));
  for (const { reasons } of done)
    if (Object.keys(reasons).length > 0) console.log(`${one.name}: ${contender}: ${JSON.stringify(reasons)}`);
  const ok = done.reduce((sum, each) => sum + each.ok, 0);
  const seconds = Math.max(...done.map((each) => each.seconds));
  return { ok, refused: await edge.refused(name), failed: one.calls - ok, seconds };
}

function prefixed({ name }: Case, figures: Figures): Figures {
  return Object.fromEntries(
    Object.entries(figures).map(([figure, value]) => [
      `${name}${figure[0]?.toUpperCase()}${figure.slice(1)}`,
      value,
    ]),
  );
}
