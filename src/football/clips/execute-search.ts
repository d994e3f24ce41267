/**
 * The second step of a search, `execute-search`: asks the sites and keeps their answers for `save-search`.
 *
 * An execution that no site answered is tried again, three times in all and ten seconds apart, where trying again can help; then its turn has
 * passed, and the failed answers are handed on. An expired login is told as such and never as "no clips".
 */
import { Type } from 'typebox';
import { countFailedExecution, keepAnswers, readClipSearch, type ClipSearchRow } from './clip-search.ts';
import { readSearchedGoal, type SearchedGoalRow } from './goal-search.ts';
import { defineJob, type JobContext, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, retryAt, skip } from '#/runtime/jobs/job-outcome.ts';
import { EXECUTE_SEARCH, SAVE_SEARCH } from './clip-kinds.ts';
import { DEFAULT_PLAN, toOurTime, upstreamTime, type ClipWorkOptions } from './clip-options.ts';
import { recordedStep, stepDone, stepFailed, stepSkipped, type StepEnd } from './recorded-step.ts';
import { askSites, describeAnswers, isAnswered, noteSites, type SiteAnswer } from './search-sites.ts';
import { packAnswers, unpackQuery } from './stored-search.ts';

/** Clocks differ. */
const CLOCK_SLACK_MS = 5 * 60_000;

export function createExecuteSearch(options: ClipWorkOptions): JobKind<{ goal: string }> {
  const { database } = options;
  return defineJob({
    kind: EXECUTE_SEARCH,
    payload: Type.Object({ goal: Type.String({ format: 'uuid' }) }),
    key: ({ goal }) => goal,
    onePerKey: true,
    retry: { limit: 2, firstDelaySeconds: 10, maxDelaySeconds: 10 },
    timeoutSeconds: 150,
    concurrency: 4,
    async handle({ goal: id }, context) {
      const goal = await readSearchedGoal(database, id);
      const search = await readClipSearch(database, id);
      if (goal === undefined || search === undefined) return skip('no search is under way');
      if (goal.state !== 'stable') return skip(`the goal is ${goal.state}`);
      if (search.answers !== null) {
        await context.jobs.send(SAVE_SEARCH, { goal: id });
        return skip('the sites have answered already');
      }
      const run = { step: 'execute-search', goal, attempt: search.failures + 1 } as const;
      return recordedStep(database, run, context, () => executeSearch(options, goal, search, context));
    },
  });
}

async function executeSearch(
  options: ClipWorkOptions,
  goal: SearchedGoalRow,
  search: ClipSearchRow,
  context: JobContext,
): Promise<StepEnd> {
  const query = unpackQuery(search.query);
  const until = new Date(upstreamTime(options).getTime() + CLOCK_SLACK_MS);
  const answers = await askSites(options.sites(), { ...query, until }, context);
  context.signal.throwIfAborted();
  const words = describeAnswers(answers);
  return options.database.transaction(async (tx) => {
    await noteSites(tx, answers);
    const again = retryTime(options, goal, search, answers);
    if (again !== null) {
      await countFailedExecution(tx, goal.id);
      return stepFailed(words, retryAt(toOurTime(options, again), 'no site answered'));
    }
    if (!(await keepAnswers(tx, goal.id, packAnswers(answers)))) return stepSkipped('another run was first');
    await context.jobs.send(SAVE_SEARCH, { goal: goal.id }, { tx });
    return isAnswered(answers) ? stepDone(words) : stepFailed(words, done());
  });
}

/** Upstream's clock. Null: the answers are final. */
function retryTime(
  options: ClipWorkOptions,
  { searchUntil }: SearchedGoalRow,
  { failures }: ClipSearchRow,
  answers: readonly SiteAnswer[],
): Date | null {
  const { tries, retrySeconds } = { ...DEFAULT_PLAN, ...options.search };
  // An expired login will not have come back in ten seconds.
  const mayHelp = !isAnswered(answers) && answers.some(({ outcome }) => outcome.outcome === 'unreachable');
  if (!mayHelp || failures + 1 >= tries) return null;
  const at = new Date(upstreamTime(options).getTime() + retrySeconds * 1_000);
  return searchUntil !== null && at > searchUntil ? null : at;
}
