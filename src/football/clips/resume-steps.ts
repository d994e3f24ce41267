/**
 * Sends a job for everything that the tables say is open: searches at the step where they stopped, clips that wait for something, goals that
 * can be settled. Sending a job that exists already does nothing. So a lost job, an emptied queue or a goal that counts again costs a minute
 * at most.
 */
import { Type } from 'typebox';
import { findGoalsToSettle, findSearchesToGoOn, findWaitingClips } from './clip-watch.ts';
import { cutOffOldSteps } from './goal-step.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';
import {
  DEDUPLICATE_CLIPS,
  DOWNLOAD_CLIP,
  EXECUTE_SEARCH,
  RESUME_STEPS,
  SAVE_SEARCH,
  SEARCH_CLIPS,
  SETTLE_GOAL,
  UPLOAD_CLIP,
} from './clip-kinds.ts';
import { upstreamTime, type ClipWorkOptions } from './clip-options.ts';

/** In one run; the rest has its turn a minute later. */
const MOST = 1_000;
/** No run of a step may take so long. */
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
      const clips = await findWaitingClips(database, MOST);
      const searches = await findSearchesToGoOn(database, upstreamTime(options), MOST);
      const at = (step: string) =>
        searches.filter((search) => search.step === step).map(({ goal }) => ({ goal }));
      const that = (want: string) => clips.filter((clip) => clip.want === want);
      const sent =
        (await jobs.sendMany(SEARCH_CLIPS, at('get-search'))) +
        (await jobs.sendMany(EXECUTE_SEARCH, at('execute-search'))) +
        (await jobs.sendMany(SAVE_SEARCH, at('save-search'))) +
        (await jobs.sendMany(
          DOWNLOAD_CLIP,
          that('download').map(({ id }) => ({ clip: id })),
        )) +
        (await jobs.sendMany(
          DEDUPLICATE_CLIPS,
          that('deduplicate').map(({ id, goalId }) => ({ goal: goalId, clip: id })),
        )) +
        (await jobs.sendMany(
          UPLOAD_CLIP,
          that('upload').map(({ id }) => ({ clip: id })),
        )) +
        (await jobs.sendMany(
          SETTLE_GOAL,
          (await findGoalsToSettle(database, MOST)).map((goal) => ({ goal })),
        ));
      const cut = await cutOffOldSteps(database, LONGEST_STEP_SECONDS);
      if (sent + cut === 0) return skip('nothing lacks its job');
      log.info({ jobs: sent, cutOff: cut }, 'jobs sent again for open work');
      return done();
    },
  });
}
