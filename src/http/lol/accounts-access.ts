/** What the routes of linked accounts may do, on real stores and jobs, and how an account looks from outside. */
import type { LolAccount, LolAccounts } from '#/contract/lol-accounts.ts';
import { isStale } from '#/domain/lol/account/sync-state.ts';
import {
  type AccountRow,
  findAccount,
  listAccounts,
  publishAccountChange,
  unlinkAccount,
} from '#/lol/account-rows.ts';
import type { FindPlayerDeps, WantedPlayer } from '#/lol/find.ts';
import { forgetPlayer } from '#/lol/forget.ts';
import { SOURCE } from '#/lol/kinds.ts';
import { type Progress, readProgressOfMany } from '#/lol/progress.ts';
import { DEFAULT_STALE_MINUTES, linkByRiotId, requestSync } from '#/lol/sync.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import type { CallFailure } from '#/upstream/retry.ts';

type LinkAnswer =
  | { readonly type: 'linked'; readonly account: LolAccount; readonly isNew: boolean }
  | { readonly type: 'notFound' }
  | { readonly type: 'failure'; readonly failure: CallFailure };

export interface LolAccountsAccess {
  list(): Promise<LolAccounts>;
  read(id: string): Promise<LolAccount | undefined>;
  link(wanted: WantedPlayer, signal: AbortSignal): Promise<LinkAnswer>;
  /** `isRunning`: refused, because a sync runs. A visit is never refused, and begins one only when it is due. */
  sync(
    id: string,
    trigger: 'manual' | 'visit',
  ): Promise<{ readonly account: LolAccount; readonly isRunning: boolean } | undefined>;
  /** Rows that were removed besides the account; undefined: there is no such account. */
  unlink(id: string, data: 'keep' | 'delete'): Promise<Record<string, number> | undefined>;
}

export interface LolAccountsAccessDeps extends FindPlayerDeps {
  readonly database: Database;
  readonly jobs: JobSender;
  readonly isPractice: boolean;
  readonly staleMinutes?: number | undefined;
}

const NOTHING: Progress = { total: 0, done: 0, unfetchable: 0, wanted: 0 };

export function createLolAccountsAccess(deps: LolAccountsAccessDeps): LolAccountsAccess {
  const { database, staleMinutes = DEFAULT_STALE_MINUTES, isPractice } = deps;
  const view = async (rows: readonly AccountRow[]): Promise<LolAccount[]> => {
    const puuids = rows.map(({ puuid }) => puuid);
    const progress = await readProgressOfMany(database, SOURCE, puuids, { withTimelines: true });
    return rows.map((row) => toView(row, progress.get(row.puuid) ?? NOTHING, staleMinutes * 60_000));
  };
  const viewOne = async (row: AccountRow): Promise<LolAccount> => {
    const [account] = await view([row]);
    if (account === undefined) throw new Error(`no view of account ${row.id} was made`);
    return account;
  };
  return {
    list: async () => ({ accounts: await view(await listAccounts(database)), isPractice }),
    async read(id) {
      const row = await findAccount(database, id);
      return row && viewOne(row);
    },
    async link(wanted, signal) {
      const linking = await linkByRiotId(deps, wanted, signal);
      return linking.type === 'linked' ? { ...linking, account: await viewOne(linking.account) } : linking;
    },
    async sync(id, trigger) {
      const request = await requestSync(deps, id, trigger);
      if (request === undefined) return undefined;
      const isRunning = trigger === 'manual' && request.answer === 'running';
      return { account: await viewOne(request.account), isRunning };
    },
    unlink: (id, data) =>
      database.transaction(async (tx) => {
        const row = await findAccount(tx, id);
        if (row === undefined) return undefined;
        const forgotten = data === 'delete' ? await forgetPlayer(tx, row.puuid) : {};
        await unlinkAccount(tx, id);
        await publishAccountChange(tx, id);
        return forgotten;
      }),
  };
}

function toView(
  row: AccountRow,
  { total, done, unfetchable, wanted }: Progress,
  staleAfterMs: number,
): LolAccount {
  const { id, puuid, gameName, tagLine, platform, state, trigger, failedAt, reason, failures, retryAt } = row;
  return {
    id,
    puuid,
    gameName,
    tagLine,
    platform,
    linkedAt: row.linkedAt.toISOString(),
    state,
    trigger,
    requestedAt: row.requestedAt.toISOString(),
    startedAt: row.claimedAt?.toISOString() ?? null,
    isListed: state === 'completed' || row.listedAt !== null,
    completedAt: row.completedAt?.toISOString() ?? null,
    isStale: isStale(row, row.now, staleAfterMs),
    failure:
      failedAt === null || reason === null
        ? null
        : { reason, at: failedAt.toISOString(), failures, retryAt: retryAt?.toISOString() ?? null },
    progress: { total, done, unfetchable, wanted },
  };
}
