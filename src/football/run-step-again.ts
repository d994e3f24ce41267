/** Repeats a step of a goal by hand. A step that waits or runs already is not sent twice. */
import type { RepeatableStep } from '#/domain/football/clip-state.ts';
import { readClipWork, wantDownloadAgain, type ClipWork } from './clip.ts';
import {
  isReadyToSettle,
  lockClips,
  readClipSearch,
  readSearchedGoal,
  reopenSearch,
  type SearchedGoalRow,
} from './goal-search.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { DEDUPLICATE_CLIPS, DOWNLOAD_CLIP, SEARCH_CLIPS, SETTLE_GOAL } from './kinds.ts';
import { upstreamTime, type ClipWorkOptions } from './options.ts';

export interface RunStepDeps extends Pick<ClipWorkOptions, 'database' | 'search' | 'now' | 'upstreamNow'> {
  readonly jobs: JobSender;
}

export type RunStepAnswer =
  | { readonly type: 'taken' }
  /** It waits or runs already. */
  | { readonly type: 'running' }
  | { readonly type: 'missing'; readonly what: 'goal' | 'clip' }
  /** It cannot run now, and why. */
  | { readonly type: 'refused'; readonly reason: string };

const TAKEN = { type: 'taken' } as const;
const RUNNING = { type: 'running' } as const;

export async function runStepAgain(
  deps: RunStepDeps,
  goalId: string,
  { step, clipId }: { readonly step: RepeatableStep; readonly clipId?: string | undefined },
): Promise<RunStepAnswer> {
  const goal = await readSearchedGoal(deps.database, goalId);
  if (goal === undefined) return { type: 'missing', what: 'goal' };
  if (goal.state !== 'stable') return refuse(`the goal is ${goal.state}`);
  switch (step) {
    case 'search':
      return searchAgain(deps, goal);
    case 'deduplicate':
      return sent(await deps.jobs.send(DEDUPLICATE_CLIPS, { goal: goalId }));
    case 'settle':
      return settleAgain(deps, goal);
    case 'download':
    case 'upload': {
      if (clipId === undefined) return refuse(`${step} is about one clip; clipId says which`);
      const clip = await readClipWork(deps.database, clipId);
      if (clip?.goal.id !== goalId) return { type: 'missing', what: 'clip' };
      if (clip.objectState === 'stored' && step === 'upload') return refuse('the clip is stored already');
      return downloadAgain(deps, clip); // A download ends with the upload.
    }
  }
  return step satisfies never;
}

/** Opens a new window and searches at once, unless a search is under way. */
async function searchAgain(deps: RunStepDeps, { id }: SearchedGoalRow): Promise<RunStepAnswer> {
  const { database, jobs, search } = deps;
  if ((await readClipSearch(database, id)) !== undefined) return RUNNING;
  const until = new Date(upstreamTime(deps).getTime() + search.minutes * 60_000);
  return database.transaction(async (tx) => {
    await reopenSearch(tx, id, { searches: search.searches, until });
    return sent(await jobs.send(SEARCH_CLIPS, { goal: id }, { tx }));
  });
}

async function downloadAgain({ database, jobs }: RunStepDeps, clip: ClipWork): Promise<RunStepAnswer> {
  return database.transaction(async (tx) => {
    await lockClips(tx, clip.goal.id);
    if (!(await wantDownloadAgain(tx, clip.id)))
      return refuse(`the clip is ${clip.state}, so it has been downloaded`);
    return sent(await jobs.send(DOWNLOAD_CLIP, { clip: clip.id }, { tx }));
  });
}

async function settleAgain({ database, jobs }: RunStepDeps, goal: SearchedGoalRow): Promise<RunStepAnswer> {
  if (goal.settledAt !== null) return refuse('it is settled already');
  return database.transaction(async (tx) => {
    await lockClips(tx, goal.id);
    if (!(await isReadyToSettle(tx, goal.id)))
      return refuse('its search or one of its clips is not done yet');
    return sent(await jobs.send(SETTLE_GOAL, { goal: goal.id }, { tx }));
  });
}

function sent(jobId: string | null): RunStepAnswer {
  return jobId === null ? RUNNING : TAKEN;
}

function refuse(reason: string): RunStepAnswer {
  return { type: 'refused', reason };
}
