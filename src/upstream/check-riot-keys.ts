/**
 * Checks each Riot key with one cheap call per game, twice an hour, so that an expired key is visible before data is missing. The client
 * records the result.
 */
import { Type } from 'typebox';
import type { RiotClient } from './riot/riot-client.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, retryAt, skip } from '#/runtime/jobs/job-outcome.ts';

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
