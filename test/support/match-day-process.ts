/**
 * A process of its own that follows matches and collects clips as the product does, to be killed by the match day.
 * `node match-day-process.ts '{"databaseUrl": …, "footballBaseUrl": …, "clock": …}'`
 */
import { pino } from 'pino';
import { Secret } from '#/domain/secret.ts';
import { SWEEP_OBJECTS } from '#/jobs/football/clips/clip-kinds.ts';
import { createFootballClips } from '#/jobs/football/clips/football-clips.ts';
import { createFootballMatches } from '#/jobs/football/matches/football-matches.ts';
import { createJobEngine } from '#/jobs/job-engine.ts';
import { createApiFootballClient } from '#/sources/api-football/api-football-client.ts';
import { createSharedLimiter } from '#/stores/limiter/shared-limiter.ts';
import { createDatabase } from '#/stores/postgres/database.ts';
import { createFootballQuota } from '#/stores/postgres/football-quota.ts';
import { createBudgetStore } from '#/stores/postgres/permit.ts';
import { createClipWork } from './clip-work.ts';

export interface MatchDayProcessSettings {
  readonly databaseUrl: string;
  readonly footballBaseUrl: string;
  readonly key: string;
  readonly siteUrl: string;
  /** Everything that it keeps in files is below it. */
  readonly directory: string;
  /** The world's time was `at` when the machine's was `seenAt`, in ms, and runs so much faster. */
  readonly clock: { readonly at: number; readonly seenAt: number; readonly speed: number };
  readonly pollSeconds: number;
  readonly searches: number;
  /** Rows and objects are compared at once, and what is left over is deleted however young it is. */
  readonly sweeps: boolean;
}

const settings = JSON.parse(process.argv[2] ?? '{}') as MatchDayProcessSettings;
const { clock, searches } = settings;
const connection = { url: new Secret(settings.databaseUrl) };
const log = pino({ level: 'warn' }, process.stderr);
const database = createDatabase({
  connection,
  applicationName: 'test match day',
  maxConnections: 8,
  statementTimeoutMs: 10_000,
  log,
});
const limiter = createSharedLimiter({
  connection,
  change: createBudgetStore(database),
  log,
  observe: { granted: () => undefined, refused: () => undefined },
});
const football = createApiFootballClient({
  baseUrl: settings.footballBaseUrl,
  key: new Secret(settings.key),
  limiter,
  quota: createFootballQuota(database),
  log,
});
const times = {
  now: () => new Date(),
  upstreamNow: () => new Date(clock.at + (Date.now() - clock.seenAt) * clock.speed),
  upstreamPace: () => clock.speed,
};
const SEARCH = { searches, minutes: 20, everySeconds: 60, retrySeconds: 10, tries: 3 };
const kinds = [
  ...createFootballMatches({
    database,
    football,
    ...times,
    competitions: null,
    daysAhead: 0,
    pollSeconds: settings.pollSeconds,
    isScheduled: true,
    searchMinutes: SEARCH.minutes,
  }),
  ...createFootballClips({
    ...(await createClipWork(database, settings)),
    ...times,
    search: SEARCH,
    ...(settings.sweeps && { orphanMinutes: 0 }),
  }),
];
const engine = createJobEngine({ connection, log, kinds, roles: { work: true, schedule: true } });
engine.start();
await engine.ready();
if (settings.sweeps) await engine.send(SWEEP_OBJECTS, {});
process.stdout.write('ready\n');
