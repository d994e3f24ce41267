/** Creates the parts of a process on its open stores: upstreams, jobs, what the API may do, status, metrics and the live feed. */
import { describeClipSites } from '#/http/football/create-football-access.ts';
import { describeSources } from '#/upstream/sources.ts';
import type { App, OpenedApp } from './context.ts';
import { createHistoryChanges, createStatusNotices, openLiveFeed } from './live.ts';
import { createLolFollowing } from './lol-following.ts';
import { createLolWork } from './lol-work.ts';
import { createJobMetrics, exposeOperations, exposeQueues, readOldestWaiting } from './metrics.ts';
import { createFootballWork, openFootballAccess, siteLogins } from './open-football.ts';
import { openJobs } from './open-jobs.ts';
import { openUpstreams } from './open-upstreams.ts';
import { createProjection } from './projection.ts';
import { createSystemStatus } from './system-status.ts';

/** Running jobs get SHUTDOWN_SECONDS to end; then this long to return the rest to the queue. */
const TO_GIVE_BACK_MS = 4_000;

export function createParts(opened: OpenedApp): App {
  const { config, metrics, practice, footballParts, database } = opened;
  const upstreams = openUpstreams(opened, opened, practice, metrics);
  const statusChanged = createStatusNotices(opened);
  const notices = createHistoryChanges(opened);
  const footballWork = createFootballWork(opened, opened, upstreams, footballParts);
  const countEnd = createJobMetrics(metrics);
  const jobs = openJobs(opened, opened, upstreams, { notices, football: footballWork }, (end) => {
    countEnd(end);
    statusChanged();
  });
  exposeQueues(metrics, () => jobs.queues());
  const lolWork = createLolWork({ ...opened, upstreams, jobs });
  const lol = { ...lolWork, ...createLolFollowing({ ...opened, jobs }, lolWork.finder) };
  const football = openFootballAccess(opened, footballWork, footballParts, jobs);
  const projection = createProjection({ ...opened, statusChanged });
  const readStatus = createSystemStatus({
    ...opened,
    ...opened.parts,
    jobs,
    isListening: () => feed.listener.isListening(),
    dataDirectory: config.DATA_DIR,
    lowDiskBytes: config.MIN_FREE_DISK_MB * 1e6,
    projection: () => projection.describe(),
    upstreams: (recorded) => describeSources(config, recorded),
    clipSites: () => describeClipSites(database, siteLogins(config, footballParts)),
  });
  const feed = openLiveFeed({ ...opened, lol, football, readStatus });
  stopJobsAtShutdown({ ...opened, jobs });
  const oldestWaitingSeconds = () => readOldestWaiting(jobs);
  exposeOperations(metrics, {
    status: readStatus,
    database,
    leads: () => ({ scheduler: jobs.leads(), projector: projection.describe()?.leads ?? false }),
    oldestWaitingSeconds,
  });
  return {
    ...opened,
    ...feed,
    upstreams,
    statusChanged,
    notices,
    jobs,
    projection,
    lol,
    football,
    oldestWaitingSeconds,
    readStatus,
  };
}

export function stopJobsAtShutdown({
  config,
  shutdown,
  jobs,
}: Pick<App, 'shutdown'> & {
  readonly config: Pick<App['config'], 'SHUTDOWN_SECONDS'>;
  readonly jobs: Pick<App['jobs'], 'stop'>;
}): void {
  const graceMs = config.SHUTDOWN_SECONDS * 1000;
  shutdown.onStop('jobs', () => jobs.stop({ graceMs }), graceMs + TO_GIVE_BACK_MS);
}
