/**
 * What the projector is asked to do besides projecting. A row, because whoever asks is often another process: while Gamekeeper runs,
 * only it can reach its embedded ClickHouse. wanted → running → done or failed; one that runs when its process dies is begun anew.
 */
import type { TimeSpan } from '#/domain/tft/patch-calendar.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import type { DayRange } from '../raw-pages.ts';

/** What there is a projection of, each called like its source. */
export const PROJECTED_SOURCES = ['tft', 'lol'] as const;
export type ProjectedSource = (typeof PROJECTED_SOURCES)[number];

export interface ProjectionTask {
  readonly id: number;
  readonly source: ProjectedSource;
  readonly kind: 'verify' | 'rebuild' | 'replay';
  /** Of `lol`, the season. Null: all of them. */
  readonly patch: string | null;
  /** Of `replay`: the days whose games are projected again. */
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

/** The same task is not asked for twice while it waits. */
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
  if (row === undefined) throw new Error('PostgreSQL kept no task for the projector');
  return row.id;
}

/** Has the games that ended within these spans projected again. To be called in the transaction that changes the calendar. */
export async function requestReplay(tx: Queryable, spans: readonly TimeSpan[]): Promise<number> {
  const days = spans.map(({ from, until }) => ({
    from: toDay(from),
    until: until === Infinity ? null : toDay(until - 1),
  }));
  const [row] = await tx.query<{ id: number }>(
    `insert into gamekeeper.projection_task (kind, days) values ('replay', $1) returning id::float8 as id`,
    [JSON.stringify(days)],
  );
  if (row === undefined) throw new Error('PostgreSQL kept no task for the projector');
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

/** The oldest that is not over; a running one is what somebody left behind. */
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

export async function tellTaskProgress(
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

/** Nobody asks any more what became of them. */
export async function forgetEndedTasks(database: Queryable): Promise<number> {
  const rows = await database.query(
    `delete from gamekeeper.projection_task
     where state in ('done', 'failed') and changed_at < now() - interval '30 days' returning 1`,
  );
  return rows.length;
}
