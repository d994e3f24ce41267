/**
 * Synchronises one linked account: claims it, enqueues its matches and timelines, and holds the claim until they are settled. The shared
 * fetch jobs do the fetching, so a sync that dies leaves only its own end undone: the claim lapses, and the next run waits for the rest.
 */
import { Type } from 'typebox';
import { endOfSync } from '#/domain/lol/account/sync-end.ts';
import { nextSyncRetry } from '#/domain/lol/account/sync-retry.ts';
import { type CallFailure, describeFailure, nextStep } from '#/upstream/retry.ts';
import { findAccount, type AccountRow } from './account.ts';
import { readSyncRest } from './account-games.ts';
import { claimSync, completeSync, failSync, releaseSync, type SyncClaim } from './account-sync.ts';
import { pause } from '#/runtime/pause.ts';
import { defineJob, type JobContext, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, skip, type JobOutcome } from '#/runtime/jobs/job-outcome.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import { keepRanksOfPlayer } from '../player-ranks.ts';
import { publishAccountChange } from './account-notice.ts';
import { DEFAULT_LAPSE_SECONDS, SYNC_ACCOUNT, type LolAccountsOptions } from './account-options.ts';
import { ClaimLost, whileHolding } from './hold-claim.ts';
import { listAccount } from './list-account.ts';

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
