/**
 * What the projector is asked to do besides projecting. A row, because whoever asks is often another process: while Gamekeeper runs,
 * only it can reach its embedded ClickHouse. wanted → running → done or failed; one that runs when its process dies is begun anew.
 */
import type { Queryable } from './database.ts';

export interface ProjectionTask {
  readonly id: number;
  readonly kind: 'verify' | 'rebuild';
  readonly patch: string | null;
  readonly state: 'wanted' | 'running' | 'done' | 'failed';
  readonly progress: Readonly<Record<string, unknown>>;
  readonly outcome: Readonly<Record<string, unknown>> | null;
}

const COLUMNS = 'id::float8 as id, kind, patch, state, progress, outcome';

/** The same task is not asked for twice while it waits. */
export async function requestProjectionTask(
  database: Queryable,
  asked: { readonly kind: ProjectionTask['kind']; readonly patch: string | null },
): Promise<number> {
  const [row] = await database.query<{ id: number }>(
    `with waiting as (
       select id from gamekeeper.projection_task
       where state = 'wanted' and kind = $1 and patch is not distinct from $2 limit 1),
     added as (
       insert into gamekeeper.projection_task (kind, patch)
       select $1, $2 where not exists (select from waiting) returning id)
     select id::float8 as id from waiting union all select id::float8 from added`,
    [asked.kind, asked.patch],
  );
  if (row === undefined) throw new Error('PostgreSQL kept no task for the projector');
  return row.id;
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
export async function nextProjectionTask(database: Queryable): Promise<ProjectionTask | undefined> {
  const [row] = await database.query<ProjectionTask>(
    `select ${COLUMNS} from gamekeeper.projection_task where state in ('wanted', 'running') order by id limit 1`,
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
