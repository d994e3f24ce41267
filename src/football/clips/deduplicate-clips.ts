/**
 * Compares the clips of one goal and decides which are kept: the best of each cluster is archived, the others are its copies. One at a time for
 * each goal, by a lock in PostgreSQL and not by the queue: a job that was sent while another ran must run too, for the other one may not
 * have seen the clip that it is about.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Type } from 'typebox';
import { arrangeClipsGently } from '#/domain/football/duplicates/arrange-clips.ts';
import type { ClipCopy, OtherGoalClip } from '#/domain/football/duplicates/clip-copy.ts';
import { decodePicturePrint } from '#/domain/football/duplicates/picture-print.ts';
import { decodeSoundPrint } from '#/domain/football/duplicates/sound-print.ts';
import {
  countUndecided,
  readCopies,
  readCopiesOfOtherGoals,
  writeDecisions,
  type ClipDecision,
  type CopyRow,
} from './clip-arrangement.ts';
import type { Transaction } from '#/runtime/postgres/database.ts';
import { lockClips, readSearchedGoal, type SearchedGoalRow } from './goal-search.ts';
import { defineJob, type JobContext, type JobKind } from '#/runtime/jobs/define-job.ts';
import { skip } from '#/runtime/jobs/job-outcome.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { publishFixtureChange } from '../fixture-notice.ts';
import { DEDUPLICATE_CLIPS, UPLOAD_CLIP } from './clip-kinds.ts';
import type { ClipWorkOptions } from './clip-options.ts';
import { decideClips } from './decide-clips.ts';
import { deleteUnwantedObjects } from './delete-objects.ts';
import { recordedStep, stepDone, stepSkipped, type StepEnd } from './recorded-step.ts';
import { settleWhenReady } from './settle-when-ready.ts';

/** `clip`: the one that was downloaded. Without it, all are compared anew, whether there is a new one or not. */
type Payload = { goal: string; clip?: string };

export function createDeduplicateClips(options: ClipWorkOptions): JobKind<Payload> {
  const { database } = options;
  return defineJob({
    kind: DEDUPLICATE_CLIPS,
    payload: Type.Object({
      goal: Type.String({ format: 'uuid' }),
      clip: Type.Optional(Type.String({ format: 'uuid' })),
    }),
    key: ({ goal, clip }) => `${goal}/${clip ?? 'all'}`,
    onePerKey: true,
    retry: { limit: 1, firstDelaySeconds: 1, maxDelaySeconds: 1 },
    timeoutSeconds: 30,
    concurrency: 4,
    async handle({ goal: id, clip }, context) {
      const goal = await readSearchedGoal(database, id);
      if (goal === undefined) return skip('there is no such goal');
      if (goal.state !== 'stable') return skip(`the goal is ${goal.state}`);
      if (clip !== undefined && (await countUndecided(database, id)) === 0)
        return skip('every clip is decided already');
      const run = { step: 'deduplicate', goal } as const;
      return recordedStep(database, run, context, () =>
        deduplicate(options, goal, clip === undefined, context),
      );
    },
  });
}

async function deduplicate(
  options: ClipWorkOptions,
  goal: SearchedGoalRow,
  isForced: boolean,
  context: JobContext,
): Promise<StepEnd> {
  const end = await options.database.transaction(async (tx) => {
    await lockClips(tx, goal.id);
    const copies = await readCopies(tx, goal.id);
    // While this one waited for the lock.
    if (!isForced && copies.every(({ state }) => state !== 'downloaded'))
      return stepSkipped('another run has compared it already');
    const decisions = await compare(tx, goal, copies);
    context.signal.throwIfAborted();
    await writeDecisions(tx, decisions);
    await sendUploads(tx, context.jobs, copies, decisions);
    await settleWhenReady(tx, context.jobs, goal.id);
    await publishFixtureChange(tx, goal.fixtureId);
    return stepDone(describe(decisions));
  });
  await deleteUnwantedObjects(options, { goalId: goal.id, log: context.log });
  return end;
}

async function compare(
  tx: Transaction,
  goal: SearchedGoalRow,
  copies: readonly CopyRow[],
): Promise<ClipDecision[]> {
  const others = await readCopiesOfOtherGoals(tx, goal.id);
  const arrangement = await arrangeClipsGently(
    copies.map(toClipCopy),
    others.map(toOtherGoalClip),
    () => nextTurn(),
    { goalAt: goal.scoredAt },
  );
  return decideClips(copies, arrangement);
}

async function sendUploads(
  tx: Transaction,
  jobs: JobSender,
  copies: readonly CopyRow[],
  decisions: readonly ClipDecision[],
): Promise<void> {
  const stored = new Set(copies.filter(({ objectState }) => objectState === 'stored').map(({ id }) => id));
  const bests = decisions.filter(({ id, isBest }) => isBest && !stored.has(id)).map(({ id }) => id);
  // In one order, as `resume-steps` has it, so that the two never wait for each other.
  for (const clip of bests.toSorted()) await jobs.send(UPLOAD_CLIP, { clip }, { tx });
}

function describe(decisions: readonly ClipDecision[]): string {
  const count = (state: ClipDecision['state']): number =>
    decisions.filter((decision) => decision.state === state).length;
  return `${decisions.length} clips: ${count('kept')} distinct, ${count('duplicate')} copies, ${count('rejected')} of other goals`;
}

function toClipCopy(row: CopyRow): ClipCopy {
  const { bytes, width, height, hasAudio, foundAt } = row;
  return { ...toPrinted(row), bytes, width, height, hasAudio, foundAt };
}

function toOtherGoalClip(row: CopyRow): OtherGoalClip {
  return { ...toPrinted(row), goalId: row.goalId };
}

function toPrinted({ id, sha256, seconds, picturePrint, soundPrint, postedAt, isVerified }: CopyRow) {
  return {
    id,
    sha256,
    seconds,
    postedAt,
    isVerified,
    picture: picturePrint === null ? null : decodePicturePrint(picturePrint),
    sound: soundPrint === null ? null : decodeSoundPrint(soundPrint),
  };
}
