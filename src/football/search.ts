/**
 * A search for clips of one goal is three jobs: `get-search` builds the query and keeps it, `execute-search` (`ask-sites.ts`) asks the sites and
 * keeps their answers, `save-search` writes what they found and plans the next search, until the goal's window closes.
 *
 * Each job keeps its result and sends the next job in one transaction, and has its own timeout and attempts: a save that fails or is killed is
 * repeated without the browser. The row of `clip_search` says which job comes next.
 */
import { Type } from 'typebox';
import { clipQueryText } from '#/domain/football/search/clip-query.ts';
import { nextSearchAt } from '#/domain/football/search/search-plan.ts';
import { defineJob, type JobContext, type JobKind } from '#/runtime/jobs/define-job.ts';
import { retryAt, skip, type JobOutcome } from '#/runtime/jobs/job-outcome.ts';
import type { Transaction } from '#/runtime/postgres/database.ts';
import { isAnswered, type SiteAnswer } from './ask-sites.ts';
import { publishFixtureChange } from './fixture.ts';
import { listKnownVideos, toFoundClips, withinLimit, writeFoundClips } from './found-clip.ts';
import {
  beginClipSearch,
  beginSearch,
  countSearch,
  deleteClipSearch,
  endSearch,
  holdSearchedGoal,
  lockClips,
  planSearch,
  readClipSearch,
  readOtherGoals,
  readSearchedGoal,
  type SearchedGoalRow,
} from './goal-search.ts';
import { DOWNLOAD_CLIP, EXECUTE_SEARCH, SAVE_SEARCH, SEARCH_CLIPS } from './kinds.ts';
import { DEFAULT_PLAN, toOurTime, upstreamTime, type ClipWorkOptions } from './options.ts';
import { settleWhenReady } from './settle.ts';
import { recordedStep, stepDone, stepSkipped, type StepEnd } from './steps.ts';

/** Posts may be older than the upstream's report of the goal. */
const HEAD_START_MS = 10 * 60_000;
/** A job that comes at most so early waits for its time; an earlier one was replaced by another job. */
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
      if (goal === undefined) return skip('the goal does not exist');
      if (goal.state !== 'stable') return skip(`the goal is ${goal.state}`);
      const early = outcomeIfEarly(options, goal);
      if (early !== null) return early;
      const until = windowEnd(options, goal);
      const isOpen = await beginSearch(database, id, { searches: search.searches, until });
      if (!isOpen) return skip('its search is over');
      return recordedStep(database, { step: 'get-search', goal }, context, () =>
        database.transaction((tx) => getSearch(tx, options, id, context)),
      );
    },
  });
}

function outcomeIfEarly(options: ClipWorkOptions, { nextSearchAt }: SearchedGoalRow): JobOutcome | null {
  if (nextSearchAt === null || nextSearchAt <= upstreamTime(options)) return null;
  const at = toOurTime(options, nextSearchAt);
  if (at.getTime() - options.now().getTime() <= EARLY_MS) return retryAt(at, 'the next search');
  return skip('the next search is planned for later');
}

/** A goal that was observed live is searched for from now on; otherwise from when it was scored, so its window may be closed already. */
function windowEnd(options: ClipWorkOptions, { observedLive, scoredAt }: SearchedGoalRow): Date {
  const from = observedLive ? upstreamTime(options) : scoredAt;
  return new Date(from.getTime() + options.search.minutes * 60_000);
}

async function getSearch(
  tx: Transaction,
  options: ClipWorkOptions,
  id: string,
  { jobs }: JobContext,
): Promise<StepEnd> {
  await lockClips(tx, id);
  const goal = await holdSearchedGoal(tx, id);
  if (goal?.state !== 'stable') return stepSkipped(`the goal is ${goal?.state ?? 'gone'}`);
  if (outcomeIfEarly(options, goal) !== null) return stepSkipped('another run was first');
  const now = upstreamTime(options);
  // Answers that wait to be saved come first, even if the sites or the window have changed since.
  const hasAnswers = ((await readClipSearch(tx, id))?.answers ?? null) !== null;
  const obstacle = hasAnswers ? null : findObstacle(options, goal, now);
  if (obstacle !== null) {
    await deleteClipSearch(tx, id);
    await endSearch(tx, id, now);
    await settleWhenReady(tx, jobs, id);
    await publishFixtureChange(tx, goal.fixtureId);
    return stepSkipped(obstacle);
  }
  const text = clipQueryText(goal, searchesOfWindow(options, goal));
  const since = new Date(goal.scoredAt.getTime() - HEAD_START_MS);
  const isExecuted = await beginClipSearch(tx, id, { startedAt: now, query: { text, since } });
  await jobs.send(isExecuted ? SAVE_SEARCH : EXECUTE_SEARCH, { goal: id }, { tx });
  return stepDone(text);
}

function findObstacle(
  { sites, search }: ClipWorkOptions,
  { observedLive, searchUntil }: SearchedGoalRow,
  now: Date,
): string | null {
  if (sites().length === 0) return 'no site is configured (CLIP_SITES_FILE)';
  if (observedLive || searchUntil === null || searchUntil >= now) return null;
  return `it was scored before it was first read, longer ago than CLIP_SEARCH_MINUTES (${search.minutes})`;
}

/** Searches of the present window so far. A correction of the goal opens a new window. */
function searchesOfWindow({ search }: ClipWorkOptions, { searches, searchLimit }: SearchedGoalRow): number {
  return searchLimit === null ? 0 : Math.max(search.searches - (searchLimit - searches), 0);
}

/** Saves the answers of the sites. A search that no site answered does not count, and does not mean that there are no clips. */
export function createSaveSearch(options: ClipWorkOptions): JobKind<{ goal: string }> {
  const { database } = options;
  return defineJob({
    kind: SAVE_SEARCH,
    payload: Type.Object({ goal: Type.String({ format: 'uuid' }) }),
    key: ({ goal }) => goal,
    onePerKey: true,
    retry: { limit: 1, firstDelaySeconds: 1, maxDelaySeconds: 1 },
    timeoutSeconds: 10,
    concurrency: 4,
    async handle({ goal: id }, context) {
      const goal = await readSearchedGoal(database, id);
      const search = await readClipSearch(database, id);
      if (goal === undefined || search === undefined || search.answers === null)
        return skip('there are no answers to save');
      if (goal.state !== 'stable') return skip(`the goal is ${goal.state}`);
      return recordedStep(database, { step: 'save-search', goal }, context, () =>
        database.transaction((tx) => saveSearch(tx, options, id, context)),
      );
    },
  });
}

async function saveSearch(
  tx: Transaction,
  options: ClipWorkOptions,
  id: string,
  context: JobContext,
): Promise<StepEnd> {
  await lockClips(tx, id);
  // Read again: the upstream may have named another scorer while the sites were asked.
  const goal = await holdSearchedGoal(tx, id);
  const search = await readClipSearch(tx, id);
  if (goal?.state !== 'stable') return stepSkipped(`the goal is ${goal?.state ?? 'gone'}`);
  if (search === undefined || search.answers === null) return stepSkipped('another run has saved them');
  const { answers, startedAt } = search;
  const words = await writeAnswers(tx, options, goal, answers, context);
  if (isAnswered(answers)) await countSearch(tx, id);
  await deleteClipSearch(tx, id);
  const next = answers.length === 0 ? null : nextSearch(options, goal, startedAt, isAnswered(answers));
  if (next === null) {
    await endSearch(tx, id, upstreamTime(options));
    await settleWhenReady(tx, context.jobs, id);
  } else {
    await planSearch(tx, id, next);
    // Its own key: the job that began this search may not be settled yet, and would block another one with the same key.
    const key = `${id}/${next.toISOString()}`;
    await context.jobs.send(SEARCH_CLIPS, { goal: id }, { tx, startAfter: toOurTime(options, next), key });
  }
  await publishFixtureChange(tx, goal.fixtureId);
  context.signal.throwIfAborted();
  return isAnswered(answers) ? stepDone(words) : stepSkipped('no site answered');
}

async function writeAnswers(
  tx: Transaction,
  options: ClipWorkOptions,
  goal: SearchedGoalRow,
  answers: readonly SiteAnswer[],
  { jobs }: JobContext,
): Promise<string> {
  const found = toFoundClips(goal, await readOtherGoals(tx, goal), answers);
  const clips = withinLimit(found, await listKnownVideos(tx, goal.id));
  const { added, wanted } = await writeFoundClips(tx, goal.id, upstreamTime(options), clips);
  const byRelevance = wanted.toSorted((a, b) => b.relevance - a.relevance);
  // The most relevant clip of each goal is downloaded before the second clip of any goal.
  const priorities = new Map(
    byRelevance.map(({ id, relevance }, rank) => [id, Math.round(relevance * 100) + (rank === 0 ? 100 : 0)]),
  );
  await jobs.sendMany(
    DOWNLOAD_CLIP,
    wanted.map(({ id }) => ({ clip: id, videos: wanted.length })),
    { tx, priority: ({ clip }) => priorities.get(clip) ?? 0 },
  );
  const leftOut = found.length - clips.length;
  const more = leftOut > 0 ? `, ${leftOut} more left out because there are enough` : '';
  return `${added} new, ${wanted.length} to download${more}`;
}

function nextSearch(
  options: ClipWorkOptions,
  { searches, searchLimit, searchUntil }: SearchedGoalRow,
  startedAt: Date,
  isCounted: boolean,
): Date | null {
  return nextSearchAt(
    { ...DEFAULT_PLAN, ...options.search },
    {
      searches: searches + (isCounted ? 1 : 0),
      limit: searchLimit ?? options.search.searches,
      until: searchUntil ?? startedAt,
      startedAt,
      now: upstreamTime(options),
    },
  );
}
