/**
 * The admin's token and the record of what the admin did.
 *
 * The token is shown once, when it is made. PostgreSQL keeps only its SHA-256, so neither a backup nor a leaked row helps anyone. A slow
 * hash would add nothing: the token is 256 random bits and no word that a person chose.
 */
import type { AdminAction, AdminActionsQuery } from '#/contract/admin-actions.ts';
import { Secret } from '#/domain/secret.ts';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database, Queryable } from './database.ts';

export interface AdminToken {
  readonly token: Secret;
  readonly sha256: Buffer;
}

const NO_TOKEN_SET = Buffer.alloc(32);

export function createAdminToken(): AdminToken {
  // The prefix lets people and secret scanners recognise a token that ended up in the wrong place.
  const token = `gk_${randomBytes(32).toString('base64url')}`;
  return { token: new Secret(token), sha256: hashAdminToken(token) };
}

export function hashAdminToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

/** Replaces the token; the old one stops working at once, in every process. */
export async function storeAdminToken(db: Queryable, sha256: Buffer): Promise<void> {
  await db.query(
    `insert into gamekeeper.admin_token (sha256) values ($1)
     on conflict (only_one) do update set sha256 = excluded.sha256, created_at = now()`,
    [sha256],
  );
}

/**
 * The token of a first start, or `undefined` when there is one already. Safe when many processes start at once: the primary key
 * decides, and only the process that inserted the row gets a token.
 */
export async function ensureAdminToken(db: Queryable): Promise<Secret | undefined> {
  const { token, sha256 } = createAdminToken();
  const inserted = await db.query(
    'insert into gamekeeper.admin_token (sha256) values ($1) on conflict (only_one) do nothing returning only_one',
    [sha256],
  );
  return inserted.length === 1 ? token : undefined;
}

export async function hasAdminToken(db: Queryable): Promise<boolean> {
  const rows = await db.query('select 1 from gamekeeper.admin_token');
  return rows.length === 1;
}

/** Compares hashes in constant time, so that the time of the answer reveals neither content nor length of a wrong guess. */
export async function checkAdminToken(db: Queryable, token: string): Promise<boolean> {
  const [row] = await db.query<{ sha256: Buffer }>('select sha256 from gamekeeper.admin_token');
  const isSame = timingSafeEqual(hashAdminToken(token), row?.sha256 ?? NO_TOKEN_SET);
  return isSame && row !== undefined;
}

export type BegunAction = Pick<AdminAction, 'method' | 'route' | 'path' | 'sent' | 'client' | 'requestId'>;

export const ACTIONS_KEPT_DAYS = 180;
const FORGOTTEN_AT_ONCE = 100;
const DEFAULT_LIMIT = 50;

/**
 * Inserts the row before anything is changed; returns its number for `endAdminAction`. Each insert deletes some rows that are too old, so
 * the table stays small by itself.
 */
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
    `select id::float8 as id, at, method, route, path, sent, client, request_id, status,
            (extract(epoch from ended_at - at) * 1000)::integer as took_ms
     from gamekeeper.admin_action where $2::bigint is null or id < $2 order by id desc limit $1`,
    [limit, before ?? null],
  );
  return rows.map((row) => Object.assign(row, { at: row.at.toISOString() }));
}

/** Who may change things: the bearer of ADMIN_TOKEN if it is set, otherwise of the token whose hash is in PostgreSQL. */
export interface AdminAccess {
  check(token: string): Promise<boolean>;
  exists(): Promise<boolean>;
  /** The new token if this is the first start, to be shown once. */
  ensure(): Promise<Secret | undefined>;
}

export function createAdminAccess(database: Database, fixed: Secret | undefined): AdminAccess {
  if (fixed === undefined) {
    return {
      check: (token) => checkAdminToken(database, token),
      exists: () => hasAdminToken(database),
      ensure: () => ensureAdminToken(database),
    };
  }
  const wanted = hashAdminToken(fixed.reveal());
  return {
    check: (token) => Promise.resolve(timingSafeEqual(hashAdminToken(token), wanted)),
    exists: () => Promise.resolve(true),
    ensure: () => Promise.resolve(undefined),
  };
}
