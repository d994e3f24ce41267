/**
 * Looks up a Riot ID that a request asked for and that is not known here, and starts the collection of the player's history.
 * The request only writes the row and this job, in one transaction: it is answered at once, also while the key is busy.
 */
import { Type } from 'typebox';
import type { LolCollection } from '#/contract/lol-collection.ts';
import { findPlatform } from '#/domain/riot/routing.ts';
import { openCollection } from './collection.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { publishNotice } from '#/runtime/postgres/session.ts';
import {
  endLookup,
  noteLookupDelayed,
  openLookup,
  readLookup,
  readCurrentLookup,
  type LookupEnd,
  type LookupLimits,
  type NameLookup,
} from '#/match/name-lookup.ts';
import { defineJob, type JobContext, type JobKind } from '#/runtime/jobs/define-job.ts';
import { describeFailure, postponeOrThrow, type CallFailure } from '#/upstream/retry.ts';
import { done, skip, type JobOutcome } from '#/runtime/jobs/job-outcome.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import type { LolCollectOptions } from './collect-options.ts';
import { findByRiotId, nameOf, type WantedPlayer } from './find-player.ts';
import { COLLECT_HISTORY, LOOK_UP_PLAYER, SOURCE } from './lol-kinds.ts';

const RETRIES = 5;
/**
 * Names that do not exist cost one call each. A personal key has 300 calls in two minutes on the three account hosts; visitors
 * may spend a third of them on unknown names.
 */
const LOOKUP_LIMITS: LookupLimits = { retrySeconds: 60, most: 100, windowSeconds: 120 };

export interface Lookups {
  /** The look-up of this name that waits, or that failed a moment ago. */
  current(wanted: WantedPlayer, keyId: string): Promise<NameLookup | undefined>;
  /** Starts a look-up unless there is a current one. Returns undefined if too many were started lately. */
  start(wanted: WantedPlayer, keyId: string, collects: boolean): Promise<NameLookup | undefined>;
  read(id: string): Promise<NameLookup | undefined>;
}

export function createLookups(
  { database, jobs }: { readonly database: Database; readonly jobs: JobSender },
  limits: LookupLimits = LOOKUP_LIMITS,
): Lookups {
  const current: Lookups['current'] = (wanted, keyId) =>
    readCurrentLookup(database, nameOf(wanted, keyId), limits);
  return {
    current,
    async start(wanted, keyId, collects) {
      const name = nameOf(wanted, keyId);
      const platformHint = wanted.platformHint ?? null;
      const opened = await database.transaction(async (tx) => {
        const lookup = await openLookup(tx, { ...name, platformHint, collects }, limits);
        if (lookup !== undefined) await jobs.send(LOOK_UP_PLAYER, { lookup: lookup.id }, { tx });
        return lookup;
      });
      return opened ?? current(wanted, keyId);
    },
    read: (id) => readLookup(database, id),
  };
}

export function lookupTopic(id: string): `lol-lookup/${string}` {
  return `lol-lookup/${id}`;
}

/** A look-up in the shape of the collection that follows it. */
export function describeLookup({ state, requestedAt, endedAt, reason }: NameLookup): LolCollection {
  const isRunning = state === 'waiting';
  return {
    state: isRunning ? 'finding' : 'failed',
    isRunning,
    isFresh: false,
    requestedAt: requestedAt.toISOString(),
    listedAt: null,
    endedAt: endedAt?.toISOString() ?? null,
    reason: state === 'nobody' ? 'No player has this Riot ID.' : reason,
    progress: { total: 0, done: 0, unfetchable: 0, wanted: 0 },
    uncounted: 0,
    expectedEnd: null,
    placeInLine: null,
    refreshAfterSeconds: 0,
  };
}

export function createLookUpPlayer(options: LolCollectOptions): JobKind<{ lookup: string }> {
  const { database } = options;
  return defineJob({
    kind: LOOK_UP_PLAYER,
    payload: Type.Object({ lookup: Type.String({ pattern: '^\\d{1,18}$' }) }),
    key: ({ lookup }) => lookup,
    onePerKey: true,
    retry: { limit: RETRIES, firstDelaySeconds: 5, maxDelaySeconds: 60 },
    // With a personal key, waiting for permits can take minutes.
    timeoutSeconds: 3_600,
    concurrency: 5,
    async handle({ lookup: id }, context) {
      const lookup = await readLookup(database, id);
      if (lookup?.state !== 'waiting') return skip('the look-up has ended');
      try {
        return await lookUp(options, lookup, context);
      } catch (error) {
        if (context.attempt > RETRIES && !context.signal.aborted)
          await endLookup(database, id, { state: 'failed', reason: wordsOf(error), isKeyFault: false });
        throw error;
      } finally {
        await publishNotice(database, { topic: lookupTopic(id) });
      }
    },
  });
}

async function lookUp(
  options: LolCollectOptions,
  { id, gameName, tagLine, platformHint, collects }: NameLookup,
  { jobs, signal }: JobContext,
): Promise<JobOutcome> {
  const { database } = options;
  const wanted = {
    gameName,
    tagLine,
    platformHint: platformHint === null ? undefined : findPlatform(platformHint),
  };
  const found = await findByRiotId(options, wanted, { lane: 'person', signal });
  if (found.type === 'failure') return answerFailure(options, id, found.failure);
  if (found.type === 'notFound') {
    await endLookup(database, id, { state: 'nobody' });
    return done();
  }
  const { player } = found;
  await database.transaction(async (tx) => {
    await endLookup(tx, id, { state: 'found', puuid: player.puuid });
    const collection = collects ? await openCollection(tx, SOURCE, player) : undefined;
    if (collection !== undefined) await jobs.send(COLLECT_HISTORY, { collection }, { tx });
  });
  return done();
}

async function answerFailure(
  { database, now, random = Math.random }: LolCollectOptions,
  id: string,
  failure: CallFailure,
): Promise<JobOutcome> {
  const reason = toStorableText(describeFailure(failure));
  if (failure.outcome === 'forbidden' || failure.outcome === 'rejected' || failure.outcome === 'notFound') {
    const end: LookupEnd = { state: 'failed', reason, isKeyFault: failure.outcome === 'forbidden' };
    await endLookup(database, id, end);
    return skip(reason);
  }
  await noteLookupDelayed(database, id, reason);
  return postponeOrThrow(failure, 'the look-up of a Riot ID', now(), random());
}

function wordsOf(error: unknown): string {
  return toStorableText(error instanceof Error ? error.message : String(error));
}
