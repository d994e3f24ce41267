/** Deletes a clip: its row stays, so that no search brings it back, and its video and prints go. */
import type { Logger } from 'pino';
import { deleteClipRow, readClipWork } from './clip-work.ts';
import { lockClips } from './goal-search.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { publishFixtureChange } from '../fixture-notice.ts';
import type { ClipWorkOptions } from './clip-options.ts';
import { deleteUnwantedObjects } from './delete-objects.ts';
import { settleWhenReady } from './settle-when-ready.ts';

export interface RemoveClipDeps extends Pick<ClipWorkOptions, 'database' | 'objects'> {
  readonly jobs: JobSender;
  readonly log: Pick<Logger, 'warn'>;
}

const WORDS = { 'deleted-by-hand': 'deleted by hand', expired: 'its time is over' } as const;

/** False: there is no such clip. */
export async function removeClip(
  deps: RemoveClipDeps,
  clipId: string,
  why: keyof typeof WORDS,
): Promise<boolean> {
  const clip = await readClipWork(deps.database, clipId);
  if (clip === undefined) return false;
  await deps.database.transaction(async (tx) => {
    await lockClips(tx, clip.goal.id);
    await deleteClipRow(tx, clipId, why, WORDS[why]);
    await settleWhenReady(tx, deps.jobs, clip.goal.id);
    await publishFixtureChange(tx, clip.goal.fixtureId);
  });
  await deleteUnwantedObjects(deps, { goalId: clip.goal.id, log: deps.log });
  return true;
}
