/** The web page and the API, refused where they would be unsafe. */
import { isLoopback, refuseUnsafeBind } from '#/http/bind-policy.ts';
import { listen } from '#/http/listen.ts';
import { createHttpServer } from '#/http/server.ts';
import { SHIPPED } from '#/process/places.ts';
import { untilStoresAnswer } from '#/process/prepare-stores.ts';
import { migratePostgres } from '#/stores/postgres/migrate.ts';
import type { Work } from './create-work.ts';
import type { Ground } from './ground.ts';
import type { Stores } from './open-stores.ts';

export async function serve(
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
