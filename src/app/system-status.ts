/**
 * Puts the picture together that `/api/status` and the status page show. It is asked most when something is broken, so
 * every question has a deadline and a part that does not answer leaves a gap, never an error.
 */
import type { Part, PartState, ProcessRow, QueueRow, ScheduleRow, SystemStatus } from '#/contract/status.ts';
import { describeDamage, listDamages, type SourceDamage } from '#/match/project/projection.ts';
import { readDiskSpace } from '#/runtime/disk-space.ts';
import { HEARTBEAT_MS } from '#/runtime/heartbeat.ts';
import { readJobLog } from '#/runtime/jobs/job-log.ts';
import { orElse } from '#/runtime/or-else.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { listProcesses } from '#/runtime/postgres/operations.ts';
import type { PracticeWorld } from '#/runtime/practice.ts';
import { singleFlight } from '#/runtime/single-flight.ts';
import type { StorePart } from '#/runtime/store-part.ts';
import { readKeyHealth, type RecordedKeyHealth } from '#/upstream/key-health.ts';

export interface SystemStatusDeps {
  readonly version: string;
  readonly startedAt: Date;
  readonly database: Database;
  readonly postgres: StorePart;
  readonly clickhouse: StorePart;
  readonly jobs: {
    state(): { readonly state: PartState; readonly detail: string | null };
    /** Whether this process sends the scheduled jobs of all. */
    leads(): boolean;
    queues(): Promise<QueueRow[]>;
    schedules(): ScheduleRow[];
  };
  readonly isListening: () => boolean;
  readonly dataDirectory: string;
  readonly lowDiskBytes: number;
  /** Null: this process does not have the role, or has not begun yet. */
  readonly projection: () => {
    readonly leads: boolean;
    readonly view: {
      readonly fault: string | null;
      readonly sources: readonly ProjectedSourceState[];
    };
  } | null;
  /** Null: this process does not run one. */
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
/** A process that missed three beats is taken for dead. */
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
      storePart('postgres', 'PostgreSQL', deps.postgres),
      storePart('clickhouse', 'ClickHouse', deps.clickhouse),
      orElse(listProcesses(deps.database, ALIVE_WITHIN_SECONDS), []),
      orElse(readQueueRows(deps.jobs), []),
      orElse(readJobLog(deps.database, { limit: RECENT_JOBS }), []),
      orElse(readDiskSpace(deps.dataDirectory), { freeBytes: 0, totalBytes: 0 }),
      orElse(readKeyHealth(deps.database), []),
      orElse(deps.clipSites(), []),
      orElse(listDamages(deps.database), []),
    ]);
  const parts = [
    postgres,
    clickhouse,
    jobsPart(deps),
    schedulerPart(deps, processes),
    livePart(deps),
    withDamage(projectorPart(deps, processes), damages),
    ...practicePart(deps),
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

async function storePart(id: 'postgres' | 'clickhouse', name: string, store: StorePart): Promise<Part> {
  const version = await orElse(store.version(), null);
  const { state, since, restarts, detail } = store.describe();
  const isSilent = version === null && state === 'running';
  return {
    id,
    name,
    mode: store.mode,
    state: isSilent ? 'down' : state,
    version,
    since: since?.toISOString() ?? null,
    restarts,
    detail: isSilent ? 'It does not answer; Gamekeeper keeps trying.' : detail,
  };
}

const BUILT_IN = { mode: 'built-in', version: null, since: null, restarts: 0 } as const;

function jobsPart({ jobs }: SystemStatusDeps): Part {
  return { ...BUILT_IN, id: 'jobs', name: 'Jobs', ...jobs.state() };
}

/** Any process may be asked; only one of those with the role leads. */
function schedulerPart({ jobs }: SystemStatusDeps, processes: readonly ProcessRow[]): Part {
  const part = { ...BUILT_IN, id: 'scheduler', name: 'Scheduler' } as const;
  const { state } = jobs.state();
  if (state !== 'running') return { ...part, state, detail: 'It waits for the job engine.' };
  if (jobs.leads()) return { ...part, state, detail: 'This process leads.' };
  const isThere = processes.some((row) => row.roles.includes('scheduler'));
  return isThere
    ? { ...part, state, detail: 'Another process leads, or the lead is being handed over.' }
    : { ...part, state: 'down', detail: 'No running process has the role scheduler.' };
}

function livePart({ isListening }: SystemStatusDeps): Part {
  const part = { ...BUILT_IN, id: 'live', name: 'Live feed' } as const;
  return isListening()
    ? { ...part, state: 'running', detail: null }
    : { ...part, state: 'down', detail: 'It waits for PostgreSQL; pages ask again by themselves meanwhile.' };
}

/** Any process may be asked; only the one that leads knows how far it has come. */
function projectorPart({ projection }: SystemStatusDeps, processes: readonly ProcessRow[]): Part {
  const part = { ...BUILT_IN, id: 'projector', name: 'Projector' } as const;
  const mine = projection();
  if (mine === null) {
    return processes.some((row) => row.roles.includes('projector'))
      ? { ...part, state: 'running', detail: 'It runs in another process, or is about to start.' }
      : { ...part, state: 'down', detail: 'No running process has the role projector.' };
  }
  const { leads, view } = mine;
  if (view.fault !== null)
    return { ...part, state: 'degraded', detail: 'It was interrupted and begins again; the log says why.' };
  if (!leads)
    return { ...part, state: 'running', detail: 'Another process leads, or the lead is being handed over.' };
  return { ...part, state: 'running', detail: `This process leads. ${view.sources.map(inWords).join(' ')}` };
}

/** Whichever process found it: what is missing is more important than how far the projector is. */
function withDamage(part: Part, damages: readonly SourceDamage[]): Part {
  if (damages.length === 0) return part;
  const state = part.state === 'running' ? 'degraded' : part.state;
  const words = damages.map(describeDamage);
  return { ...part, state, detail: (state === 'degraded' ? words : [part.detail, ...words]).join(' ') };
}

const SOURCE_NAMES = { tft: 'Teamfight Tactics', lol: 'League of Legends' } as const;

function inWords({ source, state, lag }: ProjectedSourceState): string {
  const behind =
    lag === null || lag.rows === 0 ? 'up to date' : `${lag.rows} games, ${Math.round(lag.seconds)} s behind`;
  return `${SOURCE_NAMES[source]}: ${state}, ${behind}.`;
}

function practicePart({ practice }: SystemStatusDeps): Part[] {
  if (practice === null) return [];
  const { state, since, restarts, detail } = practice.describe();
  const part = { ...BUILT_IN, id: 'practice', name: 'Practice world' } as const;
  return [{ ...part, state, since: since?.toISOString() ?? null, restarts, detail }];
}

function worst(states: readonly PartState[]): PartState {
  const order: readonly PartState[] = ['down', 'starting', 'degraded', 'running'];
  return order.find((state) => states.includes(state)) ?? 'running';
}
