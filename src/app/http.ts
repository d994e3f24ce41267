/** The web page and the API, refused where they would be unsafe, and the monitoring port of every process. */
import { totalmem } from 'node:os';
import type { Config } from '#/config.ts';
import { createAdminActionLog } from '#/http/admin/admin-action-log.ts';
import { isLoopback, refuseUnsafeBind } from '#/http/bind-policy.ts';
import { addProcessMetrics } from '#/http/health/metrics-route.ts';
import type { HttpSettings } from '#/http/http-settings.ts';
import { createJobsAccess } from '#/http/jobs/jobs-access.ts';
import { listen } from '#/http/listen.ts';
import { createHttpServer } from '#/http/server.ts';
import { createOperationsAccess } from '#/http/operations/create-operations-access.ts';
import type { OperationsAccess } from '#/http/operations/operations-access.ts';
import { createPatchAccess, type PatchAccess } from '#/http/tft/patch-access.ts';
import { openWatchServer } from '#/http/watch/watch-server.ts';
import { listPartitions } from '#/runtime/clickhouse/projected-rows.ts';
import { placesBelow, SHIPPED } from '#/runtime/places.ts';
import { LIVE } from '#/tft/flatten.ts';
import { SOURCES, usesPractice } from '#/upstream/sources.ts';
import type { App } from './context.ts';
import { createBodyJudge } from './judge-body.ts';
import { createLolAccess } from './lol-access.ts';
import { preparePostgres } from './open-stores.ts';
import { createGoodbye, createReadiness } from './readiness.ts';
import { overloadSettings } from './settings-of-parts.ts';
import { createTftAccess } from './tft-access.ts';

const READINESS_TIMEOUT_MS = 3_000;
const CLOSE_MS = 5_000;

/** Returns the address of the page. */
export async function serveHttp(app: App): Promise<string> {
  const { config, log, shutdown, stopAsked, database, admin } = app;
  const settings = httpSettingsOf(config);
  if (!isLoopback(config.HOST)) {
    const hasAdminToken = await preparePostgres(app, () => admin.exists());
    refuseUnsafeBind({ ...settings, hasAdminToken });
  }
  const goodbyeMs = config.GOODBYE_SECONDS * 1_000;
  const untilRotatedOut = createGoodbye(stopAsked, goodbyeMs);
  const server = await createHttpServer({
    log,
    settings,
    version: app.version,
    status: app.readStatus,
    readiness: createReadiness(app),
    checkAdminToken: (token) => admin.check(token),
    adminActions: createAdminActionLog(database),
    live: app.live,
    metrics: app.metrics,
    patches: openPatches(app),
    tft: createTftAccess(app),
    lol: createLolAccess(app),
    football: app.football,
    jobs: createJobsAccess({ database, jobs: app.jobs, now: app.now }),
    operations: openOperations(app),
  });
  const close = async (): Promise<void> => {
    await untilRotatedOut();
    await server.close();
  };
  shutdown.onStop('HTTP', close, goodbyeMs + CLOSE_MS);
  const { url } = await listen(server, settings);
  return url;
}

/** Serves /healthz, /readyz and /metrics on WATCH_PORT, whatever the roles of this process; null if it is not set. */
export async function serveMonitoring(
  app: Pick<App, 'config' | 'log' | 'shutdown' | 'stopAsked' | 'metrics' | 'readStatus'>,
): Promise<string | null> {
  const { config, log, shutdown, metrics } = app;
  if (config.WATCH_PORT === 0) return null;
  addProcessMetrics(metrics);
  const server = await openWatchServer({
    host: config.HOST,
    port: config.WATCH_PORT,
    metrics,
    readiness: createReadiness(app),
    readinessTimeoutMs: READINESS_TIMEOUT_MS,
  });
  shutdown.onStop('watch port', () => server.close());
  log.info({ url: server.url }, 'monitoring port opened');
  return server.url;
}

function openOperations({ config, log, database, clickhouse, notices, now }: App): OperationsAccess {
  return createOperationsAccess({
    database,
    clickhouse: clickhouse.reader,
    createBodyJudge,
    drillFile: placesBelow(config.DATA_DIR).drillSessions,
    // Open pages show the history that contains the released match.
    onReleased(source, id) {
      if (source === 'lol') notices.settled([id]);
    },
    now,
    log,
  });
}

function openPatches({ database, clickhouse, log }: App): PatchAccess {
  const tables = LIVE.tables.map(({ name }) => name);
  return createPatchAccess({ database, partitions: () => listPartitions(clickhouse.reader, tables), log });
}

function httpSettingsOf(config: Config): HttpSettings {
  // The memory of the container, where there is one with a limit.
  const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return {
    host: config.HOST,
    port: config.PORT,
    publicUrl: config.PUBLIC_URL ?? null,
    allowedHosts: config.ALLOWED_HOSTS,
    trustProxy: config.TRUST_PROXY,
    rateLimitPerMinute: config.RATE_LIMIT_PER_MINUTE,
    overload: overloadSettings(config, memoryBytes),
    uiDirectory: SHIPPED.builtUi,
    practiceFor: usesPractice(config) ? SOURCES.map(({ keySetting }) => keySetting) : [],
  };
}
