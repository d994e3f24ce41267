/** What the synchronisation of linked accounts is made of, and how its kinds of work are called. */
import type { RiotClient } from '#/sources/riot/riot-client.ts';
import type { Database } from '#/stores/postgres/database.ts';

export const SYNC_ACCOUNT = 'lol/sync-account';
export const SWEEP_ACCOUNTS = 'lol/sweep-accounts';
/** Of `cursor`: how far the list of an account has been read. */
export const ACCOUNT_CURSOR = 'account';

export interface LolAccountsOptions {
  readonly database: Database;
  readonly riot: Pick<RiotClient, 'lolMatchIds' | 'lolLeagueOfPlayer'>;
  /** Names the key that puuids are got with now; undefined while there is none. */
  readonly keyId: () => string | undefined;
  readonly now: () => Date;
  /** The time that games are played at: another one in a practice world that runs fast. Default: `now`. */
  readonly upstreamNow?: (() => Date) | undefined;
  readonly random?: (() => number) | undefined;
  /** A sync without a heartbeat for so long goes back to waiting. Default: 60. */
  readonly lapseSeconds?: number | undefined;
  /** A sync that was completed longer ago is done again when it is visited or scheduled. Default: 60. */
  readonly staleMinutes?: number | undefined;
  /** When stale accounts are synced without anybody asking. Null: never. Default: every hour. */
  readonly schedule?: { readonly cron: string; readonly timeZone: string } | null | undefined;
  /** How often a sync looks how far it is. Default: 1000. */
  readonly lookMs?: number | undefined;
}

export const DEFAULT_LAPSE_SECONDS = 60;
export const DEFAULT_STALE_MINUTES = 60;
