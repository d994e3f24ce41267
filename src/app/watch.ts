/** What machines that watch are told, on a port of its own (WATCH_PORT), by every process. */
import { addProcessMetrics } from '#/http/health/metrics-route.ts';
import { openWatchServer } from '#/http/watch/watch-server.ts';
import type { Work } from './create-work.ts';
import type { Ground } from './ground.ts';
import { createReadiness } from './readiness.ts';

const READINESS_TIMEOUT_MS = 3_000;

/** Null: nobody asked for it. */
export async function watch(
  { config, log, shutdown, stopAsked }: Ground,
  { metrics, readStatus }: Pick<Work, 'metrics' | 'readStatus'>,
): Promise<string | null> {
  if (config.WATCH_PORT === 0) return null;
  addProcessMetrics(metrics);
  const server = await openWatchServer({
    host: config.HOST,
    port: config.WATCH_PORT,
    metrics,
    readiness: createReadiness(readStatus, stopAsked),
    readinessTimeoutMs: READINESS_TIMEOUT_MS,
  });
  shutdown.onStop('watch port', () => server.close());
  log.info({ url: server.url }, 'those who watch are answered');
  return server.url;
}
