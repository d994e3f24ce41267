/** The work in the background, as it travels: what waits, what runs, what failed, and how fast it goes. */
import { Type, type Static } from 'typebox';
import { Nullable, Time } from './field-shapes.ts';
import { JobEnd } from './status.ts';

const STRICT = { additionalProperties: false } as const;
const Kind = Type.String({ minLength: 1, maxLength: 200, description: 'lol/sync-account' });
const JOB_OUTCOMES = ['done', 'skipped', 'retried', 'postponed', 'dead-lettered'] as const;

export const JobKindRow = Type.Object(
  {
    kind: Type.String(),
    waiting: Type.Integer({ description: 'Could run now.' }),
    delayed: Type.Integer({ description: 'Wait for their time.' }),
    active: Type.Integer(),
    failed: Type.Integer({ description: 'Will not be tried again by themselves.' }),
    oldestWaitingSeconds: Nullable(
      Type.Number({ description: 'For how long the oldest that could run has been waiting.' }),
    ),
    oldestActiveSeconds: Nullable(Type.Number()),
    ended: Type.Object(
      {
        done: Type.Integer(),
        skipped: Type.Integer(),
        postponed: Type.Integer(),
        retried: Type.Integer(),
        deadLettered: Type.Integer(),
      },
      { description: 'Runs that ended within the period.' },
    ),
    perMinute: Type.Number({ description: 'Runs that ended, on average over the period.' }),
    retryRate: Nullable(
      Type.Number({ description: 'Of the runs, how many failed and were tried again; null without runs.' }),
    ),
    failureRate: Nullable(
      Type.Number({ description: 'Of the jobs that ended, how many were given up; null without any.' }),
    ),
    medianMs: Nullable(Type.Number()),
    p95Ms: Nullable(Type.Number()),
    lastEndedAt: Nullable(Time),
    schedule: Nullable(
      Type.Object({
        cron: Type.String(),
        timeZone: Type.String(),
        missed: Type.Enum(['skip', 'once', 'each']),
      }),
    ),
  },
  { $id: 'JobKindRow' },
);
export type JobKindRow = Static<typeof JobKindRow>;

export const JobsQuery = Type.Object(
  {
    minutes: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 43_200, description: 'The period of the rates. Default: 60.' }),
    ),
    kind: Type.Optional(Kind),
    outcome: Type.Optional(Type.Enum([...JOB_OUTCOMES])),
    limit: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 500, description: 'Rows of the log. Default: 50.' }),
    ),
  },
  STRICT,
);
export type JobsQuery = Static<typeof JobsQuery>;

/** `GET /api/jobs` */
export const JobsOverview = Type.Object(
  {
    now: Time,
    minutes: Type.Integer(),
    kinds: Type.Array(Type.Unsafe<JobKindRow>(Type.Ref('JobKindRow'))),
    totals: Type.Object({
      waiting: Type.Integer(),
      delayed: Type.Integer(),
      active: Type.Integer(),
      failed: Type.Integer(),
      perMinute: Type.Number(),
      oldestWaitingSeconds: Nullable(Type.Number()),
    }),
    log: Type.Array(JobEnd, { description: 'Newest first.' }),
  },
  { $id: 'JobsOverview' },
);
export type JobsOverview = Static<typeof JobsOverview>;

export const FailedJob = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    kind: Type.String(),
    key: Nullable(Type.String()),
    reason: Nullable(Type.String()),
    attempts: Type.Integer(),
    payload: Type.Unknown(),
    failedAt: Time,
    isKnownKind: Type.Boolean({
      description: 'false: this version has no such kind of work, so it can only be discarded.',
    }),
  },
  { $id: 'FailedJob' },
);
export type FailedJob = Static<typeof FailedJob>;

export const FailedJobsQuery = Type.Object(
  { kind: Type.Optional(Kind), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })) },
  STRICT,
);

/** `GET /api/jobs/failed` */
export const FailedJobs = Type.Object(
  {
    jobs: Type.Array(Type.Unsafe<FailedJob>(Type.Ref('FailedJob')), { description: 'Newest first.' }),
    total: Type.Integer(),
  },
  { $id: 'FailedJobs' },
);
export type FailedJobs = Static<typeof FailedJobs>;

export const FailedJobId = Type.Object({ id: Type.String({ format: 'uuid' }) });

/** `POST /api/admin/jobs/{id}/retry` and `/discard` */
export const FailedJobAnswer = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    kind: Type.String(),
    did: Type.Enum(['retried', 'joined', 'discarded'], {
      description: 'joined: another job with the same key waits or runs already, and stands for this one.',
    }),
    jobId: Nullable(Type.String({ format: 'uuid', description: 'Of the job that runs now.' })),
  },
  { $id: 'FailedJobAnswer' },
);
export type FailedJobAnswer = Static<typeof FailedJobAnswer>;
