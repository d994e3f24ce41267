/**
 * Doctor's look at the upstream keys. Where Gamekeeper runs, it is asked what it heard: a call beside it would not be in its
 * budget. Where nothing runs, each key is tried with one call.
 */
import type { Limiter } from '#/domain/limiter/limiter.ts';
import { placesBelow } from '#/process/places.ts';
import { describeUpstreams, usesPractice } from '#/process/upstream-keys.ts';
import { createRiotClient, type RiotClient } from '#/sources/riot/riot-client.ts';
import { createDatabase, type PostgresConnection } from '#/stores/postgres/database.ts';
import { findRunningPostgres } from '#/stores/postgres/embedded/embedded-postgres.ts';
import { listHeardOfKeys, type HeardOfKey } from '#/stores/postgres/upstream-key.ts';
import { ok, type CheckContext, type Finding } from './finding.ts';

const KEY_SETTINGS = {
  'riot-tft': 'RIOT_TFT_API_KEY',
  'riot-lol': 'RIOT_LOL_API_KEY',
  'api-football': 'API_FOOTBALL_KEY',
} as const;

type Upstream = ReturnType<typeof describeUpstreams>[number];

export async function checkKeys(context: CheckContext): Promise<Finding[]> {
  const { config } = context;
  const upstreams = describeUpstreams(config, await heardWhereItRuns(context));
  const riot = usesPractice(config) ? undefined : openClient(context);
  try {
    return await Promise.all(upstreams.map((upstream) => toFinding(upstream, riot)));
  } finally {
    await riot?.stop();
  }
}

async function toFinding(upstream: Upstream, riot: RiotClient | undefined): Promise<Finding> {
  const { id, name, key, state, detail } = upstream;
  if (key === 'practice') return ok('keys', `${name}: the practice world stands in`);
  if (key === 'missing')
    return {
      check: 'keys',
      level: 'warning',
      message: `${name}: no key`,
      hint: `Nothing is collected from there. Set ${KEY_SETTINGS[id]} to change that.`,
    };
  if (state === 'ok') return ok('keys', `${name}: set, and let in`);
  if (state === 'rejected') return refused(upstream, detail ?? 'refused');
  if (id === 'api-football' || riot === undefined) return ok('keys', `${name}: set`);
  return tryKey(upstream, riot);
}

async function tryKey(upstream: Upstream, riot: RiotClient): Promise<Finding> {
  const ask = upstream.id === 'riot-tft' ? riot.tftStatus : riot.lolStatus;
  const answer = await ask({ platform: 'euw1' }, { lane: 'person' });
  if (answer.outcome === 'ok') return ok('keys', `${upstream.name}: set, and let in`);
  if (answer.outcome === 'forbidden') return refused(upstream, `${answer.message} (${answer.status})`);
  return {
    check: 'keys',
    level: 'warning',
    message: `${upstream.name}: set, but could not be tried (${answer.outcome})`,
    hint: 'Is Riot reachable from here? RIOT_BASE_URL says where it is asked.',
  };
}

function refused({ id, name }: Upstream, why: string): Finding {
  return {
    check: 'keys',
    level: 'error',
    message: `${name}: the key is refused: ${why}`,
    hint: `Development keys expire after a day. Make a new one and set ${KEY_SETTINGS[id]}.`,
  };
}

function openClient({ config }: CheckContext): RiotClient {
  // Nobody else is calling: one call for each key is within any limit.
  const limiter: Limiter = {
    acquire: async () => ({ answered: () => undefined, lost: () => undefined, giveBack: () => undefined }),
  };
  return createRiotClient({
    keys: { tft: config.RIOT_TFT_API_KEY, lol: config.RIOT_LOL_API_KEY },
    baseUrl: config.RIOT_BASE_URL,
    limiter,
    timeouts: { timeoutMs: 5_000 },
    retries: { unavailable: 0, rateLimited: 0 },
  });
}

async function heardWhereItRuns({ config, log }: CheckContext): Promise<HeardOfKey[]> {
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
    return await listHeardOfKeys(database);
  } catch (error) {
    // The check of PostgreSQL says what is wrong with it; here it only means that nothing was heard.
    log.debug({ err: error }, 'nothing heard of keys');
    return [];
  } finally {
    await database.close();
  }
}
