/**
 * The same calls through our limiter and through those of others, against the same practice edge: who gets an answer to all of
 * them, how often the server had to refuse, and how long it took against what the windows allow.
 * `--all` runs everyone in every case (about an hour), `--long` adds a true personal key (a quarter of an hour).
 */
import { parseArgs } from 'node:util';
import type { BenchmarkResult } from '../benchmark.ts';
import { chooseCases, type Case } from './cases.ts';
import type { ContenderName } from './contenders.ts';
import { installPeers } from '../install-peers.ts';
import { findMatchIds } from './match-ids.ts';
import { measurePermitCost } from './permit-cost.ts';
import { startPracticeEdge, type PracticeEdge } from './practice-edge.ts';
import { race, type Course, type Finish } from './race.ts';
import { startSharedDatabase, type SharedDatabase } from './shared-database.ts';

type Figures = Record<string, number>;

export async function run(): Promise<BenchmarkResult> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { all: { type: 'boolean', default: false }, long: { type: 'boolean', default: false } },
  });
  const hasPeers = installPeers(import.meta.dirname);
  const cases = chooseCases(values);
  const shared = await startSharedDatabase();
  try {
    const edge = await startPracticeEdge();
    try {
      return await Promise.race([measure(edge, shared, cases, hasPeers), toldToStop()]);
    } finally {
      await edge.stop();
    }
  } finally {
    await shared.stop();
  }
}

async function measure(
  edge: PracticeEdge,
  shared: SharedDatabase,
  cases: readonly Case[],
  hasPeers: boolean,
): Promise<BenchmarkResult> {
  const matchIds = await findMatchIds(edge, Math.max(...cases.map(({ calls }) => calls)));
  const figures = await raceAll({ edge, matchIds, databaseDirectory: shared.directory }, cases, hasPeers);
  const { ours = {}, ...peers } = Object.fromEntries(figures);
  const cost = await measurePermitCost(shared);
  return { ours: { ...ours, ...cost }, peers, floor: floorOf(cases) };
}

/** PostgreSQL outlives whoever started it, so it must be stopped also when somebody has seen enough. */
function toldToStop(): Promise<never> {
  return new Promise((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => reject(new Error(`stopped by ${signal}`)));
  });
}

/** One after the other: they must not share the processor. */
async function raceAll(
  course: Course,
  cases: readonly Case[],
  hasPeers: boolean,
): Promise<Map<ContenderName, Figures>> {
  const figures = new Map<ContenderName, Figures>();
  for (const one of cases) {
    console.log(`\n${one.title} · ideal ${one.idealSeconds} s`);
    const rows: Record<string, object> = {};
    for (const contender of one.contenders.filter((name) => hasPeers || name === 'ours')) {
      const finish = await race(course, contender, one);
      rows[contender] = toRow(finish, one);
      figures.set(contender, { ...figures.get(contender), ...toFigures(finish, one.name) });
      for (const [reason, count] of Object.entries(finish.reasons))
        console.log(`  ${contender}: ${count} × ${reason}`);
    }
    console.table(rows);
  }
  return figures;
}

function toRow({ ok, r429, failed, seconds, fullest }: Finish, { idealSeconds }: Case): object {
  return { ok, refused: r429, failed, seconds, 'ideal seconds': idealSeconds, 'fullest window': fullest };
}

function toFigures({ ok, r429, failed, seconds }: Finish, prefix: string): Figures {
  return Object.fromEntries(
    Object.entries({ ok, r429, failed, seconds }).map(([name, value]) => [prefixed(prefix, name), value]),
  );
}

function floorOf(cases: readonly Case[]): Figures {
  return Object.fromEntries(cases.map(({ name, idealSeconds }) => [prefixed(name, 'seconds'), idealSeconds]));
}

function prefixed(prefix: string, name: string): string {
  return prefix === '' ? name : `${prefix}${name[0]?.toUpperCase()}${name.slice(1)}`;
}
