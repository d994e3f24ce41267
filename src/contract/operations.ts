/** What the operations page shows the admin: how it went, what is left to spend, what was put aside, and what it weighs. */
import { Type, type Static } from 'typebox';
import { Nullable, Time } from './field-shapes.ts';

const STRICT = { additionalProperties: false } as const;

/** One line of a chart. A gap (nobody was there to measure) is null, not zero. */
export const OperationSeries = Type.Object(
  {
    name: Type.String({ description: 'games-stored, upstream-calls, projector-lag-seconds, …' }),
    label: Type.Object(
      {},
      {
        additionalProperties: Type.String(),
        description: 'What tells lines of one name apart: { source: "tft" }',
      },
    ),
    unit: Type.Enum(['per-minute', 'seconds', 'rows', 'bytes', 'count', 'share']),
    values: Type.Array(Nullable(Type.Number()), { description: 'One for each of `times`.' }),
  },
  { $id: 'OperationSeries' },
);
export type OperationSeries = Static<typeof OperationSeries>;

export const OperationHistoryQuery = Type.Object(
  {
    hours: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 168, description: 'How far back. Default: 6.' }),
    ),
  },
  STRICT,
);
export type OperationHistoryQuery = Static<typeof OperationHistoryQuery>;

/** `GET /api/admin/operations/history` */
export const OperationHistory = Type.Object(
  {
    now: Time,
    stepSeconds: Type.Integer(),
    times: Type.Array(Time, { description: 'Oldest first; at most 400.' }),
    series: Type.Array(Type.Unsafe<OperationSeries>(Type.Ref('OperationSeries'))),
  },
  { $id: 'OperationHistory' },
);
export type OperationHistory = Static<typeof OperationHistory>;

export const BudgetGauge = Type.Object(
  {
    upstream: Type.String({ description: 'riot-tft, riot-lol, api-football' }),
    host: Type.String({ description: 'europe, kr, … : the routing host; never the key.' }),
    scope: Type.String({ description: 'application, or the method' }),
    windowSeconds: Type.Integer(),
    limit: Type.Integer(),
    used: Type.Integer(),
    resetsAt: Nullable(Time),
    blockedUntil: Nullable(Time),
  },
  { $id: 'BudgetGauge' },
);
export type BudgetGauge = Static<typeof BudgetGauge>;

/** `GET /api/admin/operations/budgets` */
export const BudgetGauges = Type.Object(
  { now: Time, gauges: Type.Array(Type.Unsafe<BudgetGauge>(Type.Ref('BudgetGauge'))) },
  { $id: 'BudgetGauges' },
);
export type BudgetGauges = Static<typeof BudgetGauges>;

const Weight = { rows: Type.Integer(), bytes: Type.Integer() };

/** `GET /api/admin/operations/storage` */
export const StorageOverview = Type.Object(
  {
    now: Time,
    postgres: Type.Array(Type.Object({ table: Type.String(), ...Weight }), {
      description: 'Rows as PostgreSQL estimates them; bytes with indexes and TOAST. Largest first.',
    }),
    clickhouse: Type.Array(Type.Object({ table: Type.String(), partition: Type.String(), ...Weight }), {
      description: 'By table and patch (League of Legends: season), compressed. Largest first.',
    }),
    isClickHouseAway: Type.Optional(
      Type.Boolean({ description: 'It does not answer, so nothing is known of what it weighs.' }),
    ),
    objects: Nullable(Type.Object({ clips: Type.Integer(), bytes: Type.Integer() })),
  },
  { $id: 'StorageOverview' },
);
export type StorageOverview = Static<typeof StorageOverview>;

const QuarantineKind = Type.Enum(['match', 'timeline']);

export const QuarantinedBody = Type.Object(
  {
    source: Type.String({ description: 'tft, lol' }),
    kind: QuarantineKind,
    id: Type.String(),
    reason: Type.String(),
    since: Time,
    bytes: Nullable(
      Type.Integer({ description: 'Of the stored body; null: it was refused before there was one.' }),
    ),
  },
  { $id: 'QuarantinedBody' },
);
export type QuarantinedBody = Static<typeof QuarantinedBody>;

export const QuarantineQuery = Type.Object(
  {
    source: Type.Optional(Type.String({ maxLength: 20 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'Default: 50.' })),
  },
  STRICT,
);
export type QuarantineQuery = Static<typeof QuarantineQuery>;

/** `GET /api/admin/operations/quarantine` */
export const QuarantineList = Type.Object(
  {
    total: Type.Integer(),
    reasons: Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer() }), {
      description: 'Most frequent first, at most 20.',
    }),
    bodies: Type.Array(Type.Unsafe<QuarantinedBody>(Type.Ref('QuarantinedBody')), {
      description: 'Newest first.',
    }),
  },
  { $id: 'QuarantineList' },
);
export type QuarantineList = Static<typeof QuarantineList>;

export const QuarantinePath = Type.Object({
  source: Type.String({ minLength: 1, maxLength: 20 }),
  kind: QuarantineKind,
  id: Type.String({ minLength: 1, maxLength: 100 }),
});

/** `GET /api/admin/operations/quarantine/{source}/{kind}/{id}`: the entry and its body, as text, cut at 256 kB. */
export const QuarantineView = Type.Object(
  {
    entry: Type.Unsafe<QuarantinedBody>(Type.Ref('QuarantinedBody')),
    body: Nullable(Type.String()),
    isCut: Type.Boolean(),
  },
  { $id: 'QuarantineView' },
);
export type QuarantineView = Static<typeof QuarantineView>;

/** `POST /api/admin/operations/quarantine/{source}/{kind}/{id}/revalidate` and `/refetch` */
export const QuarantineAnswer = Type.Object(
  {
    did: Type.Enum(['stored', 'still-refused', 'asked-again'], {
      description:
        'stored: it passes now, and will be counted. asked-again: upstream will be asked for it anew.',
    }),
    reason: Nullable(Type.String()),
  },
  { $id: 'QuarantineAnswer' },
);
export type QuarantineAnswer = Static<typeof QuarantineAnswer>;

/** One run of `npm run drill`: a line of `drill-sessions.jsonl` in DATA_DIR. */
export const DrillSession = Type.Object(
  {
    startedAt: Time,
    seconds: Type.Number(),
    seed: Type.Integer(),
    version: Type.String(),
    machine: Type.String({ description: 'cores, memory, operating system, Node' }),
    faults: Type.Array(
      Type.Object({
        id: Type.String({ description: 'F1' }),
        name: Type.String(),
        held: Type.Boolean(),
        times: Type.Integer({ description: 'How often the fault was caused.' }),
        acknowledged: Type.Integer({ description: 'Units that were said to be stored.' }),
        lost: Type.Integer(),
        duplicated: Type.Integer(),
        recoveryMs: Nullable(Type.Object({ median: Type.Number(), max: Type.Number() })),
        detail: Type.String({ description: 'What else was seen, in a few words.' }),
      }),
    ),
  },
  { $id: 'DrillSession' },
);
export type DrillSession = Static<typeof DrillSession>;

/** `GET /api/admin/operations/drills` */
export const DrillSessions = Type.Object(
  {
    sessions: Type.Array(Type.Unsafe<DrillSession>(Type.Ref('DrillSession')), {
      description: 'Newest first, at most 50.',
    }),
    unreadable: Type.Optional(
      Type.Integer({ description: 'Lines of the file that are no session, or one of another version.' }),
    ),
  },
  { $id: 'DrillSessions' },
);
export type DrillSessions = Static<typeof DrillSessions>;
