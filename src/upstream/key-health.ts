/**
 * What each upstream last answered to our key. It is a row, so that every process can show it and not only the one that called. A scheduled
 * job checks keys, so that an expired key is visible before data is missing.
 */
import type { Logger } from 'pino';
import { Type } from 'typebox';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, retryAt, skip } from '#/runtime/jobs/job-outcome.ts';
import type { Database, Queryable } from '#/runtime/postgres/database.ts';
import type { KeyHealth } from './key-gate.ts';
import { SOURCES, type Clients, type Source } from './sources.ts';

export interface RecordedKeyHealth {
  /** The id of the source. */
  readonly upstream: string;
  readonly state: 'ok' | 'rejected';
  /** HTTP status and message of the refusal. */
  readonly status: number | null;
  readonly message: string | null;
  readonly since: Date;
}

export function readKeyHealth(database: Queryable): Promise<RecordedKeyHealth[]> {
  return database.query<RecordedKeyHealth>(
    'select upstream, state, status, message, since from gamekeeper.upstream_key',
  );
}

export interface KeyHealthRecorderOptions {
  readonly clients: Clients;
  readonly database: Database;
  readonly log: Logger;
  readonly onChange: () => void;
  readonly everyMs?: number;
  readonly sources?: readonly Source[];
}

/** Records changes once a second; a failed write is repeated. What was recorded before is deleted: the keys may have been replaced. */
export async function recordKeyHealth({
  clients,
  database,
  log,
  onChange,
  everyMs = 1_000,
  sources = SOURCES,
}: KeyHealthRecorderOptions): Promise<{ stop(): void }> {
  await database.query('delete from gamekeeper.upstream_key where upstream = any($1)', [
    sources.map(({ id }) => id),
  ]);
  const recorded = new Map<string, string>();
  const record = async (): Promise<void> => {
    for (const source of sources) {
      const health = toRecord(source.id, source.keyHealth(clients));
      const facts = `${health?.state} ${health?.status} ${health?.message}`;
      if (health === null || recorded.get(source.id) === facts) continue;
      await writeKeyHealth(database, health);
      recorded.set(source.id, facts);
      onChange();
    }
  };
  const timer = setInterval(() => {
    record().catch((error: unknown) => log.debug({ err: error }, 'key health not written'));
  }, everyMs);
  return { stop: () => clearInterval(timer) };
}

function toRecord(upstream: string, health: KeyHealth): RecordedKeyHealth | null {
  if (health.state === 'ok') return { upstream, state: 'ok', status: null, message: null, since: new Date() };
  if (health.state !== 'rejected') return null;
  const { state, status, message, since } = health;
  return { upstream, state, status, message, since };
}

async function writeKeyHealth(
  database: Queryable,
  { upstream, state, status, message, since }: RecordedKeyHealth,
): Promise<void> {
  await database.query(
    `insert into gamekeeper.upstream_key (upstream, state, status, message, since) values ($1, $2, $3, $4, $5)
     on conflict (upstream) do update
       set state = excluded.state, status = excluded.status, message = excluded.message, since = excluded.since,
           heard_at = now()`,
    [upstream, state, status, message, since],
  );
}

export interface CheckKeysDependencies {
  readonly clients: Clients;
  readonly now: () => Date;
}

const RETRY_MS = 60_000;

/** The client records the result. */
export function createCheckRiotKeys({ clients, now }: CheckKeysDependencies): JobKind<object> {
  return defineJob({
    kind: 'maintenance/check-riot-keys',
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 5, firstDelaySeconds: 30, maxDelaySeconds: 600 },
    concurrency: 1,
    schedule: { cron: '*/30 * * * *', timeZone: 'UTC', missed: 'skip', payload: {} },
    async handle(_payload, { signal }) {
      const due = SOURCES.filter(
        (source) => source.isCheckedOnSchedule && source.keyHealth(clients).state !== 'missing',
      );
      const outcomes = await Promise.all(
        due.map((source) => source.checkKey(clients, { lane: 'live', signal })),
      );
      if (outcomes.length === 0) return skip('no key is set');
      const failed = outcomes.find(({ outcome }) => outcome === 'unavailable' || outcome === 'rateLimited');
      if (failed === undefined) return done();
      return retryAt(new Date(now().getTime() + RETRY_MS), `Riot was ${failed.outcome}`);
    },
  });
}
