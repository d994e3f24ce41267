/**
 * Samples of the operation for the charts of the last week, one every half minute, taken by the process that leads the scheduler.
 * PostgreSQL guarantees one sample per half minute, because a paused leader may not know that it has lost the lead. A sample or
 * reading that cannot be taken is a gap.
 *
 * Rates are counted from the marks of the last sample, so they are right whichever process took it and whatever was restarted in
 * between. Readings are taken one after the other: each concurrent query would be one more PostgreSQL process that stays.
 */
import type { Logger } from 'pino';
import type { QueueRow } from '#/contract/status.ts';
import { untilNextSlotMs } from '#/domain/operations/history-steps.ts';
import { perMinute } from '#/domain/operations/rates.ts';
import type { Reading, ReadingName } from '#/domain/operations/readings.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import { readUpstreamBudgets, type UpstreamBudget } from '#/upstream/permit.ts';
import {
  listProcesses,
  readDatabaseBytes,
  readObjectWeight,
  readSampleMoment,
  type SampleMarks,
  type SampleMoment,
  writeSample,
} from '#/runtime/postgres/operations.ts';
import { readProjectionLag } from '#/match/project/projection.ts';
import { PROJECTED_SOURCES } from '#/match/project/projection-task.ts';
import { countQuarantined } from '#/match/quarantine.ts';
import { type RawPosition, readLastPosition } from '#/match/raw.ts';
import { HEARTBEAT_MS } from '#/runtime/heartbeat.ts';
import { supervise, type Supervised } from '#/runtime/supervise.ts';
import { readDiskSpace } from '#/runtime/disk-space.ts';
import { readPartitionWeights } from '#/runtime/clickhouse/part-health.ts';
import type { App } from './context.ts';

export function startSamples(
  app: Pick<App, 'config' | 'log' | 'shutdown' | 'database' | 'clickhouse' | 'jobs' | 'oldestWaitingSeconds'>,
): void {
  const { config, log, shutdown, database, clickhouse, jobs, oldestWaitingSeconds } = app;
  const samples = startOperationSamples({
    database,
    log,
    leads: () => jobs.leads(),
    queues: () => jobs.queues(),
    oldestWaitingSeconds,
    async clickhouseBytes() {
      const weights = await readPartitionWeights(clickhouse.reader);
      return weights.reduce((sum, { bytes }) => sum + bytes, 0);
    },
    freeDiskBytes: async () => (await readDiskSpace(config.DATA_DIR)).freeBytes,
  });
  shutdown.onStop('samples', () => samples.stop());
}

export interface OperationSamplesOptions extends ReadingDeps {
  readonly leads: () => boolean;
  readonly log: Pick<Logger, 'debug'>;
  /** The pause of a process that does not lead, or after a failure. */
  readonly retryMs?: number;
}

const RETRY_MS = 5_000;

export function startOperationSamples(options: OperationSamplesOptions): Supervised {
  const { database, leads, log, retryMs = RETRY_MS } = options;
  return supervise(
    async () => {
      if (!leads()) return retryMs;
      const moment = await readSampleMoment(database);
      if (!moment.isTaken) await writeSample(database, await takeReadings(options, moment));
      return untilNextSlotMs(moment.now / 1_000);
    },
    { everyMs: retryMs, onError: (error) => log.debug({ err: error }, 'no sample taken') },
  );
}

export interface ReadingDeps {
  readonly database: Queryable;
  readonly queues: () => Promise<readonly QueueRow[]>;
  /** Null if no job waits. */
  readonly oldestWaitingSeconds: () => Promise<number | null>;
  readonly clickhouseBytes: () => Promise<number>;
  readonly freeDiskBytes: () => Promise<number>;
}

export interface Taken {
  readonly readings: readonly Reading[];
  readonly marks: SampleMarks;
}

/** A process without a heartbeat for this long is dead. */
const ALIVE_SECONDS = (3 * HEARTBEAT_MS) / 1_000;
/** Ends of jobs carry the start of their transaction: only older ones are certainly committed. */
const ENDS_SETTLE_MS = 5_000;
const OUTCOMES = ['done', 'skipped', 'retried', 'postponed', 'dead-lettered'] as const;

export async function takeReadings(deps: ReadingDeps, moment: SampleMoment): Promise<Taken> {
  const budgets = await readUpstreamBudgets(deps.database);
  const bodies = await readBodyPositions(deps.database);
  const endsUntil = moment.now - ENDS_SETTLE_MS;
  const readings: Reading[] = [];
  for (const take of [
    () => games(deps, moment, bodies),
    () => lags(deps),
    () => jobEnds(deps, moment, endsUntil),
    () => queues(deps),
    () => quarantine(deps),
    () => processes(deps),
    () => storage(deps),
  ])
    readings.push(...((await orGap(take())) ?? []));
  return {
    readings: [...readings, ...upstreams(budgets, moment)],
    marks: {
      endsUntil,
      bodies,
      calls: Object.fromEntries(budgets.map(({ mark, calls, refusals }) => [mark, { calls, refusals }])),
    },
  };
}

function orGap<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  return asked.catch(() => undefined);
}

const reading = (name: ReadingName, value: number, label: Reading['label'] = {}): Reading => ({
  name,
  label,
  value,
});

async function readBodyPositions(database: Queryable): Promise<Record<string, RawPosition>> {
  const positions: Record<string, RawPosition> = {};
  for (const source of PROJECTED_SOURCES) positions[source] = await readLastPosition(database, source);
  return positions;
}

async function games(
  { database }: ReadingDeps,
  { now, last }: SampleMoment,
  bodies: SampleMarks['bodies'],
): Promise<Reading[]> {
  const found: Reading[] = [];
  for (const [source, until] of Object.entries(bodies)) {
    const after = last?.marks.bodies[source];
    if (last === null || after === undefined || perMinute(0, now - last.takenAt) === null) continue;
    const rate = perMinute(await countNewBodies(database, source, { after, until }), now - last.takenAt);
    if (rate !== null) found.push(reading('games-stored', rate, { source }));
  }
  return found;
}

async function lags({ database }: ReadingDeps): Promise<Reading[]> {
  const found: Reading[] = [];
  for (const source of PROJECTED_SOURCES) {
    const lag = await readProjectionLag(database, source, source);
    if (lag === undefined) continue;
    found.push(reading('projector-lag-seconds', lag.seconds, { source }));
    found.push(reading('projector-lag-rows', lag.rows, { source }));
  }
  return found;
}

async function jobEnds({ database }: ReadingDeps, { last }: SampleMoment, until: number): Promise<Reading[]> {
  const after = last?.marks.endsUntil;
  if (after === undefined || perMinute(0, until - after) === null) return [];
  const ends = await countJobEnds(database, { after, until });
  return OUTCOMES.flatMap((outcome) => {
    const rate = perMinute(ends[outcome] ?? 0, until - after);
    return rate === null ? [] : [reading('jobs-ended', rate, { outcome })];
  });
}

async function queues(deps: ReadingDeps): Promise<Reading[]> {
  const rows = await deps.queues();
  const oldest = await deps.oldestWaitingSeconds();
  const sum = (state: 'waiting' | 'active' | 'deadLettered'): number =>
    rows.reduce((all, row) => all + row[state], 0);
  return [
    reading('jobs-waiting', sum('waiting')),
    reading('jobs-active', sum('active')),
    reading('jobs-failed', sum('deadLettered')),
    reading('oldest-job-seconds', oldest ?? 0),
  ];
}

function upstreams(budgets: readonly UpstreamBudget[], { now, last }: SampleMoment): Reading[] {
  return budgets.flatMap(({ mark, upstream, host, scopes, calls, refusals }) => {
    const label = { upstream, host };
    const shares = scopes.flatMap(({ windows }) =>
      windows.map(({ used, limit }) => used / Math.max(1, limit)),
    );
    const found = shares.length === 0 ? [] : [reading('budget-used', Math.max(...shares), label)];
    const before = last?.marks.calls[mark];
    if (last === null || before === undefined) return found;
    const called = perMinute(calls - before.calls, now - last.takenAt);
    const refused = perMinute(refusals - before.refusals, now - last.takenAt);
    if (called !== null) found.push(reading('upstream-calls', called, label));
    if (refused !== null) found.push(reading('upstream-refusals', refused, label));
    return found;
  });
}

async function quarantine({ database }: ReadingDeps): Promise<Reading[]> {
  const counts = await countQuarantined(database);
  return counts.map(({ source, kind, count }) => reading('quarantined', count, { source, kind }));
}

async function processes({ database }: ReadingDeps): Promise<Reading[]> {
  const rows = await listProcesses(database, ALIVE_SECONDS);
  const bytes = rows.reduce((sum, { rssBytes }) => sum + rssBytes, 0);
  return [reading('processes', rows.length), reading('memory', bytes)];
}

async function storage({ database, clickhouseBytes, freeDiskBytes }: ReadingDeps): Promise<Reading[]> {
  const stores = {
    postgres: await orGap(readDatabaseBytes(database)),
    clickhouse: await orGap(clickhouseBytes()),
    objects: (await orGap(readObjectWeight(database)))?.bytes,
  };
  const free = await orGap(freeDiskBytes());
  return [
    ...Object.entries(stores).flatMap(([store, bytes]) =>
      bytes === undefined ? [] : [reading('storage', bytes, { store })],
    ),
    ...(free === undefined ? [] : [reading('free-disk', free)]),
  ];
}

/** Counts new match bodies between two positions. One that was published again is not new. */
async function countNewBodies(
  db: Queryable,
  source: string,
  { after, until }: { readonly after: RawPosition; readonly until: RawPosition },
): Promise<number> {
  const [row] = await db.query<{ bodies: number }>(
    `select count(*)::int as bodies from gamekeeper.raw
     where source = $1 and kind = 'match' and revision = 0
       and (xid, rev) > ($2::xid8, $3::bigint) and (xid, rev) <= ($4::xid8, $5::bigint)`,
    [source, after.xid, after.rev, until.xid, until.rev],
  );
  return row?.bodies ?? 0;
}

/** Job ends by outcome, after `after` and until `until`, in ms since 1970. */
async function countJobEnds(
  db: Queryable,
  { after, until }: { readonly after: number; readonly until: number },
): Promise<Readonly<Record<string, number>>> {
  const rows = await db.query<{ outcome: string; ends: number }>(
    `select outcome, count(*)::int as ends from gamekeeper.job_log
     where ended_at > to_timestamp($1::float8 / 1000) and ended_at <= to_timestamp($2::float8 / 1000) group by outcome`,
    [after, until],
  );
  return Object.fromEntries(rows.map(({ outcome, ends }) => [outcome, ends]));
}
