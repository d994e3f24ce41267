/**
 * API-Football as this process sees it: the operator's key and the service itself, or the practice world with a key of its own. The
 * minute's limit is the shared limiter's, the day's quota is a row of its own.
 */
import type { Logger } from 'pino';
import type { Limiter } from '#/domain/limiter/limiter.ts';
import { Secret } from '#/domain/secret.ts';
import { createApiFootballClient, type ApiFootballClient } from './api-football.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { createFootballQuota } from './api-football-quota.ts';
import type { PracticeWorld } from '#/runtime/practice.ts';

export interface FootballUpstreamOptions {
  readonly key: Secret | undefined;
  readonly baseUrl: string;
  /** Takes the place of API-Football and of its key. */
  readonly practice: PracticeWorld | null;
  readonly limiter: Limiter;
  readonly database: Database;
  readonly log: Logger;
}

export interface FootballUpstream {
  readonly client: ApiFootballClient;
  stop(): Promise<void>;
}

export function openFootballUpstream(options: FootballUpstreamOptions): FootballUpstream {
  const { key, baseUrl, practice, limiter, database, log } = options;
  const client = createApiFootballClient({
    key: practice ? new Secret(practice.keys.football) : key,
    baseUrl: practice?.footballBaseUrl ?? baseUrl,
    limiter,
    quota: createFootballQuota(database),
    log,
  });
  return { client, stop: () => client.stop() };
}
