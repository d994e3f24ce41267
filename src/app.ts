/**
 * Composition root: the only file that knows every concrete part, and the order in which they start and stop.
 *
 * Start: data directory → stores → connections → HTTP → (in the background) migrations → jobs, heartbeat.
 * HTTP comes before the migrations because an external store may be away for a while, and the page should say so.
 * Stop is the reverse, with a deadline for each step: work first, stores last.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { Config, Role } from '#/config.ts';
import type { Secret } from '#/domain/secret.ts';
import { isLoopback, refuseUnsafeBind } from '#/http/bind-policy.ts';
import { listen, refuseTakenPort } from '#/http/listen.ts';
import { createLiveHub, type LiveHub } from '#/http/live/live-hub.ts';
import { createHttpServer } from '#/http/server.ts';
import { createJobEngine, type JobEngine } from '#/jobs/job-engine.ts';
import { createJobKinds } from '#/jobs/registry.ts';
import { createAdminAccess, type AdminAccess } from '#/process/admin-access.ts';
import { coalesce } from '#/process/coalesce.ts';
import { lockDataDirectory } from '#/process/data-directory-lock.ts';
import { createDiskWatch, readDiskSpace } from '#/process/disk-space.ts';
import { startHeartbeat } from '#/process/heartbeat.ts';
import { createJobMetrics } from '#/process/job-metrics.ts';
import { openClickHouse, openPostgres } from '#/process/open-stores.ts';
import { placesBelow, SHIPPED } from '#/process/places.ts';
import { untilStoresAnswer } from '#/process/prepare-stores.ts';
import { createShutdown, type Shutdown } from '#/process/shutdown.ts';
import type { StorePart } from '#/process/store-part.ts';
import { createSystemStatus } from '#/process/system-status.ts';
import { describeUpstreams } from '#/process/upstream-keys.ts';
import { createClickHouse, type ClickHouse } from '#/stores/clickhouse/clickhouse.ts';
import { migrateClickHouse } from '#/stores/clickhouse/migrate.ts';
import { createDatabase, type Database, type PostgresConnection } from '#/stores/postgres/database.ts';
import { createNoticeListener, publishNotice, type NoticeListener } from '#/stores/postgres/live-notices.ts';
import { migratePostgres } from '#/stores/postgres/migrate.ts';

export interface AppOptions {
  readonly config: Config;
  readonly roles: readonly Role[];
  readonly version: string;
  readonly log: Logger;
  /** Breaks off a start that is still under way. */
  readonly stopAsked: AbortSignal;
}

export interface App {
  /** Null when this process does not have the role `api`. */
  readonly url: string | null;
  /** Settles when both stores are migrated and work has begun; rejects with what only a person can mend. */
  readonly ready: Promise<{ readonly firstToken: Secret | undefined }>;
  stop(): Promise<void>;
}

/** What every part is made of; filled once, in this order. */
interface Ground extends AppOptions {
  readonly startedAt: Date;
  readonly shutdown: Shutdown;
  /** Fires `change` when a supervisor of an embedded store has something new to say. */
  readonly storeChanges: EventTarget;
}

interface Stores {
  readonly postgresConnection: PostgresConnection;
  readonly database: Database;
  readonly clickhouse: ClickHouse;
  readonly parts: { readonly postgres: StorePart; readonly clickhouse: StorePart };
  readonly admin: AdminAccess;
}

interface Work {
  readonly metrics: Registry;
  readonly jobs: JobEngine;
  readonly listener: NoticeListener;
  readonly live: LiveHub;
  readonly readStatus: ReturnType<typeof createSystemStatus>;
}

const TOPIC_STATUS = 'status';
const STATUS_EVERY_MS = 2_000;

export async function startApp(options: AppOptions): Promise<App> {
  const shutdown = createShutdown(options.log);
  const ground = { ...options, startedAt: new Date(), shutdown, storeChanges: new EventTarget() };
  try {
    const holding = await holdDataDirectory(ground);
    watchDisk(ground);
    if (options.roles.includes('api'))
      await refuseTakenPort({ host: options.config.HOST, port: options.config.PORT });
    const stores = await openStores(ground);
    const work = createWork(ground, stores);
    const url = options.roles.includes('api') ? await serve(ground, stores, work) : null;
    holding.listensAt(url);
    const ready = beginWork(ground, stores, work);
    // Whoever awaits `ready` gets the error; until then it must not count as unhandled.
    ready.catch(() => undefined);
    return { url, ready, stop: () => shutdown.run() };
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

/** Needed only for what lies there: with both stores outside, many processes may share a machine. */
async function holdDataDirectory({ config, startedAt, shutdown, stopAsked }: Ground) {
  if (config.DATABASE_URL !== undefined && config.CLICKHOUSE_URL !== undefined)
    return { listensAt: () => undefined };
  const lock = await lockDataDirectory(config.DATA_DIR);
  shutdown.onStop('data directory', () => lock.release());
  const holder = { pid: process.pid, startedAt: startedAt.toISOString(), url: null as string | null };
  const describe = (): void => lock.describe({ ...holder, stopping: stopAsked.aborted });
  describe();
  stopAsked.addEventListener('abort', describe, { once: true });
  return {
    listensAt(url: string | null) {
      holder.url = url;
      describe();
    },
  };
}

function watchDisk({ config, log, shutdown }: Ground): void {
  mkdirSync(config.DATA_DIR, { recursive: true });
  const look = createDiskWatch(() => readDiskSpace(config.DATA_DIR), config.MIN_FREE_DISK_MB * 1e6, log);
  void look();
  const timer = setInterval(() => void look(), 60_000);
  shutdown.onStop('disk watch', () => clearInterval(timer));
}

async function openStores({ config, log, shutdown, stopAsked, storeChanges }: Ground): Promise<Stores> {
  const places = placesBelow(config.DATA_DIR);
  const limits = {
    seconds: config.QUERY_MAX_SECONDS,
    memoryBytes: config.QUERY_MAX_MEMORY_MB * 1e6,
    resultRows: config.QUERY_MAX_ROWS,
  };
  const common = {
    log,
    onChange: () => void storeChanges.dispatchEvent(new Event('change')),
    signal: stopAsked,
  };
  const openingPostgres = openPostgres({ ...common, url: config.DATABASE_URL, directory: places.postgres });
  const openingClickHouse = openClickHouse({
    ...common,
    url: config.CLICKHOUSE_URL,
    directory: places.clickhouse,
    readers: config.CLICKHOUSE_READERS,
    limits,
  });
  // Named before either is there: whichever is done first, PostgreSQL stops last, and one that starts alone is stopped too.
  shutdown.onStop('PostgreSQL', () => stopIfOpened(openingPostgres), 20_000);
  shutdown.onStop('ClickHouse', () => stopIfOpened(openingClickHouse), 10_000);
  const [postgres, clickhouseStore] = await Promise.all([openingPostgres, openingClickHouse]);

  const database = createDatabase({
    connection: postgres.connection,
    applicationName: 'gamekeeper',
    maxConnections: config.DATABASE_CONNECTIONS,
    statementTimeoutMs: 30_000,
    log,
  });
  shutdown.onStop('PostgreSQL connections', () => database.close());
  const clickhouse = createClickHouse(clickhouseStore.connection, {
    database: config.CLICKHOUSE_DATABASE,
    limits,
    log,
    application: 'gamekeeper',
  });
  shutdown.onStop('ClickHouse connections', () => clickhouse.close());
  return {
    postgresConnection: postgres.connection,
    database,
    clickhouse,
    parts: {
      postgres: {
        mode: postgres.mode,
        describe: () => postgres.describe(),
        version: () => postgresVersion(database),
      },
      clickhouse: {
        mode: clickhouseStore.mode,
        describe: () => clickhouseStore.describe(),
        version: () => clickhouse.version(),
      },
    },
    admin: createAdminAccess(database, config.ADMIN_TOKEN),
  };
}

function createWork(ground: Ground, stores: Stores): Work {
  const { config, roles, version, log, startedAt, shutdown, storeChanges } = ground;
  const { database, postgresConnection: connection } = stores;
  const metrics = new Registry();
  const countEnd = createJobMetrics(metrics);
  // A thousand job ends a second are one notice a second: NOTIFY takes a lock that all commits share.
  const statusChanged = coalesce(() => {
    publishNotice(database, { topic: TOPIC_STATUS }).catch((error: unknown) =>
      log.debug({ err: error }, 'notice not sent'),
    );
  }, 1_000);
  shutdown.onStop('status notices', () => statusChanged.stop());
  const jobs = createJobEngine({
    connection,
    log,
    kinds: createJobKinds({ database, now: () => new Date(), jobLogDays: config.JOB_LOG_DAYS }),
    roles: { work: roles.includes('worker'), schedule: roles.includes('scheduler') },
    onEnd(end) {
      countEnd(end);
      statusChanged.ask();
    },
  });
  const listener = createNoticeListener({
    connection,
    log,
    onNotice: (notice) => live.notice(notice),
    onGap: () => live.gap(),
  });
  const readStatus = createSystemStatus({
    version,
    startedAt,
    database,
    ...stores.parts,
    jobs,
    isListening: () => listener.isListening(),
    dataDirectory: config.DATA_DIR,
    lowDiskBytes: config.MIN_FREE_DISK_MB * 1e6,
    upstreams: describeUpstreams(config),
  });
  const live = createLiveHub({
    topics: [
      { name: TOPIC_STATUS, snapshot: readStatus, minIntervalMs: 500, refreshEveryMs: STATUS_EVERY_MS },
    ],
    log,
  });
  storeChanges.addEventListener('change', () => live.notice({ topic: TOPIC_STATUS }));
  const graceMs = config.SHUTDOWN_SECONDS * 1000;
  shutdown.onStop('live notices', () => listener.stop());
  shutdown.onStop('jobs', () => jobs.stop({ graceMs }), graceMs + 4_000);
  return { metrics, jobs, listener, live, readStatus };
}

async function serve(
  { config, version, log, shutdown, stopAsked }: Ground,
  stores: Stores,
  work: Work,
): Promise<string> {
  const settings = {
    host: config.HOST,
    port: config.PORT,
    publicUrl: config.PUBLIC_URL ?? null,
    allowedHosts: config.ALLOWED_HOSTS,
    trustProxy: config.TRUST_PROXY,
    rateLimitPerMinute: config.RATE_LIMIT_PER_MINUTE,
    uiDirectory: SHIPPED.builtUi,
  };
  if (!isLoopback(config.HOST)) {
    const hasAdminToken = await untilStoresAnswer(
      async () => {
        await migratePostgres(stores.database, SHIPPED.postgresMigrations);
        return stores.admin.exists();
      },
      { log, what: 'PostgreSQL', signal: stopAsked },
    );
    refuseUnsafeBind({ ...settings, hasAdminToken });
  }
  const server = await createHttpServer({
    log,
    settings,
    version,
    status: work.readStatus,
    readiness: async () => {
      const status = await work.readStatus();
      const reasons = status.parts
        .filter((part) => part.state === 'down' || part.state === 'starting')
        .map((part) => part.id);
      return { ready: reasons.length === 0, reasons };
    },
    checkAdminToken: (token) => stores.admin.check(token),
    live: work.live,
    metrics: work.metrics,
  });
  shutdown.onStop('HTTP', () => server.close());
  const { url } = await listen(server, settings);
  return url;
}

/** Everything that needs the stores to answer. With external stores this may take as long as they are away. */
async function beginWork(ground: Ground, stores: Stores, work: Work) {
  const { roles, version, log, startedAt, shutdown, stopAsked } = ground;
  const { database } = stores;
  work.listener.start();
  const firstToken = await untilStoresAnswer(
    async () => {
      await migratePostgres(database, SHIPPED.postgresMigrations);
      return stores.admin.ensure();
    },
    { log, what: 'PostgreSQL', signal: stopAsked },
  );
  await prepareClickHouse(ground, stores);
  work.jobs.start();
  await work.jobs.ready();
  const heartbeat = await startHeartbeat({ database, log, id: randomUUID(), roles, version, startedAt });
  shutdown.onStop('heartbeat', () => heartbeat.stop());
  return { firstToken };
}

/** Makes the schema, and makes it again if the engine had to begin with an empty folder. */
async function prepareClickHouse(
  { config, log, stopAsked, storeChanges }: Ground,
  { clickhouse, database: postgres, parts }: Stores,
): Promise<void> {
  const { CLICKHOUSE_DATABASE: database } = config;
  const directory = SHIPPED.clickhouseMigrations;
  const migrate = () => migrateClickHouse({ client: clickhouse.writer, postgres, directory, database });
  const prepare = () => untilStoresAnswer(migrate, { log, what: 'ClickHouse', signal: stopAsked });

  let preparedFor = parts.clickhouse.describe().beganAnew;
  await prepare();
  storeChanges.addEventListener('change', () => {
    const { state, beganAnew } = parts.clickhouse.describe();
    if (state === 'down' || beganAnew === preparedFor) return;
    preparedFor = beganAnew;
    prepare().catch((error: unknown) => log.error({ err: error }, 'ClickHouse could not be prepared again'));
  });
}

async function stopIfOpened(opening: Promise<{ stop(): Promise<void> }>): Promise<void> {
  const store = await opening.catch(() => undefined);
  await store?.stop();
}

async function postgresVersion(database: Database): Promise<string> {
  const [row] = await database.query<{ server_version: string }>('show server_version');
  return row?.server_version ?? 'unknown';
}
