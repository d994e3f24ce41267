/**
 * Processes the newest answer about a fixture, once: in one transaction that holds the fixture's row, the goals are followed, what changed
 * is written down, the search for clips of every goal that became certain is sent, score and status are taken over, and the poll is marked.
 * A process that dies in between has done nothing of it.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { isKnownStatus, statusGroupOf, type FollowPace } from '#/domain/football/fixture-status.ts';
import type { FixtureReading } from '#/domain/football/fixture.ts';
import { followGoals, type FollowedPoll } from '#/domain/football/goals/follow-goals.ts';
import type { FollowRules } from '#/domain/football/goals/follow-rules.ts';
import type { FixtureParser } from '#/upstream/api-football-fixture.ts';
import type { Database, Transaction } from '#/runtime/postgres/database.ts';
import { markPollProcessed, readWaitingPoll, type StoredPoll } from './fixture-poll.ts';
import { lockFixtures, noteTrouble, saveFixtures, type FixtureRow } from './fixture.ts';
import { addGoalChanges, openSearch, readGoals, saveGoals } from './goal.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import { SEARCH_CLIPS } from './kinds.ts';
import { publishFixtureChange } from './fixture-notice.ts';
import { pollFixture } from './fixture-rules.ts';
import { keepDecisions } from './goal-decisions.ts';
import { toStorableReading } from './storable-reading.ts';

export interface ProcessPollDeps {
  readonly database: Database;
  readonly jobs: JobSender;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly parser: FixtureParser;
  readonly pace: FollowPace;
  readonly rules: Partial<FollowRules>;
  readonly searchMinutes: number;
}

/** Longer without an answer: goals that are new then were not observed live. Three times the slowest pace (FOOTBALL_POLL_SECONDS). */
const UNWATCHED_MS = 30 * 60_000;

/** False: there was nothing to process, or somebody else was first. */
export async function processPoll(deps: ProcessPollDeps, fixtureId: number): Promise<boolean> {
  return deps.database.transaction(async (tx) => {
    const [fixture] = await lockFixtures(tx, [fixtureId]);
    const poll = await readWaitingPoll(tx, fixtureId);
    if (fixture === undefined || poll === undefined) return false;
    if (fixture.phase !== 'completed') await takeOver(deps, tx, fixture, poll);
    await markPollProcessed(tx, poll);
    return true;
  });
}

async function takeOver(
  deps: ProcessPollDeps,
  tx: Transaction,
  fixture: FixtureRow,
  { body, askedAt }: StoredPoll,
): Promise<void> {
  const parsed = deps.parser.parse(body);
  if (parsed.type === 'malformed' || parsed.reading.id !== fixture.id) {
    const reason = parsed.type === 'malformed' ? parsed.reason : `the answer is about ${parsed.reading.id}`;
    if (await noteTrouble(tx, fixture.id, toStorableText(reason), askedAt))
      await publishFixtureChange(tx, fixture.id);
    return;
  }
  const reading = toStorableReading(parsed.reading);
  const followed = await follow(deps, tx, fixture, reading, askedAt);
  const row = pollFixture(fixture, reading, askedAt, deps.pace);
  await saveFixtures(tx, [row]);
  if (followed.changes.length > 0 || hasChanged(fixture, row)) await publishFixtureChange(tx, fixture.id);
  tellLog(deps.log, reading, fixture, followed);
}

async function follow(
  { jobs, rules, searchMinutes }: ProcessPollDeps,
  tx: Transaction,
  fixture: FixtureRow,
  reading: FixtureReading,
  at: Date,
): Promise<FollowedPoll> {
  const known = await readGoals(tx, [reading.id]);
  const isFinished = statusGroupOf(reading.status.code) === 'finished';
  // Without a live poll before it there is nothing to compare with, and after the end there may be no third poll.
  const isFirst = fixture.followedAt === null;
  const atOnce = { ...rules, stableAfter: 1, trustsScore: isFirst && isFinished };
  const usedRules = isFirst || isFinished ? atOnce : rules;
  const followed = keepDecisions(known, followGoals(known, reading, at, randomUUID, usedRules));
  await saveGoals(tx, reading.id, followed.goals, wasWatched(fixture, at));
  await addGoalChanges(tx, followed.changes);
  const late = new Set(known.flatMap(({ id, observedLive }) => (observedLive ? [] : [id])));
  // Posts about a goal of a match that was read after its end are too old.
  const again = goalsToSearchAgain(followed).filter((id) => !(isFinished && late.has(id)));
  await openSearch(tx, again, new Date(at.getTime() + searchMinutes * 60_000));
  const searches = [...new Set([...followed.newlyStable, ...again])].map((goal) => ({ goal }));
  if (searches.length > 0) await jobs.sendMany(SEARCH_CLIPS, searches, { tx });
  return followed;
}

/** Whether polls came often enough that a new goal was scored since the last one. */
function wasWatched({ followedAt, polledAt }: FixtureRow, at: Date): boolean {
  return followedAt !== null && at.getTime() - (polledAt ?? followedAt).getTime() <= UNWATCHED_MS;
}

/** Certain goals that people now call by another name, or that count after all. */
function goalsToSearchAgain({ goals, changes, newlyStable }: FollowedPoll): string[] {
  const isNew = new Set(newlyStable);
  const renamed = new Set(
    changes.flatMap(({ goalId, kind }) => (kind === 'scorer' || kind === 'restored' ? [goalId] : [])),
  );
  return goals.flatMap(({ id, state }) =>
    state === 'stable' && renamed.has(id) && !isNew.has(id) ? [id] : [],
  );
}

/** Whether somebody who looks would see something else. */
function hasChanged(before: FixtureRow, after: FixtureRow): boolean {
  return shownOf(before) !== shownOf(after);
}

function shownOf({ status, goals, penalties, phase, kickoffAt, trouble }: FixtureRow): string {
  return JSON.stringify([status, goals, penalties, phase, kickoffAt, trouble]);
}

function tellLog(
  log: ProcessPollDeps['log'],
  { id, status }: FixtureReading,
  before: FixtureRow,
  { newlyStable, newlyRemoved, held }: FollowedPoll,
): void {
  if (newlyStable.length + newlyRemoved.length > 0)
    log.info({ fixture: id, newlyStable, newlyRemoved }, 'goals became certain or were taken back');
  if (held.length > 0) log.info({ fixture: id, held }, 'rows that look like known goals are not counted');
  if (status.code !== before.status.code && !isKnownStatus(status.code))
    log.warn({ fixture: id, status: status.code }, 'a status that nobody knows is taken for "in play"');
}
