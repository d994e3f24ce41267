/**
 * The second job of a search, `execute-search`: asks all sites at once and keeps their answers and their health.
 *
 * An execution that no site answered is repeated, three times in all and ten seconds apart, if that can help; then the failed answers are
 * saved. An expired login, a captcha or a rate limit is a state of the site, and never "no clips".
 */
import { Type } from 'typebox';
import { defineJob, type JobContext, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, retryAt, skip } from '#/runtime/jobs/job-outcome.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import type { Queryable, Transaction } from '#/runtime/postgres/database.ts';
import {
  countFailedExecution,
  keepAnswers,
  readClipSearch,
  readSearchedGoal,
  type ClipSearchRow,
  type SearchedGoalRow,
} from './goal-search.ts';
import { EXECUTE_SEARCH, SAVE_SEARCH } from './kinds.ts';
import { DEFAULT_PLAN, toOurTime, upstreamTime, type ClipWorkOptions } from './options.ts';
import type { ClipQuery, ClipSearchOutcome, ClipSite } from './sites/clip-site.ts';
import { recordedStep, stepDone, stepFailed, stepSkipped, type StepEnd } from './steps.ts';

/** Clocks differ. */
const CLOCK_SLACK_MS = 5 * 60_000;
/** Less than the timeout of the job, so that the answers of the other sites can still be written. */
const SITE_TIMEOUT_MS = 135_000;

export interface SiteAnswer {
  readonly site: string;
  readonly outcome: ClipSearchOutcome;
}

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
  const query = { ...search.query, until: new Date(upstreamTime(options).getTime() + CLOCK_SLACK_MS) };
  const answers = await Promise.all(
    options
      .sites()
      .map(async (site) => ({ site: site.name, outcome: await askSite(site, query, goal, context) })),
  );
  context.signal.throwIfAborted();
  const words = describeAnswers(answers);
  return options.database.transaction(async (tx) => {
    await noteSites(tx, answers);
    const again = retryTime(options, goal, search, answers);
    if (again !== null) {
      await countFailedExecution(tx, goal.id);
      return stepFailed(words, retryAt(toOurTime(options, again), 'no site answered'));
    }
    if (!(await keepAnswers(tx, goal.id, answers))) return stepSkipped('another run was first');
    await context.jobs.send(SAVE_SEARCH, { goal: goal.id }, { tx });
    return isAnswered(answers) ? stepDone(words) : stepFailed(words, done());
  });
}

/** A site that throws is unreachable; what the others found is kept. */
async function askSite(
  site: ClipSite,
  query: ClipQuery,
  goal: SearchedGoalRow,
  { signal, log }: JobContext,
): Promise<ClipSearchOutcome> {
  const timeout = AbortSignal.timeout(SITE_TIMEOUT_MS);
  try {
    return await site.search(query, { signal: AbortSignal.any([signal, timeout]) });
  } catch (error) {
    if (signal.aborted) throw error;
    if (timeout.aborted)
      return { outcome: 'unreachable', words: `no answer within ${SITE_TIMEOUT_MS / 1_000} s` };
    log.error(
      { err: error, site: site.name, goal: goal.id, fixture: goal.fixtureId },
      'search of a site failed',
    );
    const words = error instanceof Error ? error.message : String(error);
    return { outcome: 'unreachable', words: `the search failed: ${words}` };
  }
}

/** By the upstream's clock. Null: the answers are final. */
function retryTime(
  options: ClipWorkOptions,
  { searchUntil }: SearchedGoalRow,
  { failures }: ClipSearchRow,
  answers: readonly SiteAnswer[],
): Date | null {
  const { tries, retrySeconds } = { ...DEFAULT_PLAN, ...options.search };
  // Other failures, such as an expired login, last longer than ten seconds.
  const mayHelp = !isAnswered(answers) && answers.some(({ outcome }) => outcome.outcome === 'unreachable');
  if (!mayHelp || failures + 1 >= tries) return null;
  const at = new Date(upstreamTime(options).getTime() + retrySeconds * 1_000);
  return searchUntil !== null && at > searchUntil ? null : at;
}

export function isAnswered(answers: readonly SiteAnswer[]): boolean {
  return answers.some(({ outcome }) => outcome.outcome === 'ok');
}

/** For people: `example: 4 posts; other: login-expired, sign in again`. */
function describeAnswers(answers: readonly SiteAnswer[]): string {
  return answers
    .map(({ site, outcome }) => {
      if (outcome.outcome !== 'ok')
        return `${site}: ${STATES[outcome.outcome] ?? 'skipped'}, ${outcome.words}`;
      const unreadable = outcome.unreadable > 0 ? ` and ${outcome.unreadable} that could not be read` : '';
      return `${site}: ${outcome.posts.length} posts${unreadable}`;
    })
    .join('; ');
}

type ClipSiteState = 'well' | 'login-expired' | 'captcha' | 'rate-limited' | 'layout-changed' | 'unreachable';

/** Null: the site was not asked, so its state is unchanged. */
const STATES: Readonly<Record<ClipSearchOutcome['outcome'], ClipSiteState | null>> = {
  ok: 'well',
  loginExpired: 'login-expired',
  captcha: 'captcha',
  rateLimited: 'rate-limited',
  changed: 'layout-changed',
  unreachable: 'unreachable',
  notAsked: null,
};

async function noteSites(tx: Transaction, answers: readonly SiteAnswer[]): Promise<void> {
  // Sorted by name, so that two searches cannot deadlock.
  for (const { site, outcome } of answers.toSorted((a, b) => (a.site < b.site ? -1 : 1))) {
    const state = STATES[outcome.outcome];
    if (state === null) continue;
    await tx.query(
      `insert into gamekeeper.clip_site as s (name, state, detail) values ($1, $2, $3)
       on conflict (name) do update set state = $2, detail = $3, checked_at = now(),
         since = case when s.state = $2 then s.since else now() end`,
      [site, state, outcome.words === null ? null : toStorableText(outcome.words)],
    );
  }
}

export interface ClipSiteRow {
  readonly name: string;
  readonly state: ClipSiteState;
  readonly detail: string | null;
  /** Since when it is in this state. */
  readonly since: Date;
  readonly checkedAt: Date;
}

/** By name. */
export async function listClipSites(db: Queryable): Promise<ClipSiteRow[]> {
  return db.query<ClipSiteRow>(
    'select name, state, detail, since, checked_at from gamekeeper.clip_site order by name',
  );
}
