/** What works and what is told of it: jobs, live notices, status, metrics. */
import { Registry } from 'prom-client';
import { describeClipSites } from '#/http/football/create-football-access.ts';
import type { FootballAccess } from '#/http/football/football-access.ts';
import { footballTopics } from '#/http/football/football-topics.ts';
import { createLiveHub, type LiveHub } from '#/http/live/hub.ts';
import type { TopicDefinition } from '#/http/live/feed.ts';
import { accountTopics } from '#/http/lol/accounts-topics.ts';
import { historyTopics } from '#/http/lol/history-topics.ts';
import type { OperationsAccess } from '#/http/operations/operations-access.ts';
import type { JobEngine } from '#/runtime/jobs/job-engine.ts';
import { accountTopicsOf } from '#/lol/accounts/account-notice.ts';
import { createHistoryNotices, type HistoryNotices } from '#/lol/history-notices.ts';
import { createJobMetrics, exposeQueues } from '#/runtime/job-metrics.ts';
import type { PracticeWorld } from '#/runtime/practice.ts';
import { coalesce } from '#/runtime/supervise.ts';
import { createSystemStatus } from './system-status.ts';
import { describeSources } from '#/upstream/sources.ts';
import { createNoticeListener, publishNotice, type NoticeListener } from '#/runtime/postgres/live-notices.ts';
import type { Ground } from './ground.ts';
import { createLolFollowing, type LolFollowing } from './lol-following.ts';
import { createLolWork, type LolWork } from './lol-work.ts';
import { noticesTo } from './notices-to-hub.ts';
import { openJobs } from './open-jobs.ts';
import { openOperations } from './operations.ts';
import type { Stores } from './open-stores.ts';
import { createFootballWork, openFootballAccess, siteLogins, type FootballParts } from './open-football.ts';
import { openUpstreams, type Upstreams } from './open-upstreams.ts';
import { createProjection, type Projection } from './projection.ts';
import { liveLimits } from './settings-of-parts.ts';
import { stopJobsAtShutdown } from './stop-jobs.ts';

export interface Work {
  readonly metrics: Registry;
  readonly upstreams: Upstreams;
  readonly jobs: JobEngine;
  readonly lol: LolWork;
  readonly following: LolFollowing;
  readonly football: FootballAccess;
  readonly operations: OperationsAccess;
  readonly projection: Projection;
  readonly listener: NoticeListener;
  readonly live: LiveHub;
  readonly readStatus: ReturnType<typeof createSystemStatus>;
  /** Tells all processes, at most once a second. */
  readonly statusChanged: () => void;
}

const TOPIC_STATUS = 'status';
const STATUS_EVERY_MS = 2_000;

export function createWork(
  ground: Ground,
  stores: Stores,
  practice: PracticeWorld | null,
  footballParts: FootballParts,
): Work {
  const { config, version, startedAt } = ground;
  const metrics = new Registry();
  const upstreams = openUpstreams(ground, stores, practice, metrics);
  const countEnd = createJobMetrics(metrics);
  const statusChanged = createStatusNotices(ground, stores);
  const notices = openHistoryNotices(ground, stores);
  const footballWork = createFootballWork(ground, stores, upstreams, footballParts);
  const jobs = openJobs(ground, stores, upstreams, { notices, football: footballWork }, (end) => {
    countEnd(end);
    statusChanged.ask();
  });
  exposeQueues(metrics, () => jobs.queues());
  const lol = createLolWork(ground, stores, upstreams, jobs);
  const following = createLolFollowing(ground, stores, upstreams, { jobs, finder: lol.finder });
  const football = openFootballAccess(ground, footballWork, footballParts, jobs);
  const projection = createProjection(ground, stores, metrics, () => statusChanged.ask());
  const readStatus = createSystemStatus({
    version,
    startedAt,
    database: stores.database,
    ...stores.parts,
    jobs,
    isListening: () => feed.listener.isListening(),
    dataDirectory: config.DATA_DIR,
    lowDiskBytes: config.MIN_FREE_DISK_MB * 1e6,
    projection: () => projection.describe(),
    practice,
    upstreams: (recorded) => describeSources(config, recorded),
    clipSites: () => describeClipSites(stores.database, siteLogins(config, footballParts)),
  });
  const feed = openLiveFeed(ground, stores, [
    { name: TOPIC_STATUS, snapshot: readStatus, minIntervalMs: 500, refreshEveryMs: STATUS_EVERY_MS },
    ...historyTopics(lol.collections, lol.lookups),
    ...accountTopics(following.accounts),
    ...footballTopics(football),
  ]);
  stopJobsAtShutdown(ground, jobs);
  return {
    metrics,
    upstreams,
    jobs,
    lol,
    following,
    football,
    operations: openOperations(ground, stores, { jobs, notices, readStatus, projection, metrics }),
    projection,
    ...feed,
    readStatus,
    statusChanged: () => statusChanged.ask(),
  };
}

function openLiveFeed(
  { config, log, shutdown, partChanges }: Ground,
  { postgresConnection: connection }: Stores,
  topics: readonly TopicDefinition[],
): { readonly live: LiveHub; readonly listener: NoticeListener } {
  const live = createLiveHub({ topics, log, limits: liveLimits(config) });
  const listener = createNoticeListener({
    connection,
    log,
    ...noticesTo(live),
  });
  partChanges.addEventListener('change', () => live.notice({ topic: TOPIC_STATUS }));
  shutdown.onStop('live notices', () => listener.stop());
  return { live, listener };
}

function openHistoryNotices({ log, shutdown }: Ground, { database }: Stores): HistoryNotices {
  const moreTopics = (puuids: readonly string[]) => accountTopicsOf(database, puuids);
  const notices = createHistoryNotices({ database, log, moreTopics });
  shutdown.onStop('notices of histories', () => notices.flush());
  return notices;
}

/** A thousand job ends a second are one notice a second: NOTIFY takes a lock that all commits share. */
function createStatusNotices({ log, shutdown }: Ground, { database }: Stores): { ask(): void } {
  const notices = coalesce(() => {
    publishNotice(database, { topic: TOPIC_STATUS }).catch((error: unknown) =>
      log.debug({ err: error }, 'notice not sent'),
    );
  }, 1_000);
  shutdown.onStop('status notices', () => notices.stop());
  return notices;
}
