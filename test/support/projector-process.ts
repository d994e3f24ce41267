/**
 * A projector in a process of its own, to be killed and paused by tests. It says `leads` when it begins to lead, and `batch` after
 * every batch. `node projector-process.ts <database url> <clickhouse url> <clickhouse database> <page size>`
 */
import { pino } from 'pino';
import { Secret } from '#/domain/secret.ts';
import { createAllProjections } from '../../src/app/open-projector.ts';
import { createProjector } from '../../src/match/project/projector.ts';
import { createClickHouse } from '#/runtime/clickhouse/clickhouse.ts';
import { createDatabase } from '#/runtime/postgres/database.ts';

const [databaseUrl = '', clickhouseUrl = '', clickhouseDatabase = '', pageSize = '20'] =
  process.argv.slice(2);
const connection = { url: new Secret(databaseUrl) };
const log = pino({ level: 'error' }, process.stderr);
const database = createDatabase({
  connection,
  applicationName: 'test projector',
  maxConnections: 3,
  statementTimeoutMs: 10_000,
  log,
});
const clickhouse = createClickHouse(
  { url: new Secret(clickhouseUrl) },
  {
    database: clickhouseDatabase,
    limits: { seconds: 10, memoryBytes: 1e9, resultRows: 100_000 },
    log,
    application: 'test projector',
  },
);
let said = { led: false, batches: 0 };
const projector = createProjector({
  connection,
  database,
  clickhouse: clickhouse.writer,
  log,
  projections: createAllProjections({ database, log, keptPatches: 100 }),
  pageSize: Number(pageSize),
  collectMs: 150,
  onChange({ state, batches, fault }) {
    const leads = state !== 'following';
    if (leads && !said.led) process.stdout.write('leads\n');
    if (batches > said.batches) process.stdout.write('batch\n');
    if (fault !== null) process.stdout.write(`fault ${fault}\n`);
    said = { led: leads, batches };
  },
});
projector.start();
process.stdout.write('ready\n');
process.once('SIGTERM', () => {
  void projector
    .stop()
    .then(() => Promise.all([clickhouse.close(), database.close()]))
    .then(() => process.exit(0));
});
