/**
 * A separate process that calls Riot as the product does, to be killed by tests. It makes so many calls at once and writes a
 * line for each that was answered. `node riot-calls-process.ts <database url> <riot base url> <key> <calls>`
 */
import { pino } from 'pino';
import { Secret } from '#/domain/secret.ts';
import { createRiotClient } from '#/upstream/riot.ts';
import { createSharedLimiter } from '#/upstream/limiter.ts';
import { createDatabase } from '#/runtime/postgres/database.ts';
import { createBudgetStore } from '#/upstream/permit.ts';

const [url = '', baseUrl = '', key = '', calls = '0'] = process.argv.slice(2);
const connection = { url: new Secret(url) };
const log = pino({ level: 'warn' }, process.stderr);
const database = createDatabase({
  connection,
  applicationName: 'test caller',
  maxConnections: 4,
  statementTimeoutMs: 10_000,
  log,
});
const limiter = createSharedLimiter({
  connection,
  change: createBudgetStore(database),
  log,
  observe: { granted: () => undefined, refused: () => undefined },
});
const riot = createRiotClient({ keys: { tft: new Secret(key) }, baseUrl, limiter, log });

await Promise.all(
  Array.from({ length: Number(calls) }, async (_, index) => {
    const { outcome } = await riot.tftMatch(
      { matchId: `EUW1_${5_000_000_000 + index}` },
      { lane: 'backfill' },
    );
    process.stdout.write(`${outcome}\n`);
  }),
);
await limiter.stop();
await riot.stop();
await database.close();
