/**
 * Who is alive. Every worker process says every few seconds that its runs go on, and looks for runs of others that have
 * fallen silent: their jobs go back to the queue at once. With a beat of 3 s, a lease of 10 s and a look every 4 s, a job of a
 * killed worker is taken again 7 to 14 s after the kill (20 s are promised).
 *
 * pg-boss can do this too (`heartbeatSeconds`), but it would make the job wait for its retry delay, which may be an hour, and
 * spend an attempt; and right after an outage of PostgreSQL it would take jobs from workers that live and could not say so.
 * Therefore nobody is declared dead while this process itself has had no contact for a whole lease.
 */
import { performance } from 'node:perf_hooks';
import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { JobEnd } from '#/contract/status.ts';
import type { Database } from '../postgres/database.ts';
import { insertJobEnds, type JobLogEntry } from './job-log.ts';
import { toBossDatabase } from './boss-database.ts';
import {
  exhaustRetries,
  findAbandoned,
  returnAbandoned,
  touchClaims,
  type AbandonedJob,
} from './claimed-jobs.ts';
import type { JobWorker } from './job-worker.ts';
import { repeat } from './repeat.ts';

export interface ClaimKeeperOptions {
  readonly boss: PgBoss;
  readonly database: Database;
  readonly workers: () => readonly JobWorker[];
  readonly log: Logger;
  readonly onEnd: (end: JobEnd) => void;
  readonly stop: AbortSignal;
}

const BEAT_MS = 3_000;
const LOOK_MS = 4_000;
const LEASE_SECONDS = 10;
/** The longest wait of a dead worker's job. */
export const TAKEOVER_MS = LEASE_SECONDS * 1_000 + LOOK_MS;
/**
 * A job that outlived some workers may have killed them, and then it must not go on doing so as fast as it can. Or somebody kills them all, and
 * the job only happened to run: of a batch that takes a minute, six processes may well be killed. One that outlived many more did it.
 */
const SUSPECT = { crashes: 5, waitSeconds: 30 };
const MAX_CRASHES = 19;

export async function keepClaims(options: ClaimKeeperOptions): Promise<void> {
  let silentUntil = -Infinity;
  const guarded = (what: string, work: () => Promise<void>) => async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      const isNew = performance.now() >= silentUntil;
      silentUntil = performance.now() + LEASE_SECONDS * 1_000;
      options.log[isNew ? 'warn' : 'debug']({ err: error }, what);
    }
  };
  await Promise.all([
    repeat(
      BEAT_MS,
      options.stop,
      guarded('running jobs could not be kept alive', () => sayThatRunsGoOn(options)),
    ),
    repeat(
      LOOK_MS,
      options.stop,
      guarded('jobs of dead workers could not be looked for', async () => {
        if (performance.now() >= silentUntil) await takeFromTheDead(options);
      }),
    ),
  ]);
}

async function sayThatRunsGoOn({ database, workers }: ClaimKeeperOptions): Promise<void> {
  const held = workers().map((worker) => ({ worker, claims: worker.claims() }));
  const claims = held.flatMap(({ worker, claims }) =>
    claims.map((claim) => ({ ...claim, kind: worker.kind })),
  );
  if (claims.length === 0) return;
  const ours = new Set(await touchClaims(database, claims));
  for (const { worker, claims } of held) {
    // A run that was settled while we asked is missing too; to lose it then changes nothing.
    worker.lose(claims.filter((claim) => !ours.has(claim.id)));
  }
}

async function takeFromTheDead({ boss, database, workers, log, onEnd }: ClaimKeeperOptions): Promise<void> {
  const kinds = workers().map((worker) => worker.kind);
  const entries = await database.transaction(async (tx) => {
    const abandoned = await findAbandoned(tx, kinds, LEASE_SECONDS);
    if (abandoned.length === 0) return [];
    const poison = abandoned.filter((job) => job.crashes >= MAX_CRASHES);
    for (const job of poison) {
      await exhaustRetries(tx, job.kind, [job.id]);
      await boss.fail(job.kind, job.id, { message: deathsOf(job) }, { db: toBossDatabase(tx) });
    }
    const returned = abandoned.filter((job) => job.crashes < MAX_CRASHES);
    await returnAbandoned(
      tx,
      returned.map((job) => job.id),
      SUSPECT,
    );
    const entries = [
      ...returned.map((job) => toLogEntry(job, 'retried', 'its worker died')),
      ...poison.map((job) => toLogEntry(job, 'dead-lettered', deathsOf(job))),
    ];
    await insertJobEnds(tx, entries);
    return entries;
  });
  if (entries.length === 0) return;
  log.warn({ jobs: entries.length }, 'jobs of a dead worker taken over');
  for (const { jobId: _, ...end } of entries) onEnd({ ...end, endedAt: new Date().toISOString() });
  for (const worker of workers()) worker.wake();
}

function deathsOf(job: AbandonedJob): string {
  return `${job.crashes + 1} workers died while they ran it`;
}

function toLogEntry(job: AbandonedJob, outcome: JobEnd['outcome'], reason: string): JobLogEntry {
  const { kind, key, id, retryCount, durationMs } = job;
  return { kind, key, runName: null, jobId: id, outcome, attempts: retryCount + 1, durationMs, reason };
}
