/** The projection for Prometheus. The lag is asked of PostgreSQL when somebody scrapes, so every process tells the same. */
import { Gauge, type Registry } from 'prom-client';
import type { Queryable } from '#/stores/postgres/database.ts';
import { readProjectionLag } from '#/stores/postgres/projection.ts';
import { PROJECTED_SOURCES } from '#/stores/postgres/projection-task.ts';
import type { ProjectorView } from './projector-view.ts';

export function createProjectorMetrics(
  registry: Registry,
  database: Queryable,
  describe: () => ProjectorView | null,
): readonly Gauge[] {
  const registers = [registry];
  const seconds = new Gauge({
    name: 'gamekeeper_projection_lag_seconds',
    help: 'How long the oldest stored game that is not in the statistics yet has been waiting.',
    labelNames: ['source'],
    registers,
  });
  const rows = new Gauge({
    name: 'gamekeeper_projection_lag_rows',
    help: 'How many stored games are not in the statistics yet; counted up to 100000.',
    labelNames: ['source'],
    registers,
    async collect() {
      for (const source of PROJECTED_SOURCES) {
        // A store that is away must not take the other metrics with it.
        const lag = await readProjectionLag(database, source, source).catch(() => undefined);
        if (lag === undefined) continue;
        this.set({ source }, lag.rows);
        seconds.set({ source }, lag.seconds);
      }
    },
  });
  const games = new Gauge({
    name: 'gamekeeper_projected_games',
    help: 'Games that this process has brought into the statistics since it started.',
    labelNames: ['source'],
    registers,
    collect() {
      for (const source of PROJECTED_SOURCES) {
        const view = describe()?.sources.find((one) => one.source === source);
        this.set({ source }, view?.games ?? 0);
      }
    },
  });
  return [seconds, rows, games];
}
