/** What `/api/status` answers and the live topic `status` carries: which parts run, where, since when, and how busy they are. */
import { Type, type Static } from 'typebox';
import { ClipSiteHealth } from './football.ts';

const Time = Type.String({ format: 'date-time' });
const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/** `degraded`: answers, but not as it should (see `detail`). `down`: does not answer; Gamekeeper keeps trying. */
export const PartState = Type.Enum(['starting', 'running', 'degraded', 'down']);
export type PartState = Static<typeof PartState>;

export const Part = Type.Object({
  id: Type.Enum(['postgres', 'clickhouse', 'jobs', 'scheduler', 'live', 'projector', 'practice']),
  name: Type.String(),
  mode: Type.Enum(['embedded', 'external', 'built-in']),
  state: PartState,
  version: Nullable(Type.String()),
  since: Nullable(Time),
  restarts: Type.Integer({
    minimum: 0,
    description: 'How often it died and was started again since this process began.',
  }),
  detail: Nullable(Type.String({ description: 'What is wrong or worth knowing, in one sentence.' })),
});
export type Part = Static<typeof Part>;

export const ProcessRow = Type.Object({
  id: Type.String(),
  host: Type.String(),
  pid: Type.Integer(),
  roles: Type.Array(Type.String()),
  version: Type.String(),
  startedAt: Time,
  seenAt: Time,
  rssBytes: Type.Integer(),
  cpuPercent: Type.Number({ description: 'Of one core, over the last heartbeat interval.' }),
});
export type ProcessRow = Static<typeof ProcessRow>;

export const QueueRow = Type.Object({
  kind: Type.String(),
  waiting: Type.Integer(),
  delayed: Type.Integer(),
  active: Type.Integer(),
  deadLettered: Type.Integer(),
});
export type QueueRow = Static<typeof QueueRow>;

export const ScheduleRow = Type.Object({
  kind: Type.String(),
  cron: Type.String(),
  timeZone: Type.String(),
  missed: Type.Enum(['skip', 'once', 'each']),
});
export type ScheduleRow = Static<typeof ScheduleRow>;

export const JobEnd = Type.Object({
  kind: Type.String(),
  key: Nullable(Type.String()),
  runName: Nullable(
    Type.String({ description: 'monitor-05_12_2024-15:23. Null: runs of this kind have no name.' }),
  ),
  outcome: Type.Enum(['done', 'skipped', 'retried', 'postponed', 'dead-lettered']),
  attempts: Type.Integer(),
  durationMs: Type.Number(),
  reason: Nullable(Type.String()),
  endedAt: Time,
});
export type JobEnd = Static<typeof JobEnd>;

export const SystemStatus = Type.Object(
  {
    version: Type.String(),
    now: Time,
    startedAt: Time,
    state: PartState,
    parts: Type.Array(Part),
    processes: Type.Array(ProcessRow),
    queues: Type.Array(QueueRow),
    schedules: Type.Array(ScheduleRow),
    recentJobs: Type.Array(JobEnd),
    disk: Type.Object({
      freeBytes: Type.Integer(),
      totalBytes: Type.Integer(),
      lowBytes: Type.Integer({ description: 'Below this, free space counts as low.' }),
    }),
    upstreams: Type.Array(
      Type.Object({
        id: Type.String({ description: 'For example riot-tft, riot-lol or api-football.' }),
        name: Type.String(),
        keySetting: Type.String({ description: 'The setting that holds its key.' }),
        key: Type.Enum(['set', 'missing', 'practice'], {
          description: 'practice: the practice world stands in for it, with invented players and games.',
        }),
        state: Type.Enum(['unknown', 'ok', 'rejected'], {
          description: 'What the upstream last said of the key. rejected: see detail.',
        }),
        detail: Nullable(Type.String()),
      }),
    ),
    clipSites: Type.Array(ClipSiteHealth),
  },
  { $id: 'SystemStatus' },
);
export type SystemStatus = Static<typeof SystemStatus>;
