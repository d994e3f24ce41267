/** The projection for Prometheus. The lag is asked of PostgreSQL when somebody scrapes, so every process tells the same. */
import { Gauge, type Registry } from 'prom-client';
import type { Queryable } from '#/stores/postgres/database.ts';
import { readProjectionLag } from '#/stores/postgres/projection.ts';
import { LIVE, SOURCE } from './parts.ts';
import type { ProjectorView } from './projector-view.ts';

export function createProjectorMetrics(
  registry: Registry,
  database: Queryable,
  describe: () => Readonly<ProjectorView> | null,
): readonly Gauge[] {
  const registers = [registry];
  const seconds = new Gauge({
    name: 'gamekeeper_projection_lag_seconds',
    help: 'How long the oldest stored game that is not in the statistics yet has been waiting.',
    registers,
  });
  const rows = new Gauge({
    name: 'gamekeeper_projection_lag_rows',
    help: 'How many stored games are not in the statistics yet; counted up to 100000.',
    registers,
    async collect() {
      // A store that is away must not take the other metrics with it.
      const lag = await readProjectionLag(database, LIVE.projection, SOURCE).catch(() => undefined);
      if (lag === undefined) return;
      this.set(lag.rows);
      seconds.set(lag.seconds);
    },
  });
  const games = new Gauge({
    name: 'gamekeeper_projected_games',
    help: 'Games that this process has brought into the statistics since it started.',
    registers,
    collect() {
      this.set(describe()?.games ?? 0);
    },
  });
  return [seconds, rows, games];
}
