/** The web page and the API, refused where they would be unsafe. */
import { totalmem } from 'node:os';
import type { Config } from '#/config.ts';
import { createAdminActionLog } from '#/http/admin/admin-action-log.ts';
import { isLoopback, refuseUnsafeBind } from '#/http/bind-policy.ts';
import type { HttpSettings } from '#/http/http-settings.ts';
import { createJobsAccess } from '#/http/jobs/jobs-access.ts';
import { listen } from '#/http/listen.ts';
import type { OverloadLimits } from '#/http/load-gauge.ts';
import { createHttpServer } from '#/http/server.ts';
import { createPatchAccess, type PatchAccess } from '#/http/tft/patch-access.ts';
import { listPartitions } from '#/runtime/clickhouse/projected-rows.ts';
import { createGoodbye } from '#/runtime/fleet-readiness.ts';
import { SHIPPED } from '#/runtime/places.ts';
import { migratePostgres } from '#/runtime/postgres/migrate.ts';
import type { PracticeWorld } from '#/runtime/practice.ts';
import { isStoreOutage } from '#/runtime/store-outage.ts';
import { untilAvailable } from '#/runtime/supervise.ts';
import { LIVE } from '#/tft/flatten.ts';
import { SOURCES, usesPractice } from '#/upstream/sources.ts';
import type { Work } from './create-work.ts';
import type { Ground } from './ground.ts';
import { createLolAccess } from './lol-access.ts';
import type { Stores } from './open-stores.ts';
import { createReadiness } from './readiness.ts';
import { overloadSettings } from './settings-of-parts.ts';
import { createTftAccess } from './tft-access.ts';

export async function serve(
  ground: Ground,
  stores: Stores,
  work: Work,
  practice: PracticeWorld | null,
): Promise<string> {
  const { config, version, log, shutdown, stopAsked } = ground;
  const settings = httpSettingsOf(config);
  if (!isLoopback(config.HOST)) {
    const hasAdminToken = await untilAvailable(
      async () => {
        await migratePostgres(stores.database, SHIPPED.postgresMigrations);
        return stores.admin.exists();
      },
      { log, what: 'PostgreSQL', isOutage: isStoreOutage, signal: stopAsked },
    );
    refuseUnsafeBind({ ...settings, hasAdminToken });
  }
  const goodbyeMs = config.GOODBYE_SECONDS * 1_000;
  const untilGoodbyeIsSaid = createGoodbye(stopAsked, goodbyeMs);
  const server = await createHttpServer({
    log,
    settings,
    version,
    status: work.readStatus,
    readiness: createReadiness(work.readStatus, ground.stopAsked),
    checkAdminToken: (token) => stores.admin.check(token),
    adminActions: createAdminActionLog(stores.database),
    live: work.live,
    metrics: work.metrics,
    patches: openPatches(ground, stores),
    tft: createTftAccess(ground, stores, practice),
    lol: createLolAccess(ground, stores, work),
    football: work.football,
    jobs: createJobsAccess({ database: stores.database, jobs: work.jobs, now: () => new Date() }),
    operations: work.operations,
  });
  const close = async (): Promise<void> => {
    await untilGoodbyeIsSaid();
    await server.close();
  };
  shutdown.onStop('HTTP', close, goodbyeMs + 5_000);
  const { url } = await listen(server, settings);
  return url;
}

function openPatches({ log }: Ground, { database, clickhouse }: Stores): PatchAccess {
  const tables = LIVE.tables.map(({ name }) => name);
  return createPatchAccess({
    database,
    partitions: () => listPartitions(clickhouse.reader, tables),
    log,
  });
}

function httpSettingsOf(config: Config): HttpSettings {
  return {
    host: config.HOST,
    port: config.PORT,
    publicUrl: config.PUBLIC_URL ?? null,
    allowedHosts: config.ALLOWED_HOSTS,
    trustProxy: config.TRUST_PROXY,
    rateLimitPerMinute: config.RATE_LIMIT_PER_MINUTE,
    overload: overloadOf(config),
    uiDirectory: SHIPPED.builtUi,
    practiceFor: usesPractice(config) ? SOURCES.map(({ keySetting }) => keySetting) : [],
  };
}

/** Memory is that of the container, where there is one with a limit. */
function overloadOf(config: Config): Partial<OverloadLimits> {
  const ownMemory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return overloadSettings(config, ownMemory);
}
