/** What the routes of football may do, on real stores and jobs. */
import type { Logger } from 'pino';
import type { FootballDay, FootballFixtureView, FootballIngestTaken } from '#/contract/football.ts';
import type { ClipWorkOptions } from '#/football/options.ts';
import { removeClip } from '#/football/sweep.ts';
import { runStepAgain } from '#/football/resume.ts';
import { decideGoal } from '#/football/poll.ts';
import { INGEST_FIXTURES } from '#/football/kinds.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import type { ObjectStore } from '#/runtime/objects/object-store.ts';
import { listClipSites } from '#/football/ask-sites.ts';
import { listClips } from '#/football/clip.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { findFixture, listFixturesOn } from '#/football/fixture.ts';
import { countDroppedClips, countGoalsAndClips, readCoverage } from '#/football/coverage.ts';
import { listGoalSteps } from '#/football/steps.ts';
import { findGoal, readGoalChanges, readGoals } from '#/football/goal.ts';
import type { FootballAccess } from './football-access.ts';
import { openVideo } from './football-video.ts';
import { toCoverage, toFixture, toGoal, toTimeline } from './football-view.ts';

export interface FootballAccessDeps {
  readonly database: Database;
  readonly jobs: JobSender;
  readonly objects: ObjectStore;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => Date;
  /** The time that matches are played at. Default: `now`. */
  readonly upstreamNow?: (() => Date) | undefined;
  /** False: no key and no practice world, so nothing is collected. */
  readonly isOn: boolean;
  readonly isPractice: boolean;
  readonly sites: SiteLogins;
  readonly tools: () => FootballDay['tools'] | Promise<FootballDay['tools']>;
  /** As the work for clips has it. */
  readonly search: ClipWorkOptions['search'];
}

/** The sites that are searched, as they are configured now, each with the expiry of its stored login. */
export type SiteLogins = () => Promise<
  readonly { readonly name: string; readonly loginExpiresAt: Date | null }[]
>;

export function createFootballAccess(deps: FootballAccessDeps): FootballAccess {
  const { database, jobs, search, upstreamNow = deps.now } = deps;
  return {
    today: () => upstreamNow().toISOString().slice(0, 10),
    day: (day, timeZone) => readDay(deps, day, timeZone),
    fixture: (id) => readFixture(deps, id),
    async timeline(goalId) {
      if ((await findGoal(database, goalId)) === undefined) return undefined;
      return toTimeline(goalId, await listGoalSteps(database, goalId));
    },
    runStep: (goalId, wish) => runStepAgain(deps, goalId, wish),
    decide: (goalId, decision) =>
      decideGoal({ database, jobs, upstreamNow, searchMinutes: search.minutes }, goalId, decision),
    deleteClip: (id) => removeClip(deps, id, 'deleted-by-hand'),
    video: (id, request) => openVideo(deps, id, request),
    ingest: (day) => askForIngest(deps, day),
  };
}

async function readDay(deps: FootballAccessDeps, day: string, timeZone: string): Promise<FootballDay> {
  const { database, isOn, isPractice } = deps;
  const rows = await listFixturesOn(database, day, timeZone);
  const ids = rows.map(({ id }) => id);
  const counts = await countGoalsAndClips(database, ids);
  return {
    day,
    timeZone,
    fixtures: rows.map((row) => toFixture(row, counts.get(row.id))),
    coverage: await coverageOf(database, ids),
    sites: await describeClipSites(deps.database, deps.sites),
    tools: await deps.tools(),
    isOn,
    isPractice,
  };
}

async function readFixture(
  { database, isPractice }: FootballAccessDeps,
  id: number,
): Promise<FootballFixtureView | undefined> {
  const row = await findFixture(database, id);
  if (row === undefined) return undefined;
  const goals = await readGoals(database, [id]);
  const goalIds = goals.map((goal) => goal.id);
  const changes = Map.groupBy(await readGoalChanges(database, goalIds), ({ goalId }) => goalId);
  const clips = Map.groupBy(await listClips(database, goalIds), ({ goalId }) => goalId);
  const counts = await countGoalsAndClips(database, [id]);
  return {
    fixture: toFixture(row, counts.get(id)),
    goals: goals.map((goal) => toGoal(goal, changes.get(goal.id) ?? [], clips.get(goal.id) ?? [])),
    coverage: await coverageOf(database, [id]),
    isPractice,
  };
}

async function coverageOf(database: Database, ids: readonly number[]): Promise<FootballDay['coverage']> {
  return toCoverage(await readCoverage(database, ids), await countDroppedClips(database, ids));
}

/** Those that are configured; one that was never searched is unknown, and not well. */
export async function describeClipSites(
  database: Database,
  sites: SiteLogins,
): Promise<FootballDay['sites']> {
  const known = new Map((await listClipSites(database)).map((row) => [row.name, row]));
  return (await sites()).map(({ name, loginExpiresAt }) => {
    const { state = 'unknown', detail = null } = known.get(name) ?? {};
    return { name, state, detail, loginExpiresAt: loginExpiresAt?.toISOString() ?? null };
  });
}

async function askForIngest(
  { jobs, isOn }: FootballAccessDeps,
  day: string | null,
): Promise<FootballIngestTaken | undefined> {
  if (!isOn) return undefined;
  const jobId = await jobs.send(INGEST_FIXTURES, { day });
  return { day, isNew: jobId !== null };
}
