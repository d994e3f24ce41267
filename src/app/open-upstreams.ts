/** The upstreams that this process calls, or the practice world in their place. */
import type { Registry } from 'prom-client';
import { Secret } from '#/domain/secret.ts';
import { createFootballQuota } from '#/upstream/api-football-quota.ts';
import { createApiFootballClient, type ApiFootballClient } from '#/upstream/api-football.ts';
import { createLimiterMetrics, createSharedLimiter, exposeBudgets } from '#/upstream/limiter.ts';
import { placesBelow, SHIPPED } from '#/runtime/places.ts';
import { joinPracticeWorld, startPracticeThread, type PracticeWorld } from '#/runtime/practice.ts';
import { createRiotClient, RIOT, type RiotClient } from '#/upstream/riot.ts';
import { countUpstreamCalls, createBudgetStore } from '#/upstream/permit.ts';
import { keysOf, usesPractice } from '#/upstream/sources.ts';
import { createStaticDataClient, type StaticDataClient } from '#/upstream/static-data.ts';
import type { Base, Stores } from './context.ts';
import { practiceSettings, staticDataAddresses } from './settings-of-parts.ts';
import { stopIfOpened } from '#/runtime/shutdown.ts';

export interface Upstreams {
  readonly practice: PracticeWorld | null;
  readonly riot: RiotClient;
  readonly football: ApiFootballClient;
  readonly staticData: StaticDataClient;
}

/** One that is shared serves every role. Only workers need one of their own, and those that this process starts share it. */
export async function openPractice(ground: Base): Promise<PracticeWorld | null> {
  const { config, roles, workers = 0, shutdown } = ground;
  const hasWork = roles.includes('worker') || workers > 0;
  if (!usesPractice(config) || (config.PRACTICE_URL === undefined && !hasWork)) return null;
  const opening =
    config.PRACTICE_URL === undefined ? runPractice(ground) : joinPractice(ground, config.PRACTICE_URL);
  shutdown.onStop('practice world', () => stopIfOpened(opening));
  return opening;
}

function joinPractice({ log, stopAsked, partChanges }: Base, url: string): Promise<PracticeWorld> {
  const onChange = (): void => void partChanges.dispatchEvent(new Event('change'));
  return joinPracticeWorld({ url, log, signal: stopAsked, onChange });
}

function runPractice({ config, log, partChanges }: Base): Promise<PracticeWorld> {
  return startPracticeThread({
    script: SHIPPED.practiceWorld,
    ...practiceSettings(config),
    clipFolder: placesBelow(config.DATA_DIR).practiceClips,
    memoryFile: placesBelow(config.DATA_DIR).practiceMemory,
    log,
    onChange: () => void partChanges.dispatchEvent(new Event('change')),
  });
}

export function openUpstreams(
  { config, log, shutdown }: Base,
  { database, postgresConnection }: Stores,
  practice: PracticeWorld | null,
  metrics: Registry,
): Upstreams {
  const calls = countUpstreamCalls({ database, log });
  shutdown.onStop('counts of calls', () => calls.stop());
  const limiter = createSharedLimiter({
    connection: postgresConnection,
    change: createBudgetStore(database),
    log,
    observe: createLimiterMetrics(metrics, calls),
  });
  exposeBudgets(metrics, limiter);
  const riot = createRiotClient({
    keys: keysOf(RIOT, ({ key, keySetting }) =>
      practice ? new Secret(practice.keys[key]) : config[keySetting],
    ),
    baseUrl: practice?.riotBaseUrl ?? config.RIOT_BASE_URL,
    limiter,
    timeouts: { timeoutMs: config.RIOT_HTTP_TIMEOUT_MS },
    retries: { unavailable: config.RIOT_MAX_RETRIES },
    log,
  });
  const football = createApiFootballClient({
    key: practice ? new Secret(practice.keys.football) : config.API_FOOTBALL_KEY,
    baseUrl: practice?.footballBaseUrl ?? config.API_FOOTBALL_URL,
    limiter,
    quota: createFootballQuota(database),
    log,
  });
  shutdown.onStop('Riot', () => riot.stop());
  shutdown.onStop('API-Football', () => football.stop());
  shutdown.onStop('limiter', () => limiter.stop());
  const staticData = createStaticDataClient(
    practice
      ? {
          dataDragonUrl: `${practice.staticBaseUrl}/ddragon`,
          communityDragonUrl: `${practice.staticBaseUrl}/cdragon`,
        }
      : staticDataAddresses(config),
  );
  shutdown.onStop('static data', () => staticData.stop());
  return { practice, riot, football, staticData };
}
