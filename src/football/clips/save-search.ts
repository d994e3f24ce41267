/**
 * The third step of a search, `save-search`: writes what the sites found as rows, each with the reason if it is not worth a download, sends the
 * downloads of the others, and plans the next search or ends the goal's search. All in the transaction that deletes the kept answers, so
 * it is done once.
 *
 * A search that no site answered does not count and does not mean that there are no clips.
 */
import { Type } from 'typebox';
import { nextSearchAt } from '#/domain/football/search/search-plan.ts';
import { deleteClipSearch, readClipSearch, type ClipSearchRow } from './clip-search.ts';
import type { Transaction } from '#/runtime/postgres/database.ts';
import { listKnownVideos, writeFoundClips } from './found-clip.ts';
import {
  countSearch,
  endSearch,
  holdSearchedGoal,
  lockClips,
  planSearch,
  readOtherGoals,
  readSearchedGoal,
  type SearchedGoalRow,
} from './goal-search.ts';
import { defineJob, type JobContext, type JobKind } from '#/runtime/jobs/define-job.ts';
import { skip } from '#/runtime/jobs/job-outcome.ts';
import { publishFixtureChange } from '../fixture-notice.ts';
import { DOWNLOAD_CLIP, SAVE_SEARCH, SEARCH_CLIPS } from './clip-kinds.ts';
import { DEFAULT_PLAN, toOurTime, upstreamTime, type ClipWorkOptions } from './clip-options.ts';
import { recordedStep, stepDone, stepSkipped, type StepEnd } from './recorded-step.ts';
import { isAnswered, type SiteAnswer } from './search-sites.ts';
import { settleWhenReady } from './settle-when-ready.ts';
import { unpackAnswers } from './stored-search.ts';
import { toFoundClips, withinLimit } from './to-found-clips.ts';

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
        return skip('no answers wait to be saved');
      if (goal.state !== 'stable') return skip(`the goal is ${goal.state}`);
      const run = { step: 'save-search', goal } as const;
      return recordedStep(database, run, context, () =>
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
  // What the upstream says by now: it may have named another scorer while the sites were asked.
  const goal = await holdSearchedGoal(tx, id);
  const search = await readClipSearch(tx, id);
  if (goal?.state !== 'stable') return stepSkipped(`the goal is ${goal?.state ?? 'gone'}`);
  if (search === undefined || search.answers === null) return stepSkipped('another run has saved them');
  const answers = unpackAnswers(search.answers);
  const written = await writeAnswers(tx, options, goal, answers, context);
  if (isAnswered(answers)) await countSearch(tx, id);
  await deleteClipSearch(tx, id);
  await planNext(tx, options, goal, search, answers, context);
  await publishFixtureChange(tx, goal.fixtureId);
  context.signal.throwIfAborted();
  return isAnswered(answers) ? stepDone(describeWritten(written)) : stepSkipped('no site answered');
}

interface Written {
  readonly added: number;
  readonly wanted: number;
  /** The goal has enough of them. */
  readonly leftOut: number;
}

async function writeAnswers(
  tx: Transaction,
  options: ClipWorkOptions,
  goal: SearchedGoalRow,
  answers: readonly SiteAnswer[],
  { jobs }: JobContext,
): Promise<Written> {
  const found = toFoundClips(goal, await readOtherGoals(tx, goal), answers);
  const clips = withinLimit(found, await listKnownVideos(tx, goal.id));
  const { added, wanted } = await writeFoundClips(tx, goal.id, upstreamTime(options), clips);
  const byRelevance = wanted.toSorted((a, b) => b.relevance - a.relevance);
  // The most promising one of every goal comes before the second of any.
  const priorities = new Map(
    byRelevance.map(({ id, relevance }, place) => [
      id,
      Math.round(relevance * 100) + (place === 0 ? 100 : 0),
    ]),
  );
  await jobs.sendMany(
    DOWNLOAD_CLIP,
    wanted.map(({ id }) => ({ clip: id, videos: wanted.length })),
    { tx, priority: ({ clip }) => priorities.get(clip) ?? 0 },
  );
  return { added, wanted: wanted.length, leftOut: found.length - clips.length };
}

async function planNext(
  tx: Transaction,
  options: ClipWorkOptions,
  goal: SearchedGoalRow,
  { startedAt }: ClipSearchRow,
  answers: readonly SiteAnswer[],
  { jobs }: JobContext,
): Promise<void> {
  const { id, searches, searchLimit, searchUntil } = goal;
  const now = upstreamTime(options);
  const next = nextSearchAt(
    { ...DEFAULT_PLAN, ...options.search },
    {
      searches: searches + (isAnswered(answers) ? 1 : 0),
      limit: searchLimit ?? options.search.searches,
      until: searchUntil ?? startedAt,
      startedAt,
      now,
    },
  );
  if (next === null || answers.length === 0) {
    await endSearch(tx, id, now);
    await settleWhenReady(tx, jobs, id);
    return;
  }
  await planSearch(tx, id, next);
  // A key of its own: the job that began this search may not have been settled yet, and would swallow the next one.
  const key = `${id}/${next.toISOString()}`;
  await jobs.send(SEARCH_CLIPS, { goal: id }, { tx, startAfter: toOurTime(options, next), key });
}

function describeWritten({ added, wanted, leftOut }: Written): string {
  const more = leftOut > 0 ? `, ${leftOut} more left out because there are enough` : '';
  return `${added} new, ${wanted} to download${more}`;
}
