/**
 * Synchronises linked accounts: requests, the job of one sync, and the jobs that reclaim and schedule syncs. A sync claims its account,
 * enqueues its matches and timelines, and holds the claim until they are settled. Fetching is not its work, so a sync that dies leaves
 * only its own end undone: the claim lapses, and the next run waits for the rest.
 */
import { endOfSync } from '#/domain/lol/account/sync-end.ts';
import { nextSyncRetry } from '#/domain/lol/account/sync-retry.ts';
import { answerAsking, type AskingAnswer } from '#/domain/lol/account/sync-state.ts';
import { findPlatform } from '#/domain/riot/routing.ts';
import { LIVE, PERSON } from '#/match/priority.ts';
import { defineJob, type JobContext, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, type JobOutcome, skip } from '#/runtime/jobs/job-outcome.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import { pause, repeat } from '#/runtime/pause.ts';
import { moveCursor, readCursor } from '#/runtime/postgres/cursor.ts';
import type { Database, Queryable, Transaction } from '#/runtime/postgres/database.ts';
import { type CallFailure, describeFailure, nextStep } from '#/upstream/retry.ts';
import type { RiotClient } from '#/upstream/riot.ts';
import {
  type AccountRow,
  beatSync,
  claimSync,
  completeSync,
  failSync,
  findAccount,
  findGamesWithoutTimeline,
  findPendingSyncs,
  linkAccount,
  lockAccount,
  makePending,
  makeRetriesPending,
  makeStalePending,
  noteSyncListed,
  type PendingSync,
  publishAccountChange,
  readSyncRest,
  releaseSync,
  type SyncClaim,
  takeBackLapsed,
} from './account-rows.ts';
import { findByRiotId, type FindPlayerDeps, type WantedPlayer } from './find.ts';
import { SOURCE } from './kinds.ts';
import { readGameIds, wantGames } from './list.ts';
import { keepRanksOfPlayer } from './ranks.ts';
import type { Logger } from 'pino';
import { Type } from 'typebox';

const SYNC_ACCOUNT = 'lol/sync-account';
export const SWEEP_ACCOUNTS = 'lol/sweep-accounts';
/** Name of the cursor of an account's match list. */
const ACCOUNT_CURSOR = 'account';

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

const DEFAULT_LAPSE_SECONDS = 60;
export const DEFAULT_STALE_MINUTES = 60;

/** With a personal key, waiting for permits can take hours. */
const TIMEOUT_SECONDS = 23 * 3_600;
const LOOK_MS = 1_000;

type Failure = { readonly reason: string; readonly retryAfterMs: number | null };

export function createSyncAccount(
  options: LolAccountsOptions,
): JobKind<{ account: string; requestedAt: string }> {
  const { database, lapseSeconds = DEFAULT_LAPSE_SECONDS } = options;
  return defineJob({
    kind: SYNC_ACCOUNT,
    payload: Type.Object({
      account: Type.String({ format: 'uuid' }),
      requestedAt: Type.String({ format: 'date-time' }),
    }),
    key: ({ account, requestedAt }) => `${account} ${requestedAt}`,
    onePerKey: true,
    // The account row holds the time of the next attempt; an interrupted run has set it.
    retry: { limit: 3, firstDelaySeconds: 5, maxDelaySeconds: 60 },
    timeoutSeconds: TIMEOUT_SECONDS,
    // Syncs mostly wait; the limiter bounds the calls.
    concurrency: 200,
    async handle({ account: id }, context) {
      const token = await claimSync(database, id);
      if (token === undefined) return skip('the account is not pending or has another claim');
      const claim: SyncClaim = { id, claim: token };
      await publishAccountChange(database, id);
      try {
        return await whileHolding({ ...context, database, claim, lapseSeconds }, (signal) =>
          syncAccount(options, claim, { ...context, signal }),
        );
      } catch (error) {
        return giveUp(options, claim, context, error);
      }
    },
  });
}

async function syncAccount(
  options: LolAccountsOptions,
  claim: SyncClaim,
  context: JobContext,
): Promise<JobOutcome> {
  const { database } = options;
  const account = await findAccount(database, claim.id);
  if (account === undefined) return skip('the account was unlinked');
  if (account.keyId !== options.keyId())
    return end(options, claim, {
      reason: 'it was linked with another API key: link it again',
      retryAfterMs: null,
    });
  const failure =
    account.listedAt === null ? await listAccount(options, account, claim, context.signal) : null;
  if (failure !== null) return end(options, claim, toFailure(options, account, failure));
  await readRank(options, account, context);
  const rest = await waitForGames(options, account, context.signal);
  if (rest.end === 'failed') {
    const retryAfterMs = retryMs(options, account);
    return end(options, claim, { reason: rest.reason, retryAfterMs });
  }
  return end(options, claim, null);
}

async function waitForGames(
  { database, lookMs = LOOK_MS }: LolAccountsOptions,
  { puuid }: AccountRow,
  signal: AbortSignal,
) {
  for (;;) {
    const rest = endOfSync(await readSyncRest(database, puuid));
    if (rest.end !== 'not-yet') return rest;
    await pause(lookMs, signal);
    signal.throwIfAborted();
  }
}

/** A missing rank does not fail the sync. */
async function readRank(
  options: LolAccountsOptions,
  account: AccountRow,
  { signal, log }: JobContext,
): Promise<void> {
  const failure = await keepRanksOfPlayer(options, account, { lane: 'live', signal });
  if (failure !== null)
    log.info({ account: account.id, reason: describeFailure(failure) }, 'rank not available');
}

async function end(
  { database }: LolAccountsOptions,
  claim: SyncClaim,
  failure: Failure | null,
): Promise<JobOutcome> {
  const isOurs = await database.transaction(async (tx) => {
    const ended = failure === null ? await completeSync(tx, claim) : await failSync(tx, claim, failure);
    await publishAccountChange(tx, claim.id);
    return ended;
  });
  if (!isOurs) return skip('another worker has claimed the account');
  return failure === null ? done() : skip(`the sync failed: ${failure.reason}`);
}

/** A stop releases the claim at once; a bug is reported and retried later. */
async function giveUp(
  options: LolAccountsOptions,
  claim: SyncClaim,
  { signal, log }: JobContext,
  error: unknown,
): Promise<JobOutcome> {
  if (error instanceof ClaimLost) return skip(error.message);
  const { database, now, random = Math.random } = options;
  const reason = toStorableText(error instanceof Error ? error.message : String(error));
  const retryAfterMs = nextSyncRetry(1, now(), random()).getTime() - now().getTime();
  try {
    await (signal.aborted
      ? releaseSync(database, claim)
      : failSync(database, claim, { reason, retryAfterMs }));
    await publishAccountChange(database, claim.id);
  } catch (fault) {
    log.warn(
      { err: fault, account: claim.id },
      'the end of a sync could not be written: its claim will lapse',
    );
  }
  throw error;
}

function toFailure(options: LolAccountsOptions, account: AccountRow, failure: CallFailure): Failure {
  const reason = toStorableText(`the list of games: ${describeFailure(failure)}`);
  if (failure.outcome === 'rejected' && failure.reason === 'foreignPuuid')
    return { reason: 'it was linked with another API key: link it again', retryAfterMs: null };
  const step = nextStep(failure, 1, (options.random ?? Math.random)());
  return { reason, retryAfterMs: retryMs(options, account, step.step === 'retry' ? step.afterMs : 0) };
}

function retryMs(
  { now, random = Math.random }: LolAccountsOptions,
  { failures }: AccountRow,
  atLeastMs = 0,
): number {
  return nextSyncRetry(failures + 1, now(), random(), atLeastMs).getTime() - now().getTime();
}

/** A match is listed by its start and appears after its end, sometimes later. */
const SLACK_MS = 6 * 3_600_000;

/**
 * The match list, from some hours before the cursor, becomes wanted matches with timelines: one transaction with the cursor, and only
 * while the claim is held. The pages of an interrupted list are kept. Null on success.
 */
async function listAccount(
  { database, riot, now, upstreamNow = now }: LolAccountsOptions,
  account: AccountRow,
  claim: SyncClaim,
  signal: AbortSignal,
): Promise<CallFailure | null> {
  const { puuid } = account;
  const platform = findPlatform(account.platform);
  if (platform === undefined)
    throw new Error(`account ${account.id} plays on ${account.platform}, which is no platform`);
  const isAwaited = account.trigger !== 'schedule' && account.trigger !== 'retry';
  const cursor = { source: SOURCE, kind: ACCOUNT_CURSOR, name: puuid };
  const readUntil = await readCursor(database, cursor);
  const askedAt = upstreamNow();
  const since = readUntil && new Date(readUntil.getTime() - SLACK_MS);
  const calling = { lane: isAwaited ? 'person' : 'live', signal } as const;
  const { ids, failure } = await readGameIds(riot, { puuid, platform, since }, calling);
  const withoutTimeline = await findGamesWithoutTimeline(database, puuid);
  await database.transaction(async (tx) => {
    const isOurs = failure === null ? await noteSyncListed(tx, claim) : await beatSync(tx, claim);
    if (!isOurs)
      throw new ClaimLost(`account ${account.id} was taken by another sync while its list was read`);
    await wantGames(tx, {
      puuid,
      ids: [...ids, ...withoutTimeline],
      withTimelines: true,
      priority: isAwaited ? PERSON : LIVE,
      listedAt: askedAt,
    });
    if (failure === null) await moveCursor(tx, cursor, askedAt);
    await publishAccountChange(tx, account.id);
  });
  return failure;
}

/** Abort reason of a sync that another worker has claimed. */
class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

interface HoldingOptions {
  readonly database: Queryable;
  readonly claim: SyncClaim;
  readonly lapseSeconds: number;
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** Writes a heartbeat every quarter of the time after which the claim lapses. If the claim is lost, the signal of the work aborts. */
async function whileHolding<T>(
  { database, claim, lapseSeconds, signal, log }: HoldingOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const over = new AbortController();
  const beat = async (): Promise<void> => {
    try {
      if (!(await beatSync(database, claim)))
        lost.abort(new ClaimLost(`account ${claim.id} has another claim or none`));
    } catch (error) {
      // After a longer outage another worker claims the sync, and the next heartbeat detects it.
      log.warn({ err: error, account: claim.id }, 'sync heartbeat not written');
    }
  };
  const beating = repeat((lapseSeconds * 1_000) / 4, over.signal, beat);
  try {
    return await work(AbortSignal.any([signal, lost.signal]));
  } finally {
    over.abort();
    await beating;
  }
}

export type Linking =
  | { readonly type: 'linked'; readonly account: AccountRow; readonly isNew: boolean }
  | { readonly type: 'notFound' }
  | { readonly type: 'failure'; readonly failure: CallFailure };

export async function linkByRiotId(
  deps: FindPlayerDeps & { readonly database: Database; readonly jobs: JobSender },
  wanted: WantedPlayer,
  signal: AbortSignal,
): Promise<Linking> {
  const found = await findByRiotId(deps, wanted, { lane: 'person', signal });
  if (found.type !== 'player') return found;
  return deps.database.transaction(async (tx) => {
    const linked = await linkAccount(tx, found.player);
    const { id, state } = linked.account;
    if (linked.isNew) await sendSync(tx, deps.jobs, linked.account);
    else if (state === 'failed') await sendSync(tx, deps.jobs, await makePending(tx, id, 'linked'));
    return { type: 'linked', ...linked };
  });
}

export interface SyncRequest {
  readonly account: AccountRow;
  readonly answer: AskingAnswer['answer'];
}

/** Undefined if the account does not exist. */
export async function requestSync(
  deps: { readonly database: Database; readonly jobs: JobSender; readonly staleMinutes?: number | undefined },
  id: string,
  trigger: 'visit' | 'manual',
): Promise<SyncRequest | undefined> {
  const staleAfterMs = (deps.staleMinutes ?? DEFAULT_STALE_MINUTES) * 60_000;
  return deps.database.transaction(async (tx) => {
    const account = await lockAccount(tx, id);
    if (account === undefined) return undefined;
    const { answer } = answerAsking(account, trigger, { now: account.now, staleAfterMs });
    if (answer !== 'begin') return { account, answer };
    await sendSync(tx, deps.jobs, await makePending(tx, id, trigger));
    const begun = await lockAccount(tx, id);
    return { account: begun ?? account, answer };
  });
}

/** One job per request, so that a request during the end of a run is not lost. */
async function sendSync(tx: Transaction, jobs: JobSender, { id, requestedAt }: PendingSync): Promise<void> {
  await jobs.send(SYNC_ACCOUNT, { account: id, requestedAt: requestedAt.toISOString() }, { tx });
  await publishAccountChange(tx, id);
}

/** Limit per run; the rest follows in later runs. */
const MOST = 1_000;

/**
 * Claims without a heartbeat and failures that are due become pending again, and every pending sync gets a job. The state is in the
 * table, so the cause of a lost job does not matter.
 */
export function createSweepAccounts(
  options: Pick<LolAccountsOptions, 'database' | 'lapseSeconds'>,
): JobKind<object> {
  const { database, lapseSeconds = DEFAULT_LAPSE_SECONDS } = options;
  return defineJob({
    kind: SWEEP_ACCOUNTS,
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 3, firstDelaySeconds: 5, maxDelaySeconds: 30 },
    timeoutSeconds: 60,
    concurrency: 1,
    schedule: { cron: '*/15 * * * * *', timeZone: 'UTC', missed: 'skip', payload: {} },
    async handle(_payload, { jobs, log }) {
      const lapsed = await takeBackLapsed(database, lapseSeconds);
      const retried = await makeRetriesPending(database);
      const pending = await findPendingSyncs(database, MOST);
      const sent = await jobs.sendMany(
        SYNC_ACCOUNT,
        pending.map(({ id, requestedAt }) => ({ account: id, requestedAt: requestedAt.toISOString() })),
      );
      for (const id of [...lapsed, ...retried]) await publishAccountChange(database, id);
      if (lapsed.length > 0) log.warn({ accounts: lapsed }, 'syncs without a heartbeat reclaimed');
      return lapsed.length + retried.length + sent === 0 ? skip('every pending sync has a job') : done();
    },
  });
}

const HOURLY = { cron: '0 * * * *', timeZone: 'UTC' };

export function createScheduleSyncs(
  options: Pick<LolAccountsOptions, 'database' | 'staleMinutes' | 'schedule'>,
): JobKind<object> {
  const { database, staleMinutes = DEFAULT_STALE_MINUTES, schedule = HOURLY } = options;
  return defineJob({
    kind: 'lol/schedule-syncs',
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 4, firstDelaySeconds: 5, maxDelaySeconds: 60 },
    concurrency: 1,
    ...(schedule !== null && { schedule: { ...schedule, missed: 'once' as const, payload: {} } }),
    async handle(_payload, { jobs }) {
      const stale = await database.transaction(async (tx) => {
        const ids = await makeStalePending(tx, staleMinutes);
        for (const id of ids) await publishAccountChange(tx, id);
        if (ids.length > 0) await jobs.send(SWEEP_ACCOUNTS, {}, { tx });
        return ids;
      });
      return stale.length === 0 ? skip('no account is stale') : done();
    },
  });
}
