/**
 * Composition root: the order in which the parts of a process start and stop.
 *
 * Start: data directory → stores, practice world → connections → HTTP → (in the background) migrations → jobs, heartbeat, further
 * workers. HTTP comes before the migrations because an external store may be away for a while, and the page should say so.
 * Stop is the reverse, with a deadline for each step: work first, stores last.
 */
import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import type { App, AppOptions, Base, OpenedApp } from '#/app/context.ts';
import { createParts } from '#/app/create-parts.ts';
import { prepareDataDirectory } from '#/app/data-directory.ts';
import { openFleet, refuseLargeFleet } from '#/app/fleet.ts';
import { serveHttp, serveMonitoring } from '#/app/http.ts';
import { isFootballOn, openFootball } from '#/app/open-football.ts';
import { openStores, prepareClickHouse, preparePostgres } from '#/app/open-stores.ts';
import { openPractice } from '#/app/open-upstreams.ts';
import { startSamples } from '#/app/samples.ts';
import type { Secret } from '#/domain/secret.ts';
import { refuseTakenPort } from '#/http/listen.ts';
import { startHeartbeat } from '#/runtime/heartbeat.ts';
import { createShutdown } from '#/runtime/shutdown.ts';
import { seedPatches } from '#/tft/patch.ts';
import { recordKeyHealth } from '#/upstream/key-health.ts';

export interface RunningApp {
  /** Null when this process does not have the role `api`. */
  readonly url: string | null;
  /** Settles when both stores are migrated and work has begun; rejects with a fault that needs the operator. */
  readonly ready: Promise<{ readonly firstToken: Secret | undefined }>;
  stop(): Promise<void>;
}

export async function startApp(options: AppOptions): Promise<RunningApp> {
  const shutdown = createShutdown(options.log);
  const base: Base = {
    ...options,
    startedAt: new Date(),
    now: () => new Date(),
    shutdown,
    partChanges: new EventTarget(),
    metrics: new Registry(),
  };
  try {
    const { config, roles } = options;
    refuseLargeFleet(base);
    const directory = await prepareDataDirectory(base);
    if (roles.includes('api')) await refuseTakenPort({ host: config.HOST, port: config.PORT });
    const app = createParts(await openParts(base));
    // Before the page, so that it stops after the page and can report that this process is stopping.
    await serveMonitoring(app);
    const url = roles.includes('api') ? await serveHttp(app) : null;
    directory.listensAt(url);
    const ready = startWork(app);
    // The caller of `ready` gets the error; until then it must not count as unhandled.
    ready.catch(() => undefined);
    return { url, ready, stop: () => shutdown.run() };
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

async function openParts(base: Base): Promise<OpenedApp> {
  const [stores, practice] = await Promise.all([openStores(base), openPractice(base)]);
  const fleet = openFleet({ ...base, ...stores, practice });
  return { ...base, ...stores, practice, fleet, footballParts: await openFootball(base, practice) };
}

/** Everything that needs the stores to answer. An external store may be away for a long time. */
async function startWork(app: App): Promise<{ readonly firstToken: Secret | undefined }> {
  const { database, log, roles, version, startedAt, shutdown } = app;
  app.listener.start();
  const firstToken = await preparePostgres(app, async () => {
    await seedPatches(database);
    return app.admin.ensure();
  });
  await prepareClickHouse(app);
  app.projection.start();
  app.jobs.start();
  await app.jobs.ready();
  const heartbeat = await startHeartbeat({ database, log, id: randomUUID(), roles, version, startedAt });
  shutdown.onStop('heartbeat', () => heartbeat.stop());
  if (roles.includes('scheduler')) startSamples(app);
  if (roles.includes('worker')) {
    await watchKeys(app);
    await sendFirstJobs(app);
  }
  app.fleet?.start();
  return { firstToken };
}

async function watchKeys({ upstreams: clients, database, log, shutdown, statusChanged }: App): Promise<void> {
  const report = await recordKeyHealth({ clients, database, log, onChange: statusChanged });
  shutdown.onStop('key health', () => report.stop());
}

/** Scheduled jobs that a new process runs at once instead of at their first slot. */
async function sendFirstJobs({ config, jobs }: App): Promise<void> {
  await jobs.send('maintenance/check-riot-keys', {});
  await jobs.send('names/refresh-tft-names', {});
  await jobs.send('tft/crawl-platforms', {});
  await jobs.send('lol/refetch-wanted', {});
  await jobs.send('lol/sweep-accounts', {});
  if (isFootballOn(config)) await jobs.send('football/monitor', {});
}
