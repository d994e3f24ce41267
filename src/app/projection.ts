/**
 * The projector of this process, if it has that role. It runs in its own thread: a rebuild parses and
 * flattens matches for minutes (`npm run bench -- rebuild`), while the process has to answer requests and
 * call upstreams. A thread that fails is restarted and voids its unfinished batches.
 */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { createProjectorMetrics } from '#/match/project/metrics.ts';
import { type Projector, type ProjectorView, viewOfAll } from '#/match/project/projector.ts';
import type { ClickHouseConnection } from '#/runtime/clickhouse/clickhouse.ts';
import { relayLine } from '#/runtime/log.ts';
import type { PostgresConnection } from '#/runtime/postgres/database.ts';
import { supervise } from '#/runtime/supervise.ts';
import type { App, OpenedApp } from './context.ts';
import {
  type ProjectorSettings,
  type ThreadData,
  type ThreadMessage,
  toPlainClickHouse,
  toPlainPostgres,
} from './open-projector.ts';
import { projectorSettings } from './settings-of-parts.ts';

export interface Projection {
  /** Null: not this process's role, or not started yet. */
  describe(): { readonly leads: boolean; readonly view: ProjectorView } | null;
  start(): void;
}

export function createProjection(app: OpenedApp & Pick<App, 'statusChanged'>): Projection {
  const { config, roles, log, shutdown, database, metrics } = app;
  let projector: ReturnType<typeof startProjectorThread> | null = null;
  createProjectorMetrics(metrics, database, () => projector?.describe() ?? null);
  return {
    describe: () => projector && { leads: projector.leads(), view: projector.describe() },
    start() {
      if (!roles.includes('projector')) return;
      const started = startProjectorThread({
        postgres: app.postgresConnection,
        clickhouse: app.clickhouseConnection,
        ...projectorSettings(config),
        log,
        onChange: app.statusChanged,
      });
      projector = started;
      shutdown.onStop('projector', () => started.stop(), 15_000);
    },
  };
}

export interface ProjectorThreadOptions extends ProjectorSettings {
  readonly postgres: PostgresConnection;
  readonly clickhouse: ClickHouseConnection;
  readonly log: Logger;
  readonly onChange: (view: ProjectorView) => void;
}

const SCRIPT = join(import.meta.dirname, 'projector-thread.ts');
/**
 * Far more than needed: V8 derives the size of the young generation from it, and a small one is collected
 * much more often.
 */
const MAX_HEAP_MB = 2_048;
const RESTART_MS = 1_000;

export function startProjectorThread(options: ProjectorThreadOptions): Omit<Projector, 'start'> {
  const shown = { view: viewOfAll([]), leads: false };
  const thread: { worker: Worker | null } = { worker: null };

  const runOnce = (): Promise<void> =>
    new Promise((resolve) => {
      const current = new Worker(SCRIPT, {
        workerData: toThreadData(options),
        resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      });
      thread.worker = current;
      current.on('message', (message: ThreadMessage) => {
        if (message.type === 'log') relayLine(options.log, message.line);
        else {
          Object.assign(shown, { view: message.view, leads: message.leads });
          options.onChange(message.view);
        }
      });
      current.on('error', (error) => options.log.error({ err: error }, 'projector thread failed'));
      current.on('exit', () => resolve());
    });
  const { log } = options;
  const running = supervise(
    async (stopping) => {
      await runOnce();
      Object.assign(shown, { view: { ...shown.view, state: 'following' }, leads: false });
      if (!stopping.aborted) log.error('projector thread ended, restarting');
    },
    {
      everyMs: RESTART_MS,
      onError: (error) => log.error({ err: error }, 'projector thread could not be started'),
    },
  );
  return {
    leads: () => shown.leads,
    describe: () => shown.view,
    async stop() {
      const stopped = running.stop();
      thread.worker?.postMessage('stop');
      await stopped;
    },
  };
}

function toThreadData({ postgres, clickhouse, database, keptPatches }: ProjectorThreadOptions): ThreadData {
  return {
    postgres: toPlainPostgres(postgres),
    clickhouse: toPlainClickHouse(clickhouse),
    database,
    keptPatches,
  };
}
