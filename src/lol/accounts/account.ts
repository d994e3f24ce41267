/**
 * Linked accounts and the state of their synchronisation (`domain/lol/account/sync-state.ts`). Each step is one statement that names the
 * state it starts from; what a sync writes goes only through while its claim is still the one in the row. So of two that want the
 * same step one gets it, and a process that was believed dead and comes back changes nothing.
 */
import type { SyncState, SyncTrigger } from '#/domain/lol/account/sync-state.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';

export interface AccountRow {
  readonly id: string;
  readonly puuid: string;
  readonly keyId: string;
  readonly platform: string;
  readonly gameName: string;
  readonly tagLine: string;
  readonly linkedAt: Date;
  readonly state: SyncState;
  readonly trigger: SyncTrigger;
  readonly requestedAt: Date;
  readonly claimedAt: Date | null;
  readonly listedAt: Date | null;
  readonly completedAt: Date | null;
  readonly failedAt: Date | null;
  readonly reason: string | null;
  readonly failures: number;
  readonly retryAt: Date | null;
  /** PostgreSQL's clock when it was read. */
  readonly now: Date;
}

/** A name that is newer than the one it was linked by stands in `player`: games tell it, and so does whoever asks for it. */
const SELECT = `select a.id, a.puuid, a.key_id as "keyId", coalesce(p.platform, a.platform) as platform,
    coalesce(p.game_name, a.game_name) as "gameName", coalesce(p.tag_line, a.tag_line) as "tagLine",
    a.linked_at as "linkedAt", a.state, a.trigger, a.requested_at as "requestedAt", a.claimed_at as "claimedAt",
    a.listed_at as "listedAt", a.completed_at as "completedAt", a.failed_at as "failedAt", a.reason,
    a.failures::int as failures, a.retry_at as "retryAt", now() as now
  from gamekeeper.account a left join gamekeeper.player p on p.source = 'lol' and p.puuid = a.puuid`;

export type NewAccount = Pick<AccountRow, 'puuid' | 'keyId' | 'platform' | 'gameName' | 'tagLine'>;

/** One that is linked already takes the new name and place, and keeps its state; also one whose puuid was another key's. */
export async function linkAccount(
  tx: Queryable,
  { puuid, keyId, platform, gameName, tagLine }: NewAccount,
): Promise<{ readonly account: AccountRow; readonly isNew: boolean }> {
  await tx.query(
    `update gamekeeper.account set puuid = $1, key_id = $2
     where key_id <> $2 and lower(game_name) = lower($3) and lower(tag_line) = lower($4)
       and not exists (select from gamekeeper.account where puuid = $1)`,
    [puuid, keyId, gameName, tagLine],
  );
  const [row] = await tx.query<{ id: string; isNew: boolean }>(
    `insert into gamekeeper.account (puuid, key_id, platform, game_name, tag_line, trigger)
     values ($1, $2, $3, $4, $5, 'linked')
     on conflict (puuid) do update set key_id = $2, platform = $3, game_name = $4, tag_line = $5
     returning id, xmax = 0 as "isNew"`,
    [puuid, keyId, platform, gameName, tagLine],
  );
  const account = row && (await findAccount(tx, row.id));
  if (account === undefined) throw new Error(`PostgreSQL kept no account for ${gameName}#${tagLine}`);
  return { account, isNew: row?.isNew === true };
}

/** By name. */
export async function listAccounts(db: Queryable): Promise<AccountRow[]> {
  return db.query<AccountRow>(
    `${SELECT} order by lower(coalesce(p.game_name, a.game_name)), lower(coalesce(p.tag_line, a.tag_line)), a.id`,
  );
}

export async function findAccount(db: Queryable, id: string): Promise<AccountRow | undefined> {
  const [row] = await db.query<AccountRow>(`${SELECT} where a.id = $1`, [id]);
  return row;
}

/** Nobody else changes it until the transaction ends. */
export async function lockAccount(tx: Queryable, id: string): Promise<AccountRow | undefined> {
  const [row] = await tx.query<AccountRow>(`${SELECT} where a.id = $1 for update of a`, [id]);
  return row;
}

/** Of those among these players who are linked. */
export async function findAccountIds(db: Queryable, puuids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>('select id from gamekeeper.account where puuid = any($1)', [
    puuids,
  ]);
  return rows.map((row) => row.id);
}

export async function unlinkAccount(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.query('delete from gamekeeper.account where id = $1 returning 1', [id]);
  return rows.length > 0;
}
