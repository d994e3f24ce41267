/** The projector of this process, if it has that role: started when both stores are ready, seen by status and metrics. */
import type { Registry } from 'prom-client';
import { createProjectorMetrics } from '#/match/project/projector-metrics.ts';
import { startProjectorThread } from './start-projector-thread.ts';
import type { ProjectorView } from '#/match/project/projector-view.ts';
import type { Ground } from './ground.ts';
import type { Stores } from './open-stores.ts';
import { projectorSettings } from './settings-of-parts.ts';

export interface Projection {
  /** Null: not this process's role, or not started yet. */
  describe(): { readonly leads: boolean; readonly view: ProjectorView } | null;
  start(): void;
}

export function createProjection(
  { config, roles, log, shutdown }: Ground,
  { database, postgresConnection, clickhouseConnection }: Stores,
  metrics: Registry,
  onChange: () => void,
): Projection {
  let projector: ReturnType<typeof startProjectorThread> | null = null;
  createProjectorMetrics(metrics, database, () => projector?.describe() ?? null);
  return {
    describe: () => projector && { leads: projector.leads(), view: projector.describe() },
    start() {
      if (!roles.includes('projector')) return;
      const started = startProjectorThread({
        postgres: postgresConnection,
        clickhouse: clickhouseConnection,
        ...projectorSettings(config),
        log,
        onChange,
      });
      projector = started;
      shutdown.onStop('projector', () => started.stop(), 15_000);
    },
  };
}
