/** The product's client, limiter and PostgreSQL. It learns the limits from the headers. */
import { Secret } from '../../../src/domain/secret.ts';
import { createRiotClient } from '../../../src/upstream/riot.ts';
import { createSharedLimiter } from '../../../src/upstream/limiter.ts';
import { findRunningPostgres } from '../../../src/runtime/postgres/embedded/embedded-postgres.ts';
import { createBudgetStore } from '../../../src/upstream/permit.ts';
import { connectDatabase, log } from '../../harness/stores.ts';
import type { Contender, Upstream } from './contender.ts';

export async function createOurs({ url, key, databaseDirectory }: Upstream): Promise<Contender> {
  const connection = await findRunningPostgres(databaseDirectory);
  if (connection === undefined) throw new Error(`no PostgreSQL answers in ${databaseDirectory}`);
  const database = connectDatabase(connection);
  const limiter = createSharedLimiter({
    connection,
    change: createBudgetStore(database),
    log,
    observe: { granted: () => undefined, refused: () => undefined },
  });
  const keys = { tft: new Secret(key) };
  const client = createRiotClient({ keys, baseUrl: `${url}/{route}`, limiter, log });
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
