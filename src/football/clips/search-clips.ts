/**
 * The first step of a search for clips of one goal, `get-search`: reads the goal, builds the query and keeps it. `execute-search` then
 * asks the sites and `save-search` writes what they found and plans the next search, again and again while the goal's window is open.
 *
 * Each step keeps its result and sends the next one's job in one transaction, and has a timeout and attempts of its own: a save that fails
 * or is killed is tried again without the browser.
 */
import { Type } from 'typebox';
import { clipQueryText } from '#/domain/football/search/clip-query.ts';
import { beginClipSearch, deleteClipSearch, readClipSearch } from './clip-search.ts';
import type { Transaction } from '#/runtime/postgres/database.ts';
import {
  beginSearch,
  endSearch,
  holdSearchedGoal,
  lockClips,
  readSearchedGoal,
  type SearchedGoalRow,
} from './goal-search.ts';
import { defineJob, type JobContext, type JobKind } from '#/runtime/jobs/define-job.ts';
import { retryAt, skip, type JobOutcome } from '#/runtime/jobs/job-outcome.ts';
import { publishFixtureChange } from '../fixture-notice.ts';
import { EXECUTE_SEARCH, SAVE_SEARCH, SEARCH_CLIPS } from './clip-kinds.ts';
import { toOurTime, upstreamTime, type ClipWorkOptions } from './clip-options.ts';
import { recordedStep, stepDone, stepSkipped, type StepEnd } from './recorded-step.ts';
import { settleWhenReady } from './settle-when-ready.ts';
import { packQuery } from './stored-search.ts';

/** A goal is posted before the upstream tells of it. */
const HEAD_START_MS = 10 * 60_000;
/** A job that comes so little before its time waits; one that comes earlier was replaced by another. */
const EARLY_MS = 5_000;

export function createSearchClips(options: ClipWorkOptions): JobKind<{ goal: string }> {
  const { database, search } = options;
  return defineJob({
    kind: SEARCH_CLIPS,
    payload: Type.Object({ goal: Type.String({ format: 'uuid' }) }),
    key: ({ goal }) => goal,
    onePerKey: true,
    retry: { limit: 1, firstDelaySeconds: 1, maxDelaySeconds: 1 },
    timeoutSeconds: 10,
    concurrency: 4,
    async handle({ goal: id }, context) {
      const goal = await readSearchedGoal(database, id);
      if (goal === undefined) return skip('there is no such goal');
      if (goal.state !== 'stable') return skip(`the goal is ${goal.state}`);
      const early = answerEarly(options, goal);
      if (early !== null) return early;
      const until = windowEnd(options, goal);
      const window = await beginSearch(database, id, { searches: search.searches, until });
      if (window === undefined) return skip('its search is over');
      const run = { step: 'get-search', goal } as const;
      return recordedStep(database, run, context, () => getSearch(options, id, context));
    },
  });
}

function answerEarly(options: ClipWorkOptions, { nextSearchAt }: SearchedGoalRow): JobOutcome | null {
  const earlyMs = (nextSearchAt?.getTime() ?? 0) - upstreamTime(options).getTime();
  if (nextSearchAt === null || earlyMs <= 0) return null;
  const at = toOurTime(options, nextSearchAt);
  if (at.getTime() - options.now().getTime() <= EARLY_MS) return retryAt(at, 'the next search');
  return skip('the next search is planned for later');
}

/** Where the goal was observed live, from now on; otherwise from when it was scored, so the window may be closed already. */
function windowEnd(options: ClipWorkOptions, { observedLive, scoredAt }: SearchedGoalRow): Date {
  const from = observedLive ? upstreamTime(options) : scoredAt;
  return new Date(from.getTime() + options.search.minutes * 60_000);
}

/** How many searches of the present window came before this one. A correction of the goal opens a new window. */
function windowTurn({ search }: ClipWorkOptions, { searches, searchLimit }: SearchedGoalRow): number {
  return searchLimit === null ? 0 : Math.max(search.searches - (searchLimit - searches), 0);
}

function isWindowMissed({ observedLive, searchUntil }: SearchedGoalRow, now: Date): boolean {
  return !observedLive && searchUntil !== null && searchUntil < now;
}

async function getSearch(options: ClipWorkOptions, id: string, context: JobContext): Promise<StepEnd> {
  const { database, sites } = options;
  return database.transaction(async (tx) => {
    await lockClips(tx, id);
    const goal = await holdSearchedGoal(tx, id);
    if (goal?.state !== 'stable') return stepSkipped(`the goal is ${goal?.state ?? 'gone'}`);
    if (answerEarly(options, goal) !== null) return stepSkipped('another run was first');
    // Answers that wait to be saved come first, whatever has changed since they were asked for.
    const isAnswered = ((await readClipSearch(tx, id))?.answers ?? null) !== null;
    if (!isAnswered && sites().length === 0)
      return giveUpSearch(tx, options, goal, 'no site is configured (CLIP_SITES_FILE)', context);
    if (!isAnswered && isWindowMissed(goal, upstreamTime(options))) {
      const reason = `it was scored before it was first read, longer ago than CLIP_SEARCH_MINUTES (${options.search.minutes})`;
      return giveUpSearch(tx, options, goal, reason, context);
    }
    const text = clipQueryText(goal, windowTurn(options, goal));
    const isExecuted = await beginClipSearch(tx, id, {
      startedAt: upstreamTime(options),
      query: packQuery({ text, since: new Date(goal.scoredAt.getTime() - HEAD_START_MS) }),
    });
    await context.jobs.send(isExecuted ? SAVE_SEARCH : EXECUTE_SEARCH, { goal: id }, { tx });
    return stepDone(text);
  });
}

async function giveUpSearch(
  tx: Transaction,
  options: ClipWorkOptions,
  { id, fixtureId }: SearchedGoalRow,
  reason: string,
  { jobs }: JobContext,
): Promise<StepEnd> {
  await deleteClipSearch(tx, id);
  await endSearch(tx, id, upstreamTime(options));
  await settleWhenReady(tx, jobs, id);
  await publishFixtureChange(tx, fixtureId);
  return stepSkipped(reason);
}
