/** Options of the synchronisation of linked accounts, and the names of its job kinds. */
import type { RiotClient } from '#/upstream/riot.ts';
import type { Database } from '#/runtime/postgres/database.ts';

export const SYNC_ACCOUNT = 'lol/sync-account';
export const SWEEP_ACCOUNTS = 'lol/sweep-accounts';
/** Name of the cursor of an account's match list. */
export const ACCOUNT_CURSOR = 'account';

export interface LolAccountsOptions {
  readonly database: Database;
  readonly riot: Pick<RiotClient, 'lolMatchIds' | 'lolLeagueOfPlayer'>;
  /** Id of the current API key, which puuids belong to; undefined without a key. */
  readonly keyId: () => string | undefined;
  readonly now: () => Date;
  /** The upstream's time, which differs in a practice world that runs faster. Default: `now`. */
  readonly upstreamNow?: (() => Date) | undefined;
  readonly random?: (() => number) | undefined;
  /** A sync without a heartbeat for this time becomes pending again. Default: 60. */
  readonly lapseSeconds?: number | undefined;
  /** A sync completed longer ago than this is repeated on a visit or by schedule. Default: 60. */
  readonly staleMinutes?: number | undefined;
  /** Schedule of syncs for stale accounts. Null: never. Default: hourly. */
  readonly schedule?: { readonly cron: string; readonly timeZone: string } | null | undefined;
  /** Interval of progress checks of a sync. Default: 1000. */
  readonly lookMs?: number | undefined;
}

export const DEFAULT_LAPSE_SECONDS = 60;
export const DEFAULT_STALE_MINUTES = 60;
