/** Who may change things: the bearer of ADMIN_TOKEN if that is set, else of the token whose hash PostgreSQL keeps. */
import { timingSafeEqual } from 'node:crypto';
import type { Secret } from '#/domain/secret.ts';
import { checkAdminToken, ensureAdminToken, hasAdminToken, hashAdminToken } from './postgres/admin.ts';
import type { Database } from './postgres/database.ts';

export interface AdminAccess {
  check(token: string): Promise<boolean>;
  exists(): Promise<boolean>;
  /** The new token if this is the very first start, to be shown once. */
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
