/**
 * Sends a job for everything that the tables say is open: searches at the step where they stopped, clips that wait, and goals that can be
 * settled. Sending a job that exists already does nothing. So a lost job, an emptied queue or a restored goal costs a minute at most.
 */
import { Type } from 'typebox';
import type { RepeatableStep } from '#/domain/football/clip-state.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import { type ClipWork, readClipWork, wantDownloadAgain } from './clip.ts';
import {
  isReadyToSettle,
  lockClips,
  OPEN_CLIP,
  readClipSearch,
  readSearchedGoal,
  reopenSearch,
  SEARCH_IS_OVER,
  type SearchedGoalRow,
} from './goal-search.ts';
import {
  DEDUPLICATE_CLIPS,
  DOWNLOAD_CLIP,
  EXECUTE_SEARCH,
  RESUME_STEPS,
  SAVE_SEARCH,
  SEARCH_CLIPS,
  SETTLE_GOAL,
} from './kinds.ts';
import { type ClipWorkOptions, upstreamTime } from './options.ts';
import { cutOffOldSteps } from './steps.ts';

/** In one run; the rest follows a minute later. */
const MOST = 1_000;
/** Longer than the timeout of every step. */
const LONGEST_STEP_SECONDS = 900;

export function createResumeSteps(
  options: Pick<ClipWorkOptions, 'database' | 'now' | 'upstreamNow'>,
): JobKind<object> {
  const { database } = options;
  return defineJob({
    kind: RESUME_STEPS,
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 1, firstDelaySeconds: 5, maxDelaySeconds: 5 },
    timeoutSeconds: 50,
    concurrency: 1,
    schedule: { cron: '* * * * *', timeZone: 'UTC', missed: 'skip', payload: {} },
    async handle(_payload, { jobs, log }) {
      const open = await findOpenWork(database, upstreamTime(options));
      let sent = 0;
      for (const kind of new Set(open.map((one) => one.kind))) {
        const payloads = open
          .filter((one) => one.kind === kind)
          .map(({ goal, clip }) => toPayload(kind, goal, clip));
        sent += await jobs.sendMany(kind, payloads);
      }
      const cut = await cutOffOldSteps(database, LONGEST_STEP_SECONDS);
      if (sent + cut === 0) return skip('all open work has a job');
      log.info({ jobs: sent, cutOff: cut }, 'jobs of open work sent again');
      return done();
    },
  });
}

interface OpenWork {
  readonly kind: string;
  readonly goal: string;
  readonly clip: string | null;
}

function toPayload(kind: string, goal: string, clip: string | null): object {
  if (clip === null) return { goal };
  return kind === DOWNLOAD_CLIP ? { clip } : { goal, clip };
}

/** `at`: upstream's clock. Every part has an order, so that concurrent runs insert their jobs in the same order. */
async function findOpenWork(db: Queryable, at: Date): Promise<OpenWork[]> {
  const searches = await db.query<OpenWork>(
    `select case when s.goal_id is null then $3 when s.answers is null then $4 else $5 end as kind, g.id as goal, null as clip
     from gamekeeper.goal g left join gamekeeper.clip_search s on s.goal_id = g.id
     where g.state = 'stable' and (s.goal_id is not null
       or (g.settled_at is null and not ${SEARCH_IS_OVER} and coalesce(g.next_search_at <= $1, true)))
     order by g.stable_at, g.id limit $2`,
    [at, MOST, SEARCH_CLIPS, EXECUTE_SEARCH, SAVE_SEARCH],
  );
  const clips = await db.query<OpenWork>(
    `select case c.state when 'found' then $2 else $3 end as kind, c.goal_id as goal, c.id as clip
     from gamekeeper.clip c join gamekeeper.goal g on g.id = c.goal_id
     where g.state = 'stable' and ${OPEN_CLIP} and c.object_state <> 'deleting' order by c.id limit $1`,
    [MOST, DOWNLOAD_CLIP, DEDUPLICATE_CLIPS],
  );
  const settled = await db.query<OpenWork>(
    `select $2 as kind, g.id as goal, null as clip from gamekeeper.goal g
     where g.state = 'stable' and g.settled_at is null and ${SEARCH_IS_OVER}
       and not exists (select from gamekeeper.clip c where c.goal_id = g.id and ${OPEN_CLIP}) order by g.id limit $1`,
    [MOST, SETTLE_GOAL],
  );
  return [...searches, ...clips, ...settled];
}

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
