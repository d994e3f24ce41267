/**
 * Tasks of the projector besides projecting: verify, rebuild, replay. A task is a row, because it is often
 * requested by another process: while Gamekeeper runs, only it can reach its embedded ClickHouse. wanted →
 * running → done or failed; a task whose process died while it was running starts again from its beginning.
 */
import { Type } from 'typebox';
import type { TimeSpan } from '#/domain/tft/patch-calendar.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';
import type { Database, Queryable } from '#/runtime/postgres/database.ts';
import type { DayRange } from '../raw.ts';

/** The sources with a projection; both have the same name. */
export const PROJECTED_SOURCES = ['tft', 'lol'] as const;
export type ProjectedSource = (typeof PROJECTED_SOURCES)[number];

export interface ProjectionTask {
  readonly id: number;
  readonly source: ProjectedSource;
  readonly kind: 'verify' | 'rebuild' | 'replay';
  /** For `lol`, the season. Null: all partitions. */
  readonly patch: string | null;
  /** For `replay`: the days whose matches are projected again. */
  readonly days: readonly DayRange[] | null;
  readonly state: 'wanted' | 'running' | 'done' | 'failed';
  readonly progress: Readonly<Record<string, unknown>>;
  readonly outcome: Readonly<Record<string, unknown>> | null;
}

const COLUMNS = 'id::float8 as id, source, kind, patch, days, state, progress, outcome';

export interface AskedTask extends Pick<ProjectionTask, 'patch'> {
  readonly kind: 'verify' | 'rebuild';
  /** Default: `tft`. */
  readonly source?: ProjectedSource;
}

/** Returns the waiting task of the same kind, patch and source if there is one. */
export async function requestProjectionTask(database: Queryable, asked: AskedTask): Promise<number> {
  const [row] = await database.query<{ id: number }>(
    `with waiting as (
       select id from gamekeeper.projection_task
       where state = 'wanted' and kind = $1 and patch is not distinct from $2 and source = $3 limit 1),
     added as (
       insert into gamekeeper.projection_task (kind, patch, source)
       select $1, $2, $3 where not exists (select from waiting) returning id)
     select id::float8 as id from waiting union all select id::float8 from added`,
    [asked.kind, asked.patch, asked.source ?? 'tft'],
  );
  if (row === undefined) throw new Error('PostgreSQL returned no id for the task');
  return row.id;
}

/**
 * Requests that matches that ended within these spans are projected again. Call it in the transaction that
 * changes the calendar.
 */
export async function requestReplay(tx: Queryable, spans: readonly TimeSpan[]): Promise<number> {
  const days = spans.map(({ from, until }) => ({
    from: toDay(from),
    until: until === Infinity ? null : toDay(until - 1),
  }));
  const [row] = await tx.query<{ id: number }>(
    `insert into gamekeeper.projection_task (kind, days) values ('replay', $1) returning id::float8 as id`,
    [JSON.stringify(days)],
  );
  if (row === undefined) throw new Error('PostgreSQL returned no id for the task');
  return row.id;
}

function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

export async function readProjectionTask(
  database: Queryable,
  id: number,
): Promise<ProjectionTask | undefined> {
  const [row] = await database.query<ProjectionTask>(
    `select ${COLUMNS} from gamekeeper.projection_task where id = $1`,
    [id],
  );
  return row;
}

/** The oldest open task. A running one was left behind by a process that died. */
export async function nextProjectionTask(
  database: Queryable,
  source: ProjectedSource = 'tft',
): Promise<ProjectionTask | undefined> {
  const [row] = await database.query<ProjectionTask>(
    `select ${COLUMNS} from gamekeeper.projection_task
     where source = $1 and state in ('wanted', 'running') order by id limit 1`,
    [source],
  );
  return row;
}

export async function recordTaskProgress(
  database: Queryable,
  id: number,
  progress: Readonly<Record<string, unknown>>,
): Promise<void> {
  await database.query(
    `update gamekeeper.projection_task set state = 'running', progress = $2, changed_at = now() where id = $1`,
    [id, JSON.stringify(progress)],
  );
}

export async function endTask(
  database: Queryable,
  id: number,
  end: { readonly state: 'done' | 'failed'; readonly outcome: Readonly<Record<string, unknown>> },
): Promise<void> {
  await database.query(
    `update gamekeeper.projection_task set state = $2, outcome = $3, changed_at = now() where id = $1`,
    [id, end.state, JSON.stringify(end.outcome)],
  );
}

/** Deletes tasks that ended 30 days ago. */
export async function pruneTasks(database: Queryable): Promise<number> {
  const rows = await database.query(
    `delete from gamekeeper.projection_task
     where state in ('done', 'failed') and changed_at < now() - interval '30 days' returning 1`,
  );
  return rows.length;
}

/**
 * The nightly job that requests a verify from the projector, so that damage is found and repaired early. It
 * runs at a quiet hour, because new matches may wait for it.
 */
export function createVerifyProjection({ database }: { readonly database: Database }): JobKind<object> {
  return defineJob({
    kind: 'maintenance/verify-projection',
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 5, firstDelaySeconds: 60, maxDelaySeconds: 3_600 },
    concurrency: 1,
    timeoutSeconds: 60,
    // No jitter: one scheduler sends it and one projector runs it, for any number of processes.
    schedule: { cron: '41 3 * * *', timeZone: 'UTC', missed: 'once', payload: {} },
    async handle(_payload, { log }) {
      const asked: number[] = [];
      const open: number[] = [];
      for (const source of PROJECTED_SOURCES) {
        // Tasks of a source run in the order of their ids: a running verify is the first open one.
        const next = await nextProjectionTask(database, source);
        if (next?.kind === 'verify') open.push(next.id);
        else asked.push(await requestProjectionTask(database, { source, kind: 'verify', patch: null }));
      }
      if (asked.length === 0) return skip(`verify tasks are open (${open.join(', ')})`);
      log.info({ tasks: asked }, 'verify requested');
      return done();
    },
  });
}
