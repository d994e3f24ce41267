/** What each upstream last said of our key. */
import type { Database, Queryable } from '#/runtime/postgres/database.ts';
import type { Logger } from 'pino';
import type { KeyHealth } from './key-gate.ts';
import { Type } from 'typebox';
import type { RiotClient } from './riot.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, retryAt, skip } from '#/runtime/jobs/job-outcome.ts';

export interface HeardOfKey {
  readonly upstream: string;
  readonly state: 'ok' | 'rejected';
  /** Of the refusal: the HTTP status and what the upstream wrote. */
  readonly status: number | null;
  readonly message: string | null;
  readonly since: Date;
}

async function recordHeardOfKey(database: Queryable, heard: HeardOfKey): Promise<void> {
  const { upstream, state, status, message, since } = heard;
  await database.query(
    `insert into gamekeeper.upstream_key (upstream, state, status, message, since) values ($1, $2, $3, $4, $5)
     on conflict (upstream) do update
       set state = excluded.state, status = excluded.status, message = excluded.message, since = excluded.since,
           heard_at = now()`,
    [upstream, state, status, message, since],
  );
}

export function listHeardOfKeys(database: Queryable): Promise<HeardOfKey[]> {
  return database.query<HeardOfKey>(
    'select upstream, state, status, message, since from gamekeeper.upstream_key',
  );
}

/** A key that is replaced or taken away has not been heard of yet. */
export async function forgetHeardOfKeys(database: Queryable, upstreams: readonly string[]): Promise<void> {
  await database.query('delete from gamekeeper.upstream_key where upstream = any($1)', [upstreams]);
}

/**
 * Writes down what upstreams say of our keys, so that every process can show it and not only the one that called. It looks every
 * few seconds and writes only what is new; a write that fails is made up for by the next look.
 */

export interface KeyHealthReportOptions {
  /** By the upstream's id. */
  readonly health: () => Readonly<Record<string, KeyHealth>>;
  readonly database: Database;
  readonly log: Logger;
  readonly onChange: () => void;
  readonly everyMs?: number;
}

export function startKeyHealthReport(options: KeyHealthReportOptions): { stop(): void } {
  const told = new Map<string, string>();
  const look = async (): Promise<void> => {
    for (const heard of heardBy(options.health())) {
      const facts = `${heard.state} ${heard.status} ${heard.message}`;
      if (told.get(heard.upstream) === facts) continue;
      await recordHeardOfKey(options.database, heard);
      told.set(heard.upstream, facts);
      options.onChange();
    }
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => options.log.debug({ err: error }, 'key health not written'));
  }, options.everyMs ?? 1_000);
  return { stop: () => clearInterval(timer) };
}

function heardBy(health: Readonly<Record<string, KeyHealth>>): HeardOfKey[] {
  return Object.entries(health).flatMap(([upstream, heard]): HeardOfKey[] => {
    if (heard.state === 'ok')
      return [{ upstream, state: 'ok', status: null, message: null, since: new Date() }];
    if (heard.state !== 'rejected') return [];
    const { status, message, since } = heard;
    return [{ upstream, state: 'rejected', status, message, since }];
  });
}

/**
 * Checks each Riot key with one cheap call per game, twice an hour, so that an expired key is visible before data is missing. The client
 * records the result.
 */

export interface CheckRiotKeysDependencies {
  readonly riot: Pick<RiotClient, 'keyHealth' | 'tftStatus' | 'lolStatus'>;
  readonly now: () => Date;
}

/** Any platform can check a key; this one serves both games. */
const PLATFORM = 'euw1';
const TRY_AGAIN_MS = 60_000;

export function createCheckRiotKeys({ riot, now }: CheckRiotKeysDependencies): JobKind<object> {
  return defineJob({
    kind: 'maintenance/check-riot-keys',
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 5, firstDelaySeconds: 30, maxDelaySeconds: 600 },
    concurrency: 1,
    schedule: { cron: '*/30 * * * *', timeZone: 'UTC', missed: 'skip', payload: {} },
    async handle(_payload, { signal }) {
      const health = riot.keyHealth();
      const options = { lane: 'live', signal } as const;
      const outcomes = await Promise.all([
        ...(health.tft.state === 'missing' ? [] : [riot.tftStatus({ platform: PLATFORM }, options)]),
        ...(health.lol.state === 'missing' ? [] : [riot.lolStatus({ platform: PLATFORM }, options)]),
      ]);
      if (outcomes.length === 0) return skip('no key is set');
      const failed = outcomes.find(({ outcome }) => outcome === 'unavailable' || outcome === 'rateLimited');
      if (failed === undefined) return done();
      return retryAt(new Date(now().getTime() + TRY_AGAIN_MS), `Riot was ${failed.outcome}`);
    },
  });
}
