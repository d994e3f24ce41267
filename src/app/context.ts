/**
 * The context of a process: everything that its parts share. Each part takes the App and uses the fields that it names, so a test
 * passes only those.
 */
import type { Config } from '#/config.ts';
import type { SystemStatus } from '#/contract/status.ts';
import type { FootballAccess } from '#/http/football/football-access.ts';
import type { LiveHub } from '#/http/live/hub.ts';
import type { HistoryNotices } from '#/lol/progress.ts';
import type { ClickHouse, ClickHouseConnection } from '#/runtime/clickhouse/clickhouse.ts';
import type { Fleet } from '#/runtime/fleet.ts';
import type { JobEngine } from '#/runtime/jobs/job-engine.ts';
import type { StorePart } from '#/runtime/open-stores.ts';
import type { AdminAccess } from '#/runtime/postgres/admin.ts';
import type { Database, PostgresConnection } from '#/runtime/postgres/database.ts';
import type { NoticeListener } from '#/runtime/postgres/session.ts';
import type { PracticeWorld } from '#/runtime/practice.ts';
import type { Shutdown } from '#/runtime/shutdown.ts';
import type { Role } from '#/settings.ts';
import type { LolFollowing } from './lol-following.ts';
import type { LolWork } from './lol-work.ts';
import type { FootballParts } from './open-football.ts';
import type { Upstreams } from './open-upstreams.ts';
import type { Projection } from './projection.ts';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';

export interface AppOptions {
  readonly config: Config;
  readonly roles: readonly Role[];
  /** How many further processes with the role `worker` this one starts and keeps running. */
  readonly workers?: number;
  readonly version: string;
  readonly log: Logger;
  /** Aborts a start that is still under way. */
  readonly stopAsked: AbortSignal;
}

export interface Stores {
  readonly postgresConnection: PostgresConnection;
  readonly database: Database;
  readonly clickhouseConnection: ClickHouseConnection;
  readonly clickhouse: ClickHouse;
  readonly parts: { readonly postgres: StorePart; readonly clickhouse: StorePart };
  readonly admin: AdminAccess;
}

export interface App extends AppOptions, Stores {
  readonly startedAt: Date;
  readonly now: () => Date;
  readonly shutdown: Shutdown;
  /** Fires `change` when the state of a part that we run ourselves (a store, the practice world) has changed. */
  readonly partChanges: EventTarget;
  readonly metrics: Registry;
  /** Null without a practice world. */
  readonly practice: PracticeWorld | null;
  /** Null without `--workers`. */
  readonly fleet: Fleet | null;
  readonly upstreams: Upstreams;
  readonly footballParts: FootballParts;
  readonly notices: HistoryNotices;
  /** Notifies all processes, at most once a second. */
  readonly statusChanged: () => void;
  readonly jobs: JobEngine;
  readonly projection: Projection;
  readonly lol: LolWork & LolFollowing;
  readonly football: FootballAccess;
  /** Null if no job waits. */
  readonly oldestWaitingSeconds: () => Promise<number | null>;
  readonly readStatus: () => Promise<SystemStatus>;
  readonly live: LiveHub;
  readonly listener: NoticeListener;
}

/** What exists before any store is opened. */
export type Base = AppOptions & Pick<App, 'startedAt' | 'now' | 'shutdown' | 'partChanges' | 'metrics'>;

/** What exists once the stores are open. */
export type OpenedApp = Base & Stores & Pick<App, 'practice' | 'fleet' | 'footballParts'>;
