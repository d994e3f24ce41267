/** The product's own way to Riot: its client, its limiter, its PostgreSQL. It is told nothing of the limits. */
import { pino } from 'pino';
import { Secret } from '../../../src/domain/secret.ts';
import { createRiotClient } from '../../../src/sources/riot/riot-client.ts';
import { createSharedLimiter } from '../../../src/stores/limiter/shared-limiter.ts';
import { createDatabase } from '../../../src/stores/postgres/database.ts';
import { findRunningPostgres } from '../../../src/stores/postgres/embedded/embedded-postgres.ts';
import { createBudgetStore } from '../../../src/stores/postgres/permit.ts';
import type { Contender, Upstream } from './contender.ts';

const MAX_CONNECTIONS = 5;
const STATEMENT_TIMEOUT_MS = 30_000;

export async function createOurs({ url, key, databaseDirectory }: Upstream): Promise<Contender> {
  const connection = await findRunningPostgres(databaseDirectory);
  if (connection === undefined) throw new Error(`no PostgreSQL answers in ${databaseDirectory}`);
  const log = pino({ level: 'warn' }, pino.destination(2));
  const database = createDatabase({
    connection,
    applicationName: 'gamekeeper limiter benchmark',
    maxConnections: MAX_CONNECTIONS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    log,
  });
  const limiter = createSharedLimiter({
    connection,
    change: createBudgetStore(database),
    log,
    observe: { granted: () => undefined, refused: () => undefined },
  });
  const client = createRiotClient({
    keys: { tft: new Secret(key) },
    baseUrl: `${url}/{route}`,
    limiter,
    log,
  });
  return {
    async fetchMatch(matchId) {
      const outcome = await client.tftMatch({ matchId }, { lane: 'backfill' });
      if (outcome.outcome !== 'ok') throw new Error(`${matchId}: ${JSON.stringify(outcome)}`);
      return outcome.body;
    },
    async stop() {
      await client.stop();
      await limiter.stop();
      await database.close();
    },
  };
}
