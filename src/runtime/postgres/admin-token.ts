/**
 * The one token that changing things needs. It is shown once, when it is made; PostgreSQL keeps its SHA-256 alone, so
 * neither a backup nor a leaked row opens anything. A slow hash would add nothing: the token is 256 random bits, not a
 * word that somebody chose.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Secret } from '#/domain/secret.ts';
import type { Queryable } from './database.ts';

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

/** Replaces whatever token there was; the old one stops working at once, in every process. */
export async function storeAdminToken(db: Queryable, sha256: Buffer): Promise<void> {
  await db.query(
    `insert into gamekeeper.admin_token (sha256) values ($1)
     on conflict (only_one) do update set sha256 = excluded.sha256, created_at = now()`,
    [sha256],
  );
}

/**
 * The token of a first start, or `undefined` when there already is one. Safe when many processes start at once:
 * the row's primary key decides, and only the process whose insert won gets to know a token.
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

/** Compares hashes, and in constant time, so that neither content nor length of a wrong guess shows in the answer's time. */
export async function checkAdminToken(db: Queryable, token: string): Promise<boolean> {
  const [row] = await db.query<{ sha256: Buffer }>('select sha256 from gamekeeper.admin_token');
  const isSame = timingSafeEqual(hashAdminToken(token), row?.sha256 ?? NO_TOKEN_SET);
  return isSame && row !== undefined;
}
