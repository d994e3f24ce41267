/** What operations are made of in this process: what the admin's page may do, the samples it draws, and the metrics that alerts are made of. */
import type { Registry } from 'prom-client';
import type { SystemStatus } from '#/contract/status.ts';
import { createOperationsAccess } from '#/http/operations/create-operations-access.ts';
import type { OperationsAccess } from '#/http/operations/operations-access.ts';
import type { JobEngine } from '#/runtime/jobs/job-engine.ts';
import type { HistoryNotices } from '#/lol/history-notices.ts';
import { readDiskSpace } from '#/runtime/disk-space.ts';
import { exposeOperations } from './operation-metrics.ts';
import { startOperationSamples } from './operation-samples.ts';
import { placesBelow } from '#/runtime/places.ts';
import { readPartitionWeights } from '#/runtime/clickhouse/part-health.ts';
import { createBodyJudge } from './judge-body.ts';
import type { Ground } from './ground.ts';
import type { Stores } from './open-stores.ts';
import type { Projection } from './projection.ts';

export interface OperatedParts {
  readonly jobs: JobEngine;
  readonly notices: HistoryNotices;
  readonly readStatus: () => Promise<SystemStatus>;
  readonly projection: Projection;
  readonly metrics: Registry;
}

export function openOperations(
  { config, log }: Ground,
  { database, clickhouse }: Stores,
  { jobs, notices, readStatus, projection, metrics }: OperatedParts,
): OperationsAccess {
  exposeOperations(metrics, {
    status: readStatus,
    database,
    leads: () => ({ scheduler: jobs.leads(), projector: projection.describe()?.leads ?? false }),
    oldestWaitingSeconds: () => readOldestWaiting(jobs),
  });
  return createOperationsAccess({
    database,
    clickhouse: clickhouse.reader,
    jobs,
    createBodyJudge,
    drillFile: placesBelow(config.DATA_DIR).drillSessions,
    // Whoever looks at a history that it stands in sees it change.
    onReleased(source, id) {
      if (source === 'lol') notices.settled([id]);
    },
    now: () => new Date(),
    log,
  });
}

/** To be called when jobs run: whoever leads the scheduler takes the samples of all. */
export function startSamples(
  { config, log, shutdown }: Ground,
  { database, clickhouse }: Stores,
  jobs: JobEngine,
): void {
  const samples = startOperationSamples({
    database,
    log,
    leads: () => jobs.leads(),
    queues: () => jobs.queues(),
    oldestWaitingSeconds: () => readOldestWaiting(jobs),
    async clickhouseBytes() {
      const weights = await readPartitionWeights(clickhouse.reader);
      return weights.reduce((sum, { bytes }) => sum + bytes, 0);
    },
    freeDiskBytes: async () => (await readDiskSpace(config.DATA_DIR)).freeBytes,
  });
  shutdown.onStop('samples', () => samples.stop());
}

async function readOldestWaiting(jobs: Pick<JobEngine, 'queues'>): Promise<number | null> {
  const waiting = (await jobs.queues()).flatMap(({ oldestWaitingSeconds }) => oldestWaitingSeconds ?? []);
  return waiting.length === 0 ? null : Math.max(...waiting);
}
