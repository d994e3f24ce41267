/**
 * Searches the sites for videos of one goal, again and again while its window is open. What is found becomes rows, each with the reason if it
 * is not worth a download, and the downloads of the others are sent in the same transaction.
 *
 * A search that no site answered is no search: it does not count, and is tried again soon. An expired login is told as such, and nobody
 * concludes from it that there were no clips.
 */
import { Type } from 'typebox';
import { clipQueryText } from '#/domain/football/search/clip-query.ts';
import { nextSearchAt } from '#/domain/football/search/search-plan.ts';
import type { ClipQuery } from '#/sources/clip-sites/clip-site.ts';
import type { Transaction } from '#/stores/postgres/database.ts';
import { listKnownVideos, writeFoundClips } from '#/stores/postgres/found-clip.ts';
import {
  beginSearch,
  countSearch,
  endSearch,
  holdSearchedGoal,
  lockClips,
  readSearchedGoal,
  type SearchedGoalRow,
} from '#/stores/postgres/goal-search.ts';
import { countFailuresInARow } from '#/stores/postgres/goal-step.ts';
import { defineJob, type JobContext, type JobKind } from '../../define-job.ts';
import { retryAt, skip } from '../../job-outcome.ts';
import { publishFixtureChange } from '../matches/fixture-notice.ts';
import { DOWNLOAD_CLIP, SEARCH_CLIPS } from './clip-kinds.ts';
import { DEFAULT_PLAN, upstreamTime, type ClipWorkOptions } from './clip-options.ts';
import { recordedStep, stepDone, stepFailed, stepSkipped, type StepEnd } from './recorded-step.ts';
import { askSites, describeAnswers, noteSites, type SiteAnswer } from './search-sites.ts';
import { settleWhenReady } from './settle-when-ready.ts';
import { toFoundClips, withinLimit } from './to-found-clips.ts';

/** A goal is posted before the upstream tells of it. */
const HEAD_START_MS = 10 * 60_000;
/** Clocks differ. */
const CLOCK_SLACK_MS = 5 * 60_000;

export function createSearchClips(options: ClipWorkOptions): JobKind<{ goal: string }> {
  const { database, search } = options;
  return defineJob({
    kind: SEARCH_CLIPS,
    payload: Type.Object({ goal: Type.String({ format: 'uuid' }) }),
    key: ({ goal }) => goal,
    onePerKey: true,
    retry: { limit: 2, firstDelaySeconds: 10, maxDelaySeconds: 10 },
    timeoutSeconds: 150,
    concurrency: 4,
    async handle({ goal: id }, context) {
      const goal = await readSearchedGoal(database, id);
      if (goal === undefined) return skip('there is no such goal');
      if (goal.state !== 'stable') return skip(`the goal is ${goal.state}`);
      const until = new Date(upstreamTime(options).getTime() + search.minutes * 60_000);
      const window = await beginSearch(database, id, { searches: search.searches, until });
      if (window === undefined) return skip('its search is over');
      const failures = await countFailuresInARow(database, id, 'search');
      const { tries } = { ...DEFAULT_PLAN, ...search };
      const run = { step: 'search', goal, attempt: (failures % tries) + 1 } as const;
      return recordedStep(database, run, context, () => searchOnce(options, goal, failures, context));
    },
  });
}

async function searchOnce(
  options: ClipWorkOptions,
  goal: SearchedGoalRow,
  failures: number,
  context: JobContext,
): Promise<StepEnd> {
  const startedAt = upstreamTime(options);
  const sites = options.sites();
  const query: ClipQuery = {
    text: clipQueryText(goal),
    since: new Date(goal.scoredAt.getTime() - HEAD_START_MS),
    until: new Date(startedAt.getTime() + CLOCK_SLACK_MS),
  };
  const answers = await askSites(sites, query, context);
  context.signal.throwIfAborted();
  return options.database.transaction(async (tx) => {
    await lockClips(tx, goal.id);
    await noteSites(tx, answers);
    // What the upstream says by now: it may have named another scorer while the sites were asked.
    const current = (await holdSearchedGoal(tx, goal.id)) ?? goal;
    if (current.state !== 'stable') return stepSkipped(`the goal is ${current.state}`);
    const written = await writeAnswers(tx, options, current, answers, context);
    const isAnswered = answers.some(({ outcome }) => outcome.outcome === 'ok');
    if (isAnswered) await countSearch(tx, goal.id);
    const next = nextOf(options, current, { answers, isAnswered, failures, startedAt });
    if (next === null) {
      await endSearch(tx, goal.id, upstreamTime(options));
      await settleWhenReady(tx, context.jobs, goal.id);
    }
    await publishFixtureChange(tx, goal.fixtureId);
    return describeEnd(options, { query, answers, isAnswered, written, next });
  });
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
  const found = toFoundClips(goal, answers);
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
    wanted.map(({ id }) => ({ clip: id })),
    { tx, priority: ({ clip }) => priorities.get(clip) ?? 0 },
  );
  return { added, wanted: wanted.length, leftOut: found.length - clips.length };
}

/** By the upstream's clock. */
function nextOf(
  options: ClipWorkOptions,
  goal: SearchedGoalRow,
  search: {
    readonly answers: readonly SiteAnswer[];
    readonly isAnswered: boolean;
    readonly failures: number;
    readonly startedAt: Date;
  },
): Date | null {
  const { answers, isAnswered, failures, startedAt } = search;
  if (answers.length === 0) return null;
  // An expired login will not have come back in ten seconds.
  const isWorthRetrying = !isAnswered && answers.some(({ outcome }) => outcome.outcome === 'unreachable');
  return nextSearchAt(
    { ...DEFAULT_PLAN, ...options.search },
    {
      searches: goal.searches + (isAnswered ? 1 : 0),
      limit: goal.searchLimit ?? options.search.searches,
      until: goal.searchUntil ?? startedAt,
      startedAt,
      now: upstreamTime(options),
      failures: isWorthRetrying ? failures + 1 : 0,
    },
  );
}

function describeEnd(
  options: ClipWorkOptions,
  end: {
    readonly query: ClipQuery;
    readonly answers: readonly SiteAnswer[];
    readonly isAnswered: boolean;
    readonly written: Written;
    readonly next: Date | null;
  },
): StepEnd {
  const { answers, isAnswered, written, next, query } = end;
  if (answers.length === 0) return stepSkipped('no site is configured (CLIP_SITES_FILE)');
  const told = describeAnswers(answers);
  const words = isAnswered ? `${query.text}: ${told}; ${describeWritten(written)}` : told;
  const job = next === null ? undefined : retryAt(toOurTime(options, next), 'the next search');
  return isAnswered ? stepDone(words, job) : stepFailed(words, job);
}

function describeWritten({ added, wanted, leftOut }: Written): string {
  const more = leftOut > 0 ? `, ${leftOut} more left out because there are enough` : '';
  return `${added} new, ${wanted} to download${more}`;
}

function toOurTime(options: ClipWorkOptions, at: Date): Date {
  const { now, upstreamPace } = options;
  const waitMs = (at.getTime() - upstreamTime(options).getTime()) / (upstreamPace?.() ?? 1);
  return new Date(now().getTime() + Math.max(waitMs, 0));
}
