/** One call with a key, to see whether it is let in. Nobody else is calling: one call is within any limit, and API-Football's is not counted. */
import type { Config } from '#/config.ts';
import type { DayQuota } from '#/domain/football/day-quota.ts';
import type { Limiter } from '#/domain/limiter/limiter.ts';
import { createApiFootballClient } from '#/upstream/api-football.ts';
import type { Outcome } from '#/upstream/outcome.ts';
import { createRiotClient } from '#/upstream/riot.ts';

export interface KeyTrials {
  readonly tft: () => Promise<Outcome<unknown>>;
  readonly lol: () => Promise<Outcome<unknown>>;
  readonly football: () => Promise<Outcome<unknown>>;
  stop(): Promise<void>;
}

const timeouts = { timeoutMs: 5_000 };
const retries = { unavailable: 0, rateLimited: 0 };
const limiter: Limiter = {
  acquire: async () => ({ answered: () => undefined, lost: () => undefined, giveBack: () => undefined }),
};
const quota: DayQuota = { take: async () => ({ isGranted: true }), hear: async () => undefined };

export function openKeyTrials(config: Config): KeyTrials {
  const riot = createRiotClient({
    keys: { tft: config.RIOT_TFT_API_KEY, lol: config.RIOT_LOL_API_KEY },
    baseUrl: config.RIOT_BASE_URL,
    limiter,
    timeouts,
    retries,
  });
  const football = createApiFootballClient({
    key: config.API_FOOTBALL_KEY,
    baseUrl: config.API_FOOTBALL_URL,
    limiter,
    quota,
    timeouts,
    retries,
  });
  return {
    tft: () => riot.tftStatus({ platform: 'euw1' }, { lane: 'person' }),
    lol: () => riot.lolStatus({ platform: 'euw1' }, { lane: 'person' }),
    football: () => football.status({ lane: 'person' }),
    async stop() {
      await Promise.all([riot.stop(), football.stop()]);
    },
  };
}
