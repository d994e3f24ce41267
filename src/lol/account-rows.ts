/**
 * Linked accounts and the state of their synchronisation (`domain/lol/account/sync-state.ts`). Each step is one statement that names the
 * state it starts from, and a sync writes only while its claim is the one in the row. So of two concurrent steps one succeeds, and a
 * process that lost its claim changes nothing.
 */
import type { SyncRest } from '#/domain/lol/account/sync-end.ts';
import type { SyncState, SyncTrigger } from '#/domain/lol/account/sync-state.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import { publishNotice } from '#/runtime/postgres/session.ts';

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

/** `player` has the newer name: it comes from matches and from the account service. */
const SELECT = `select a.id, a.puuid, a.key_id as "keyId", coalesce(p.platform, a.platform) as platform,
    coalesce(p.game_name, a.game_name) as "gameName", coalesce(p.tag_line, a.tag_line) as "tagLine",
    a.linked_at as "linkedAt", a.state, a.trigger, a.requested_at as "requestedAt", a.claimed_at as "claimedAt",
    a.listed_at as "listedAt", a.completed_at as "completedAt", a.failed_at as "failedAt", a.reason,
    a.failures::int as failures, a.retry_at as "retryAt", now() as now
  from gamekeeper.account a left join gamekeeper.player p on p.source = 'lol' and p.puuid = a.puuid`;

export type NewAccount = Pick<AccountRow, 'puuid' | 'keyId' | 'platform' | 'gameName' | 'tagLine'>;

/** An account that is linked already gets the new name and platform and keeps its state, also if its puuid belonged to another key. */
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

/** Locks it until the transaction ends. */
export async function lockAccount(tx: Queryable, id: string): Promise<AccountRow | undefined> {
  const [row] = await tx.query<AccountRow>(`${SELECT} where a.id = $1 for update of a`, [id]);
  return row;
}

/** Accounts of the linked ones among these players. */
async function findAccountIds(db: Queryable, puuids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>('select id from gamekeeper.account where puuid = any($1)', [
    puuids,
  ]);
  return rows.map((row) => row.id);
}

export async function unlinkAccount(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.query('delete from gamekeeper.account where id = $1 returning 1', [id]);
  return rows.length > 0;
}

/** A requested sync, to be run by a job. */
export interface PendingSync {
  readonly id: string;
  readonly requestedAt: Date;
}

/** The row must be locked, and completed or failed. A newly requested sync reads its list again. */
export async function makePending(tx: Queryable, id: string, trigger: SyncTrigger): Promise<PendingSync> {
  const [row] = await tx.query<PendingSync>(
    `update gamekeeper.account set state = 'pending', trigger = $2, requested_at = now(), listed_at = null, retry_at = null
     where id = $1 and state in ('completed', 'failed') returning id, requested_at as "requestedAt"`,
    [id, trigger],
  );
  if (row === undefined)
    throw new Error(`account ${id} is neither completed nor failed; expected one of both`);
  return row;
}

/** The claim; undefined if the account is not pending. */
export async function claimSync(db: Queryable, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ claim: string }>(
    `update gamekeeper.account set state = 'syncing', claim = gen_random_uuid(), claimed_at = now(), beat_at = now()
     where id = $1 and state = 'pending' returning claim`,
    [id],
  );
  return row?.claim;
}

export interface SyncClaim {
  readonly id: string;
  readonly claim: string;
}

/** Heartbeat. False: the claim was lost. In a transaction it also holds the claim until the end. */
export async function beatSync(db: Queryable, { id, claim }: SyncClaim): Promise<boolean> {
  return changed(
    await db.query(`update gamekeeper.account set beat_at = now() where id = $1 and claim = $2 returning 1`, [
      id,
      claim,
    ]),
  );
}

export async function noteSyncListed(tx: Queryable, { id, claim }: SyncClaim): Promise<boolean> {
  return changed(
    await tx.query(
      `update gamekeeper.account set listed_at = now(), beat_at = now() where id = $1 and claim = $2 returning 1`,
      [id, claim],
    ),
  );
}

export async function completeSync(db: Queryable, { id, claim }: SyncClaim): Promise<boolean> {
  return changed(
    await db.query(
      `update gamekeeper.account set state = 'completed', completed_at = now(), claim = null, claimed_at = null, beat_at = null,
         failed_at = null, reason = null, failures = 0, retry_at = null
       where id = $1 and claim = $2 returning 1`,
      [id, claim],
    ),
  );
}

export async function failSync(
  db: Queryable,
  { id, claim }: SyncClaim,
  { reason, retryAfterMs }: { readonly reason: string; readonly retryAfterMs: number | null },
): Promise<boolean> {
  return changed(
    await db.query(
      `update gamekeeper.account set state = 'failed', failed_at = now(), reason = $3, failures = least(failures + 1, 30000),
         retry_at = now() + make_interval(secs => $4::float8 / 1000), claim = null, claimed_at = null, beat_at = null
       where id = $1 and claim = $2 returning 1`,
      [id, claim, reason, retryAfterMs],
    ),
  );
}

/** By its holder, on shutdown: it is pending again. */
export async function releaseSync(db: Queryable, { id, claim }: SyncClaim): Promise<boolean> {
  return changed(
    await db.query(
      `update gamekeeper.account set state = 'pending', requested_at = now(), claim = null, claimed_at = null, beat_at = null
       where id = $1 and claim = $2 returning 1`,
      [id, claim],
    ),
  );
}

/** Syncs without a heartbeat are pending again. Right after a start of PostgreSQL none counts as dead, because none could write one. */
export async function takeBackLapsed(db: Queryable, lapseSeconds: number): Promise<string[]> {
  return idsOf(
    await db.query<{ id: string }>(
      `update gamekeeper.account set state = 'pending', trigger = 'recovered', requested_at = now(),
         claim = null, claimed_at = null, beat_at = null
       where state = 'syncing' and beat_at < now() - make_interval(secs => $1)
         and pg_postmaster_start_time() < now() - make_interval(secs => $1)
       returning id`,
      [lapseSeconds],
    ),
  );
}

/** Failed ones that are due. */
export async function makeRetriesPending(db: Queryable): Promise<string[]> {
  return idsOf(
    await db.query<{ id: string }>(
      `update gamekeeper.account set state = 'pending', trigger = 'retry', requested_at = now(), retry_at = null
       where state = 'failed' and retry_at <= now() returning id`,
    ),
  );
}

/** Completed ones older than `staleMinutes`. */
export async function makeStalePending(db: Queryable, staleMinutes: number): Promise<string[]> {
  return idsOf(
    await db.query<{ id: string }>(
      `update gamekeeper.account set state = 'pending', trigger = 'schedule', requested_at = now(), listed_at = null
       where state = 'completed' and completed_at < now() - make_interval(secs => $1 * 60) returning id`,
      [staleMinutes],
    ),
  );
}

/** Longest waiting first. */
export async function findPendingSyncs(db: Queryable, limit: number): Promise<PendingSync[]> {
  return db.query<PendingSync>(
    `select id, requested_at as "requestedAt" from gamekeeper.account
     where state = 'pending' order by requested_at, id limit $1`,
    [limit],
  );
}

function changed(rows: readonly unknown[]): boolean {
  return rows.length > 0;
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map((row) => row.id);
}

const SOURCE = 'lol';

/** Stored matches of a history whose timeline was never requested. */
export async function findGamesWithoutTimeline(db: Queryable, puuid: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select p.match_id as id from gamekeeper.player_match p
     join gamekeeper.match m on m.source = p.source and m.id = p.match_id and m.state = 'stored'
     where p.source = '${SOURCE}' and p.puuid = $1
       and not exists (select from gamekeeper.timeline t where t.source = p.source and t.id = p.match_id)`,
    [puuid],
  );
  return rows.map((row) => row.id);
}

/** What is not fetched yet of a history, and when it is due. */
export async function readSyncRest(db: Queryable, puuid: string): Promise<SyncRest> {
  const [rest] = await db.query<SyncRest>(
    `select count(*)::int as wanted, count(*) filter (where is_due)::int as due,
            count(*) filter (where not is_due and attempts > 0)::int as missing,
            max(reason) filter (where not is_due and attempts = 0) as reason
     from (
       select w.attempts, w.reason, w.next_at is null or w.next_at <= now() + interval '2 minutes' as is_due
       from gamekeeper.player_match p
       join gamekeeper.match m on m.source = p.source and m.id = p.match_id
       left join gamekeeper.timeline t on t.source = p.source and t.id = p.match_id
       cross join lateral (
         select m.next_at, m.attempts, m.reason where m.state = 'wanted'
         union all
         select t.next_at, t.attempts, t.reason where m.state = 'stored' and t.state = 'wanted') as w
       where p.source = '${SOURCE}' and p.puuid = $1
     ) as rest`,
    [puuid],
  );
  return rest ?? { wanted: 0, due: 0, missing: 0, reason: null };
}

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
