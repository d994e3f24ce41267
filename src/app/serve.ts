/** The web page and the API, refused where they would be unsafe. */
import { isLoopback, refuseUnsafeBind } from '#/http/bind-policy.ts';
import { createJobsAccess } from '#/http/jobs/jobs-access.ts';
import { listen } from '#/http/listen.ts';
import { createHttpServer } from '#/http/server.ts';
import { createPatchAccess } from '#/http/tft/patch-access.ts';
import { SHIPPED } from '#/process/places.ts';
import type { PracticeThread } from '#/process/practice-thread.ts';
import { untilStoresAnswer } from '#/process/prepare-stores.ts';
import { LIVE } from '#/projector/parts.ts';
import { listPartitions } from '#/stores/clickhouse/projected-rows.ts';
import { migratePostgres } from '#/stores/postgres/migrate.ts';
import type { Work } from './create-work.ts';
import type { Ground } from './ground.ts';
import type { Stores } from './open-stores.ts';
import { createLolAccess } from './lol-access.ts';
import { createTftAccess } from './tft-access.ts';

export async function serve(
  ground: Ground,
  stores: Stores,
  work: Work,
  practice: PracticeThread | null,
): Promise<string> {
  const { config, version, log, shutdown, stopAsked } = ground;
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
    patches: createPatchAccess({
      database: stores.database,
      partitions: () =>
        listPartitions(
          stores.clickhouse.reader,
          LIVE.tables.map(({ name }) => name),
        ),
      log,
    }),
    tft: createTftAccess(ground, stores, practice),
    lol: createLolAccess(ground, stores, work),
    football: work.football,
    jobs: createJobsAccess({ database: stores.database, jobs: work.jobs, now: () => new Date() }),
  });
  shutdown.onStop('HTTP', () => server.close());
  const { url } = await listen(server, settings);
  return url;
}
