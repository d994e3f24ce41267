/**
 * The record of what the admin did: a row is there before anything is changed, and gets its end afterwards. Old rows leave when new ones
 * come, a few at a time, so the table needs nobody else to stay small.
 */
import type { AdminAction, AdminActionsQuery } from '#/contract/admin-actions.ts';
import type { Queryable } from './database.ts';

export type BegunAction = Pick<AdminAction, 'method' | 'route' | 'path' | 'sent' | 'client' | 'requestId'>;

export const ACTIONS_KEPT_DAYS = 180;
const FORGOTTEN_AT_ONCE = 100;
const DEFAULT_LIMIT = 50;

/** Answers the number under which the end is told. */
export async function beginAdminAction(db: Queryable, action: BegunAction): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    `with forgotten as (
       delete from gamekeeper.admin_action where id in (
         select id from gamekeeper.admin_action where at < now() - make_interval(days => $7) order by id limit $8
       )
     )
     insert into gamekeeper.admin_action (method, route, path, sent, client, request_id)
     values ($1, $2, $3, $4, $5, $6) returning id::float8 as id`,
    [
      action.method,
      action.route,
      action.path,
      action.sent,
      action.client,
      action.requestId,
      ACTIONS_KEPT_DAYS,
      FORGOTTEN_AT_ONCE,
    ],
  );
  if (row === undefined) throw new Error('an inserted admin action has no number');
  return row.id;
}

export async function endAdminAction(db: Queryable, id: number, status: number): Promise<void> {
  await db.query('update gamekeeper.admin_action set status = $2, ended_at = now() where id = $1', [
    id,
    status,
  ]);
}

/** Newest first. */
export async function listAdminActions(
  db: Queryable,
  { limit = DEFAULT_LIMIT, before }: AdminActionsQuery,
): Promise<AdminAction[]> {
  const rows = await db.query<Omit<AdminAction, 'at'> & { at: Date }>(
    `select id::float8 as id, at, method, route, path, sent, client, request_id as "requestId", status,
            (extract(epoch from ended_at - at) * 1000)::integer as "tookMs"
     from gamekeeper.admin_action where $2::bigint is null or id < $2 order by id desc limit $1`,
    [limit, before ?? null],
  );
  return rows.map((row) => Object.assign(row, { at: row.at.toISOString() }));
}
