/**
 * A process of its own that works on clips as the product does, to be killed by tests.
 * `node clip-process.ts '{"databaseUrl": …, "siteUrl": …, "directory": …}'`
 */
import { pino } from 'pino';
import { Secret } from '#/domain/secret.ts';
import { createFootballClips } from '#/football/jobs.ts';
import { createJobEngine } from '#/runtime/jobs/job-engine.ts';
import { createDatabase } from '#/runtime/postgres/database.ts';
import { createClipWork, type ClipPlaces } from './clip-work.ts';

export interface ClipProcessSettings extends ClipPlaces {
  readonly databaseUrl: string;
}

const settings = JSON.parse(process.argv[2] ?? '{}') as ClipProcessSettings;
const connection = { url: new Secret(settings.databaseUrl) };
const log = pino({ level: 'error' }, process.stderr);
const database = createDatabase({
  connection,
  applicationName: 'test clips',
  maxConnections: 8,
  statementTimeoutMs: 10_000,
  log,
});
const kinds = createFootballClips(await createClipWork(database, settings));
const engine = createJobEngine({ connection, log, kinds, roles: { work: true, schedule: false } });
engine.start();
await engine.ready();
process.stdout.write('ready\n');
