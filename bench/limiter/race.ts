/** One contender in one case: its processes are started, let go together, and compared with what the server saw of them. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Case } from './cases.ts';
import type { Done, Work } from './contender-process.ts';
import type { ContenderName } from './contenders.ts';
import type { PracticeEdge } from './practice-edge.ts';

export interface Course {
  readonly edge: PracticeEdge;
  readonly matchIds: readonly string[];
  readonly databaseDirectory: string;
}

export interface Finish {
  readonly ok: number;
  /** Seen by the server. */
  readonly r429: number;
  /** Given up by the contender. */
  readonly failed: number;
  readonly seconds: number;
  readonly fullest: string;
  readonly reasons: Readonly<Record<string, number>>;
}

const PROGRAM = join(import.meta.dirname, 'contender-process.ts');

export async function race(course: Course, contender: ContenderName, one: Case): Promise<Finish> {
  const { edge, databaseDirectory } = course;
  const { key, name } = await edge.createKey(one.limits);
  await edge.setDelays(one.delays);
  const work = {
    contender,
    upstream: { url: edge.url, key, limits: one.limits, databaseDirectory },
    isWarm: one.isWarm,
    patienceMs: one.patienceMs,
  };
  const shares = dealOut(course.matchIds.slice(0, one.calls), one.processes);
  const runners = await Promise.all(shares.map((matchIds) => startRunner({ ...work, matchIds })));
  const done = await Promise.all(runners.map(letGo));
  const seen = await edge.seen(name);
  return { ...sumUp(done), r429: seen.refused, fullest: seen.fullest };
}

function dealOut<T>(all: readonly T[], hands: number): T[][] {
  return Array.from({ length: hands }, (_, hand) => all.filter((_each, at) => at % hands === hand));
}

async function startRunner(work: Work): Promise<ChildProcess> {
  const runner = fork(PROGRAM);
  runner.send(work);
  await messageOf(runner);
  return runner;
}

async function letGo(runner: ChildProcess): Promise<Done> {
  const ended = once(runner, 'exit');
  runner.send('go');
  const done = (await messageOf(runner)) as Done;
  await ended;
  return done;
}

async function messageOf(runner: ChildProcess): Promise<unknown> {
  const dead = once(runner, 'exit').then(([code]) => {
    throw new Error(`a contender's process ended (${code}) before it was done`);
  });
  const [message] = (await Promise.race([once(runner, 'message'), dead])) as [unknown];
  dead.catch(() => undefined); // From here on, ending is what it should do.
  return message;
}

function sumUp(all: readonly Done[]): Omit<Finish, 'r429' | 'fullest'> {
  const reasons: Record<string, number> = {};
  for (const done of all)
    for (const [reason, count] of Object.entries(done.reasons))
      reasons[reason] = (reasons[reason] ?? 0) + count;
  return {
    ok: all.reduce((sum, { ok }) => sum + ok, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    seconds: Math.round(Math.max(...all.map(({ seconds }) => seconds)) * 100) / 100,
    reasons,
  };
}
