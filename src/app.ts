/**
 * Composition root: the only file that knows every concrete part, and the order in which they start and stop.
 *
 * Start: data directory → stores, practice world → connections → HTTP → (in the background) migrations → jobs, heartbeat, further workers.
 * HTTP comes before the migrations because an external store may be away for a while, and the page should say so.
 * Stop is the reverse, with a deadline for each step: work first, stores last.
 */
import { randomUUID } from 'node:crypto';
import { createWork, type Work } from '#/app/create-work.ts';
import { openFleet, refuseLargeFleet } from '#/app/fleet.ts';
import type { AppOptions, Ground } from '#/app/ground.ts';
import { isFootballOn, openFootball } from '#/app/open-football.ts';
import { openStores, type Stores } from '#/app/open-stores.ts';
import { startSamples } from '#/app/operations.ts';
import { openPractice } from '#/app/open-upstreams.ts';
import { serve } from '#/app/serve.ts';
import { watch } from '#/app/watch.ts';
import type { Secret } from '#/domain/secret.ts';
import { refuseTakenPort } from '#/http/listen.ts';
import { lockDataDirectory } from '#/runtime/data-directory-lock.ts';
import { createDiskCheck, readDiskSpace } from '#/runtime/disk-space.ts';
import { startHeartbeat } from '#/runtime/heartbeat.ts';
import { recordKeyHealth } from '#/upstream/key-health.ts';
import { SHIPPED } from '#/runtime/places.ts';
import { isStoreOutage } from '#/runtime/store-outage.ts';
import { supervise, untilAvailable } from '#/runtime/supervise.ts';
import { createShutdown } from '#/runtime/shutdown.ts';
import { openDataDirectory, useOwnTemporaryFolder } from '#/app/trusted-folder.ts';
import { migrateClickHouse } from '#/runtime/clickhouse/migrate.ts';
import { migratePostgres } from '#/runtime/postgres/migrate.ts';
import { seedPatches } from '#/tft/patch.ts';

export interface App {
  /** Null when this process does not have the role `api`. */
  readonly url: string | null;
  /** Settles when both stores are migrated and work has begun; rejects with what only a person can mend. */
  readonly ready: Promise<{ readonly firstToken: Secret | undefined }>;
  stop(): Promise<void>;
}

const DISK_CHECK_MS = 60_000;

export async function startApp(options: AppOptions): Promise<App> {
  const shutdown = createShutdown(options.log);
  const ground = { ...options, startedAt: new Date(), shutdown, partChanges: new EventTarget() };
  try {
    refuseLargeFleet(ground);
    openDataDirectory(options.config.DATA_DIR);
    useOwnTemporaryFolder(options.config.DATA_DIR);
    const holding = await holdDataDirectory(ground);
    watchDisk(ground);
    if (options.roles.includes('api'))
      await refuseTakenPort({ host: options.config.HOST, port: options.config.PORT });
    const [stores, practice] = await Promise.all([openStores(ground), openPractice(ground)]);
    const fleet = openFleet(ground, stores, practice);
    const work = createWork(ground, stores, practice, await openFootball(ground, practice));
    // Before the page, so that it goes after it and can tell that this process is stopping.
    await watch(ground, work);
    const url = options.roles.includes('api') ? await serve(ground, stores, work, practice) : null;
    holding.listensAt(url);
    const ready = beginWork(ground, stores, work).then((begun) => {
      fleet?.start();
      return begun;
    });
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
  const check = createDiskCheck(() => readDiskSpace(config.DATA_DIR), config.MIN_FREE_DISK_MB * 1e6, log);
  const onError = (error: unknown): void => log.warn({ err: error }, 'disk space cannot be read');
  const watching = supervise(check, { everyMs: DISK_CHECK_MS, onError });
  shutdown.onStop('disk watch', () => watching.stop());
}

/** Everything that needs the stores to answer. With external stores this may take as long as they are away. */
async function beginWork(ground: Ground, stores: Stores, work: Work) {
  const { roles, version, log, startedAt, shutdown, stopAsked } = ground;
  const { database } = stores;
  work.listener.start();
  const firstToken = await untilAvailable(
    async () => {
      await migratePostgres(database, SHIPPED.postgresMigrations);
      await seedPatches(database);
      return stores.admin.ensure();
    },
    { log, what: 'PostgreSQL', isOutage: isStoreOutage, signal: stopAsked },
  );
  await prepareClickHouse(ground, stores);
  work.projection.start();
  work.jobs.start();
  await work.jobs.ready();
  const heartbeat = await startHeartbeat({ database, log, id: randomUUID(), roles, version, startedAt });
  shutdown.onStop('heartbeat', () => heartbeat.stop());
  if (roles.includes('scheduler')) startSamples(ground, stores, work.jobs);
  if (roles.includes('worker')) await watchKeys(ground, stores, work);
  return { firstToken };
}

async function watchKeys({ config, log, shutdown }: Ground, { database }: Stores, work: Work): Promise<void> {
  const onChange = work.statusChanged;
  const report = await recordKeyHealth({ clients: work.upstreams, database, log, onChange });
  shutdown.onStop('key health', () => report.stop());
  await work.jobs.send('maintenance/check-riot-keys', {});
  await work.jobs.send('names/refresh-tft-names', {});
  // Nobody should wait for the first slot of the schedule.
  await work.jobs.send('tft/crawl-platforms', {});
  await work.jobs.send('tft/refetch-wanted', {});
  await work.jobs.send('lol/refetch-wanted', {});
  await work.jobs.send('lol/sweep-accounts', {});
  if (isFootballOn(config)) await work.jobs.send('football/monitor', {});
}

/** Makes the schema, and makes it again if the engine had to begin with an empty folder. */
async function prepareClickHouse(
  { config, log, stopAsked, partChanges }: Ground,
  { clickhouse, database: postgres, parts }: Stores,
): Promise<void> {
  const { CLICKHOUSE_DATABASE: database } = config;
  const directory = SHIPPED.clickhouseMigrations;
  const migrate = () => migrateClickHouse({ client: clickhouse.writer, postgres, directory, database });
  const prepare = () =>
    untilAvailable(migrate, { log, what: 'ClickHouse', isOutage: isStoreOutage, signal: stopAsked });

  let preparedFor = parts.clickhouse.describe().beganAnew;
  await prepare();
  partChanges.addEventListener('change', () => {
    const { state, beganAnew } = parts.clickhouse.describe();
    if (state === 'down' || beganAnew === preparedFor) return;
    preparedFor = beganAnew;
    prepare().catch((error: unknown) => log.error({ err: error }, 'ClickHouse could not be prepared again'));
  });
}
