/**
 * The status of the system for `/api/status` and the status page. It is read most when something is broken, so every query has a
 * deadline, and a part that does not answer leaves a gap, never an error.
 */
import type { Part, PartState, ProcessRow, QueueRow, ScheduleRow, SystemStatus } from '#/contract/status.ts';
import { describeDamage, listDamages, type SourceDamage } from '#/match/project/projection.ts';
import { readDiskSpace } from '#/runtime/disk-space.ts';
import { HEARTBEAT_MS } from '#/runtime/heartbeat.ts';
import { readJobLog } from '#/runtime/jobs/job-log.ts';
import { orElse } from '#/runtime/pause.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { listProcesses } from '#/runtime/postgres/operations.ts';
import type { PracticeWorld } from '#/runtime/practice.ts';
import { singleFlight } from '#/runtime/single-flight.ts';
import type { StoreDescription, StorePart } from '#/runtime/open-stores.ts';
import { readKeyHealth, type RecordedKeyHealth } from '#/upstream/key-health.ts';

export interface SystemStatusDeps {
  readonly version: string;
  readonly startedAt: Date;
  readonly database: Database;
  readonly postgres: StorePart;
  readonly clickhouse: StorePart;
  readonly jobs: {
    state(): { readonly state: PartState; readonly detail: string | null };
    /** Whether this process sends the scheduled jobs. */
    leads(): boolean;
    queues(): Promise<QueueRow[]>;
    schedules(): ScheduleRow[];
  };
  readonly isListening: () => boolean;
  readonly dataDirectory: string;
  readonly lowDiskBytes: number;
  /** Null if this process does not have the role, or has not started it yet. */
  readonly projection: () => {
    readonly leads: boolean;
    readonly view: {
      readonly fault: string | null;
      readonly sources: readonly ProjectedSourceState[];
    };
  } | null;
  /** Null without a practice world. */
  readonly practice: PracticeWorld | null;
  readonly upstreams: (recorded: readonly RecordedKeyHealth[]) => SystemStatus['upstreams'];
  readonly clipSites: () => Promise<SystemStatus['clipSites']>;
}

interface ProjectedSourceState {
  readonly source: 'tft' | 'lol';
  readonly state: string;
  readonly lag: { readonly rows: number; readonly seconds: number } | null;
}

const RECENT_JOBS = 12;
/** A process that missed three heartbeats counts as dead. */
const ALIVE_WITHIN_SECONDS = (3 * HEARTBEAT_MS) / 1000;

export function createSystemStatus(deps: SystemStatusDeps): () => Promise<SystemStatus> {
  // The page, probes and the live feed ask at the same time.
  return singleFlight(() => readStatus(deps));
}

/** Without the ages, which would make every status differ from the last one. */
async function readQueueRows(jobs: SystemStatusDeps['jobs']): Promise<QueueRow[]> {
  const queues = await jobs.queues();
  return queues.map(({ kind, waiting, delayed, active, deadLettered }) => {
    return { kind, waiting, delayed, active, deadLettered };
  });
}

async function readStatus(deps: SystemStatusDeps): Promise<SystemStatus> {
  const [postgres, clickhouse, processes, queues, recentJobs, disk, keyHealth, clipSites, damages] =
    await Promise.all([
      storePart('postgres', deps.postgres),
      storePart('clickhouse', deps.clickhouse),
      orElse(listProcesses(deps.database, ALIVE_WITHIN_SECONDS), []),
      orElse(readQueueRows(deps.jobs), []),
      orElse(readJobLog(deps.database, { limit: RECENT_JOBS }), []),
      orElse(readDiskSpace(deps.dataDirectory), { freeBytes: 0, totalBytes: 0 }),
      orElse(readKeyHealth(deps.database), []),
      orElse(deps.clipSites(), []),
      orElse(listDamages(deps.database), []),
    ]);
  const { practice } = deps;
  const jobs = deps.jobs.state();
  const parts = [
    postgres,
    clickhouse,
    builtIn('jobs', jobs.state, jobs.detail),
    schedulerPart(deps, processes),
    livePart(deps),
    withDamage(projectorPart(deps, processes), damages),
    ...(practice === null ? [] : [describedPart('practice', practice.describe())]),
  ];
  return {
    version: deps.version,
    now: new Date().toISOString(),
    startedAt: deps.startedAt.toISOString(),
    state: worst([
      ...parts.map((part) => part.state),
      disk.freeBytes < deps.lowDiskBytes ? 'degraded' : 'running',
    ]),
    parts,
    processes,
    queues,
    schedules: deps.jobs.schedules(),
    recentJobs,
    disk: { ...disk, lowBytes: deps.lowDiskBytes },
    upstreams: deps.upstreams(keyHealth),
    clipSites,
  };
}

const PART_NAMES: Readonly<Record<Part['id'], string>> = {
  postgres: 'PostgreSQL',
  clickhouse: 'ClickHouse',
  jobs: 'Jobs',
  scheduler: 'Scheduler',
  live: 'Live feed',
  projector: 'Projector',
  practice: 'Practice world',
};

async function storePart(id: 'postgres' | 'clickhouse', store: StorePart): Promise<Part> {
  const version = await orElse(store.version(), null);
  const described = store.describe();
  const part = { ...describedPart(id, described), mode: store.mode, version };
  const isSilent = version === null && described.state === 'running';
  return isSilent ? { ...part, state: 'down', detail: 'It does not answer; Gamekeeper keeps trying.' } : part;
}

function describedPart(id: Part['id'], { state, since, restarts, detail }: StoreDescription): Part {
  const startedAt = since?.toISOString() ?? null;
  return {
    id,
    name: PART_NAMES[id],
    mode: 'built-in',
    state,
    version: null,
    since: startedAt,
    restarts,
    detail,
  };
}

function builtIn(id: Part['id'], state: PartState, detail: string | null): Part {
  return describedPart(id, { state, since: null, restarts: 0, beganAnew: 0, detail });
}

const ANOTHER_LEADS = 'Another process leads, or the lead is changing.';

function schedulerPart({ jobs }: SystemStatusDeps, processes: readonly ProcessRow[]): Part {
  const { state } = jobs.state();
  if (state !== 'running') return builtIn('scheduler', state, 'It waits for the job engine.');
  if (jobs.leads()) return builtIn('scheduler', state, 'This process leads.');
  return processes.some(({ roles }) => roles.includes('scheduler'))
    ? builtIn('scheduler', state, ANOTHER_LEADS)
    : builtIn('scheduler', 'down', 'No running process has the role scheduler.');
}

function livePart({ isListening }: SystemStatusDeps): Part {
  const detail = 'It waits for PostgreSQL; meanwhile pages ask again by themselves.';
  return isListening() ? builtIn('live', 'running', null) : builtIn('live', 'down', detail);
}

/** Only the process that leads knows how far the projector is. */
function projectorPart({ projection }: SystemStatusDeps, processes: readonly ProcessRow[]): Part {
  const mine = projection();
  if (mine === null)
    return processes.some(({ roles }) => roles.includes('projector'))
      ? builtIn('projector', 'running', 'It runs in another process, or is about to start.')
      : builtIn('projector', 'down', 'No running process has the role projector.');
  const { leads, view } = mine;
  if (view.fault !== null)
    return builtIn('projector', 'degraded', 'It was interrupted and restarts; the log says why.');
  if (!leads) return builtIn('projector', 'running', ANOTHER_LEADS);
  return builtIn('projector', 'running', `This process leads. ${view.sources.map(inWords).join(' ')}`);
}

/** Missing rows matter more than the progress of the projector, so they replace it. */
function withDamage(part: Part, damages: readonly SourceDamage[]): Part {
  if (damages.length === 0) return part;
  const state = part.state === 'running' ? 'degraded' : part.state;
  const words = damages.map(describeDamage);
  return { ...part, state, detail: (state === 'degraded' ? words : [part.detail, ...words]).join(' ') };
}

const SOURCE_NAMES = { tft: 'Teamfight Tactics', lol: 'League of Legends' } as const;

function inWords({ source, state, lag }: ProjectedSourceState): string {
  const behind =
    lag === null || lag.rows === 0
      ? 'up to date'
      : `${lag.rows} matches, ${Math.round(lag.seconds)} s behind`;
  return `${SOURCE_NAMES[source]}: ${state}, ${behind}.`;
}

function worst(states: readonly PartState[]): PartState {
  const order: readonly PartState[] = ['down', 'starting', 'degraded', 'running'];
  return order.find((state) => states.includes(state)) ?? 'running';
}
