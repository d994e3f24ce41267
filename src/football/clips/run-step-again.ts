/** Runs a step of a goal again because a person wants it. What waits or runs already is not sent twice. */
import type { RepeatableStep } from '#/domain/football/clip-state.ts';
import { isSearchRunning } from './clip-search.ts';
import { readClipWork, wantDownloadAgain, type ClipWork } from './clip-work.ts';
import {
  isReadyToSettle,
  lockClips,
  readSearchedGoal,
  reopenSearch,
  type SearchedGoalRow,
} from './goal-search.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { DEDUPLICATE_CLIPS, DOWNLOAD_CLIP, SEARCH_CLIPS, SETTLE_GOAL, UPLOAD_CLIP } from './clip-kinds.ts';
import { upstreamTime, type ClipWorkOptions } from './clip-options.ts';

export interface RunStepDeps extends Pick<ClipWorkOptions, 'database' | 'search' | 'now' | 'upstreamNow'> {
  readonly jobs: JobSender;
}

export type RunStepAnswer =
  | { readonly type: 'taken' }
  /** It waits or runs already. */
  | { readonly type: 'running' }
  | { readonly type: 'missing'; readonly what: 'goal' | 'clip' }
  /** It makes no sense now, and why. */
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
      return step === 'download' ? downloadAgain(deps, clip) : uploadAgain(deps, clip);
    }
  }
  return step satisfies never;
}

/** Opens the window anew and searches at once, unless a search is under way. */
async function searchAgain(deps: RunStepDeps, { id }: SearchedGoalRow): Promise<RunStepAnswer> {
  const { database, jobs, search } = deps;
  if (await isSearchRunning(database, id)) return RUNNING;
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

async function uploadAgain({ jobs }: RunStepDeps, clip: ClipWork): Promise<RunStepAnswer> {
  if (clip.state !== 'kept' || !clip.isBest)
    return refuse(`the clip is ${clip.state}; only the best of its copies is archived`);
  if (clip.objectState === 'stored') return refuse('it is archived already');
  return sent(await jobs.send(UPLOAD_CLIP, { clip: clip.id }));
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
