/** Publishes, at commit, that an account or the list of accounts changed. */
import { findAccountIds } from './account.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import { publishNotice } from '#/runtime/postgres/session.ts';

export const ACCOUNTS_TOPIC = 'lol-accounts';

/** Topics of the accounts of these players, for notices about new matches. */
export async function accountTopicsOf(db: Queryable, puuids: readonly string[]): Promise<readonly string[]> {
  const ids = await findAccountIds(db, puuids);
  return ids.length === 0 ? [] : [...ids.map((id) => `lol-account/${id}`), ACCOUNTS_TOPIC];
}

export async function publishAccountChange(db: Queryable, id: string): Promise<void> {
  await publishNotice(db, { topic: `lol-account/${id}` });
  await publishNotice(db, { topic: ACCOUNTS_TOPIC });
}
