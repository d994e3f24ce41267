/**
 * Archives the best clip of a cluster: its object is copied from `incoming/` to `{fixture}/{goal}/{md5}.mp4`, then the row says so, then what is
 * superseded is deleted. Every step can be done again, so a process may die between any two of them.
 */
import { Type } from 'typebox';
import {
  claimUpload,
  findClaimedKeys,
  noteObjectLost,
  noteStored,
  retireSuperseded,
  type Upload,
} from './clip-object.ts';
import { readClipWork, type ClipWork } from './clip-work.ts';
import { lockClips } from './goal-search.ts';
import { defineJob, type JobContext, type JobKind } from '#/runtime/jobs/define-job.ts';
import { skip } from '#/runtime/jobs/job-outcome.ts';
import { publishFixtureChange } from '../fixture-notice.ts';
import { DOWNLOAD_CLIP, UPLOAD_CLIP } from './clip-kinds.ts';
import { upstreamTime, type ClipWorkOptions } from './clip-options.ts';
import { deleteUnwantedObjects } from './delete-objects.ts';
import {
  recordedStep,
  stepDone,
  stepFailed,
  stepPostponed,
  stepSkipped,
  type StepEnd,
} from './recorded-step.ts';
import { settleWhenReady } from './settle-when-ready.ts';
import { postponeForStore } from './store-trouble.ts';

const BLOCKED_MS = 2_000;
/** Names of strangers are cut, so that they fit beside the object. */
const LONGEST_WORDS = 120;

export function createUploadClip(options: ClipWorkOptions): JobKind<{ clip: string }> {
  return defineJob({
    kind: UPLOAD_CLIP,
    payload: Type.Object({ clip: Type.String({ format: 'uuid' }) }),
    key: ({ clip }) => clip,
    onePerKey: true,
    retry: { limit: 2, firstDelaySeconds: 5, maxDelaySeconds: 5 },
    timeoutSeconds: 120,
    concurrency: 4,
    async handle({ clip: id }, context) {
      const clip = await readClipWork(options.database, id);
      if (clip === undefined) return skip('there is no such clip');
      if (clip.state !== 'kept' || !clip.isBest) return skip('it is not the best of its cluster any more');
      if (clip.objectState === 'stored') return skip('it is archived already');
      if (clip.goal.state !== 'stable') return skip(`the goal is ${clip.goal.state}`);
      const run = { step: 'upload', goal: clip.goal, clipId: id } as const;
      return recordedStep(options.database, run, context, () => uploadOnce(options, clip, context));
    },
  });
}

async function uploadOnce(options: ClipWorkOptions, clip: ClipWork, context: JobContext): Promise<StepEnd> {
  const { database, objects, now } = options;
  const upload = await database.transaction(async (tx) => {
    await lockClips(tx, clip.goal.id);
    return claimUpload(tx, clip.id);
  });
  if (upload === undefined) return stepSkipped('it does not wait to be archived any more');
  if (upload.isBlocked)
    return stepPostponed(
      new Date(now().getTime() + BLOCKED_MS),
      'an object of the same name is being deleted',
    );
  try {
    const copied = await objects.copy(upload.from, upload.to, metadataOf(clip), context);
    context.signal.throwIfAborted();
    if (copied === undefined) return await answerLost(options, clip, upload, context);
    const isArchived = await writeStored(options, clip, upload, context);
    if (isArchived) await objects.delete([upload.from]);
    else await deleteStray(options, clip.goal.id, upload.to);
    await deleteUnwantedObjects(options, { goalId: clip.goal.id, log: context.log });
    return isArchived ? stepDone(upload.to) : stepSkipped('it was superseded meanwhile');
  } catch (error) {
    return postponeForStore(error, now());
  }
}

/** It was retired while it was copied: whoever retired it found nothing to delete yet. Nobody claims a key without the lock. */
async function deleteStray(
  { database, objects }: ClipWorkOptions,
  goalId: string,
  key: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockClips(tx, goalId);
    const claimed = await findClaimedKeys(tx, [key]);
    if (claimed.length === 0) await objects.delete([key]);
  });
}

async function writeStored(
  options: ClipWorkOptions,
  { id, goal }: ClipWork,
  { to }: Upload,
  { jobs }: JobContext,
): Promise<boolean> {
  return options.database.transaction(async (tx) => {
    await lockClips(tx, goal.id);
    if (!(await noteStored(tx, id, to, upstreamTime(options)))) return false;
    await retireSuperseded(tx, id);
    await settleWhenReady(tx, jobs, goal.id);
    await publishFixtureChange(tx, goal.fixtureId);
    return true;
  });
}

/** Somebody deleted what was downloaded. Should an earlier run have copied it already, that object is good. */
async function answerLost(
  options: ClipWorkOptions,
  clip: ClipWork,
  upload: Upload,
  context: JobContext,
): Promise<StepEnd> {
  const { database, objects } = options;
  if ((await objects.head(upload.to)) !== undefined) {
    const isArchived = await writeStored(options, clip, upload, context);
    return isArchived ? stepDone(upload.to) : stepSkipped('it was superseded meanwhile');
  }
  const words = `its object ${upload.from} is gone; it is downloaded again`;
  await database.transaction(async (tx) => {
    await lockClips(tx, clip.goal.id);
    if (await noteObjectLost(tx, clip.id, upload.from, words))
      await context.jobs.send(DOWNLOAD_CLIP, { clip: clip.id }, { tx });
    await publishFixtureChange(tx, clip.goal.fixtureId);
  });
  return stepFailed(words);
}

/** Values are percent-encoded by the store. */
function metadataOf({ goal }: ClipWork): Record<string, string> {
  return {
    player: cut(goal.playerName ?? ''),
    team: cut(goal.teamName),
    event: cut(goal.label),
    fixture: String(goal.fixtureId),
  };
}

function cut(text: string): string {
  return text.slice(0, LONGEST_WORDS).toWellFormed();
}
