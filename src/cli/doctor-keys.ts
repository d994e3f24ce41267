/**
 * Doctor's check of the API keys. If Gamekeeper runs, the recorded key health is used, because a call beside it would be outside its budget.
 * Otherwise each key is checked with one call.
 */
import type { Config } from '#/config.ts';
import type { DayQuota } from '#/domain/football/day-quota.ts';
import type { Limiter } from '#/domain/limiter/limiter.ts';
import { placesBelow } from '#/runtime/places.ts';
import { createDatabase, type PostgresConnection } from '#/runtime/postgres/database.ts';
import { findRunningPostgres } from '#/runtime/postgres/embedded/embedded-postgres.ts';
import { createApiFootballClient } from '#/upstream/api-football.ts';
import { readKeyHealth, type RecordedKeyHealth } from '#/upstream/key-health.ts';
import { createRiotClient, RIOT } from '#/upstream/riot.ts';
import {
  describeSources,
  keysOf,
  SOURCES,
  usesPractice,
  type Clients,
  type Source,
} from '#/upstream/sources.ts';
import { ok, type CheckContext, type Finding } from './finding.ts';

export async function checkKeys(
  context: CheckContext,
  sources: readonly Source[] = SOURCES,
): Promise<Finding[]> {
  const { config } = context;
  if (usesPractice(config, sources))
    return sources.map(({ name }) => ok('keys', `${name}: the practice world stands in`));
  const described = describeSources(config, await readRecorded(context), sources);
  const clients = openClients(config);
  try {
    return await Promise.all(
      sources.map(async (source, index) => {
        const { key, state, detail } = described[index] ?? { key: 'missing', state: 'unknown', detail: null };
        if (key === 'missing')
          return warning(
            `${source.name}: no key`,
            `Nothing is collected from there. Set ${source.keySetting} to change that.`,
          );
        if (state === 'ok') return ok('keys', `${source.name}: set and accepted`);
        if (state === 'rejected') return refused(source, detail ?? 'refused');
        return checkKey(source, clients);
      }),
    );
  } finally {
    await clients.stop();
  }
}

async function checkKey(source: Source, clients: Clients): Promise<Finding> {
  const { name, api, addressSetting } = source;
  const answer = await source.checkKey(clients, { lane: 'person' });
  if (answer.outcome === 'ok') return ok('keys', `${name}: set and accepted`);
  if (answer.outcome === 'forbidden')
    return refused(source, answer.status === null ? answer.message : `${answer.message} (${answer.status})`);
  return warning(
    `${name}: set, but could not be checked (${answer.outcome})`,
    `Is ${api.name} reachable from here? ${addressSetting} says where it is asked.`,
  );
}

function warning(message: string, hint: string): Finding {
  return { check: 'keys', level: 'warning', message, hint };
}

function refused({ name, whenRefused, keySetting }: Source, why: string): Finding {
  return {
    check: 'keys',
    level: 'error',
    message: `${name}: the key is refused: ${why}`,
    hint: `${whenRefused} Make a new one and set ${keySetting}.`,
  };
}

const timeouts = { timeoutMs: 5_000 };
const retries = { unavailable: 0, rateLimited: 0 };
/** Nothing else calls, and one call is within any limit. */
const limiter: Limiter = {
  acquire: async () => ({ answered: () => undefined, lost: () => undefined, giveBack: () => undefined }),
};
const quota: DayQuota = { take: async () => ({ isGranted: true }), hear: async () => undefined };

function openClients(config: Config): Clients & { stop(): Promise<void> } {
  const riot = createRiotClient({
    keys: keysOf(RIOT, ({ keySetting }) => config[keySetting]),
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
    riot,
    football,
    async stop() {
      await Promise.all([riot.stop(), football.stop()]);
    },
  };
}

async function readRecorded({ config, log }: CheckContext): Promise<RecordedKeyHealth[]> {
  const connection: PostgresConnection | undefined = config.DATABASE_URL
    ? { url: config.DATABASE_URL }
    : await findRunningPostgres(placesBelow(config.DATA_DIR).postgres);
  if (connection === undefined) return [];
  const database = createDatabase({
    connection,
    applicationName: 'gamekeeper doctor',
    maxConnections: 1,
    statementTimeoutMs: 5_000,
    log,
  });
  try {
    return await readKeyHealth(database);
  } catch (error) {
    // The check of PostgreSQL reports what is wrong with it; here it only means that nothing is recorded.
    log.debug({ err: error }, 'key health not read');
    return [];
  } finally {
    await database.close();
  }
}
