/**
 * Processes the newest answer about a fixture exactly once. One transaction holds the fixture's row, follows the goals, records changes, sends the
 * search for clips of every goal that became stable, updates score and status, and marks the poll. Decisions by hand win over the upstream.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { type FollowPace, isKnownStatus, statusGroupOf } from '#/domain/football/fixture-status.ts';
import type { FixtureReading, MatchEvent } from '#/domain/football/fixture.ts';
import type { FollowedGoal, GoalChange, GoalDecision, GoalState } from '#/domain/football/goal.ts';
import { type FollowedPoll, followGoals } from '#/domain/football/goals/follow-goals.ts';
import type { FollowRules } from '#/domain/football/goals/follow-rules.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import type { Database, Transaction } from '#/runtime/postgres/database.ts';
import type { FixtureParser } from '#/upstream/api-football-fixture.ts';
import { pollFixture } from './fixture-rules.ts';
import {
  type FixtureRow,
  lockFixtures,
  markPollProcessed,
  noteTrouble,
  publishFixtureChange,
  readWaitingPoll,
  saveFixtures,
  type StoredPoll,
} from './fixture.ts';
import {
  addGoalChanges,
  findGoal,
  type GoalRow,
  openSearch,
  readGoals,
  saveGoals,
  writeDecision,
} from './goal.ts';
import { SEARCH_CLIPS } from './kinds.ts';

export interface ProcessPollDeps {
  readonly database: Database;
  readonly jobs: JobSender;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly parser: FixtureParser;
  readonly pace: FollowPace;
  readonly rules: Partial<FollowRules>;
  readonly searchMinutes: number;
}

/** New goals after a longer gap between answers were not observed live. Three times the slowest pace (FOOTBALL_POLL_SECONDS). */
const UNWATCHED_MS = 30 * 60_000;

/** Returns false if there is no unprocessed answer. */
export async function processPoll(deps: ProcessPollDeps, fixtureId: number): Promise<boolean> {
  return deps.database.transaction(async (tx) => {
    const [fixture] = await lockFixtures(tx, [fixtureId]);
    const poll = await readWaitingPoll(tx, fixtureId);
    if (fixture === undefined || poll === undefined) return false;
    if (fixture.phase !== 'completed') await apply(deps, tx, fixture, poll);
    await markPollProcessed(tx, poll);
    return true;
  });
}

async function apply(
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
  logChanges(deps.log, reading, fixture, followed);
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
  // The first poll has nothing to compare with, and after the end there may be no third poll.
  const isFirst = fixture.followedAt === null;
  const atOnce = { ...rules, stableAfter: 1, trustsScore: isFirst && isFinished };
  const usedRules = isFirst || isFinished ? atOnce : rules;
  const followed = keepDecisions(known, followGoals(known, reading, at, randomUUID, usedRules));
  await saveGoals(tx, reading.id, followed.goals, wasWatched(fixture, at));
  await addGoalChanges(tx, followed.changes);
  const late = new Set(known.flatMap(({ id, observedLive }) => (observedLive ? [] : [id])));
  // Posts about goals that were read after the end of the match are too old.
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

/** Stable goals with another scorer, or that were restored. */
function goalsToSearchAgain({ goals, changes, newlyStable }: FollowedPoll): string[] {
  const isNew = new Set(newlyStable);
  const renamed = new Set(
    changes.flatMap(({ goalId, kind }) => (kind === 'scorer' || kind === 'restored' ? [goalId] : [])),
  );
  return goals.flatMap(({ id, state }) =>
    state === 'stable' && renamed.has(id) && !isNew.has(id) ? [id] : [],
  );
}

/** Whether the page shows something else. */
function hasChanged(before: FixtureRow, after: FixtureRow): boolean {
  return shownOf(before) !== shownOf(after);
}

function shownOf({ status, goals, penalties, phase, kickoffAt, trouble }: FixtureRow): string {
  return JSON.stringify([status, goals, penalties, phase, kickoffAt, trouble]);
}

function logChanges(
  log: ProcessPollDeps['log'],
  { id, status }: FixtureReading,
  before: FixtureRow,
  { newlyStable, newlyRemoved, held }: FollowedPoll,
): void {
  if (newlyStable.length + newlyRemoved.length > 0)
    log.info({ fixture: id, newlyStable, newlyRemoved }, 'goals became stable or were removed');
  if (held.length > 0) log.info({ fixture: id, held }, 'rows similar to known goals are held back');
  if (status.code !== before.status.code && !isKnownStatus(status.code))
    log.warn({ fixture: id, status: status.code }, 'unknown status is treated as in play');
}

/** Changes of whether a goal counts. */
const OF_STATE: ReadonlySet<GoalChange['kind']> = new Set(['stable', 'removed', 'restored']);

/**
 * Decisions by hand win over the upstream: a hidden goal is not restored by being seen again, a restored one is not removed by being missed. All other
 * fields follow the poll.
 */
export function keepDecisions(known: readonly GoalRow[], followed: FollowedPoll): FollowedPoll {
  const decided = new Map(known.flatMap((goal) => (goal.byHand === null ? [] : [[goal.id, goal] as const])));
  if (decided.size === 0) return followed;
  const isFree = (id: string): boolean => !decided.has(id);
  return {
    ...followed,
    goals: followed.goals.map((goal) => {
      const before = decided.get(goal.id);
      return before?.byHand ? keepDecision(goal, before, before.byHand) : goal;
    }),
    changes: followed.changes.filter(({ goalId, kind }) => isFree(goalId) || !OF_STATE.has(kind)),
    newlyStable: followed.newlyStable.filter(isFree),
    newlyRemoved: followed.newlyRemoved.filter(isFree),
  };
}

function keepDecision(goal: FollowedGoal, before: GoalRow, decision: GoalDecision): FollowedGoal {
  const { removedAt, restoredAt } = before;
  if (decision === 'hidden') return { ...goal, state: 'removed', removedAt, restoredAt };
  return { ...goal, state: 'stable', stableAt: goal.stableAt ?? before.stableAt, removedAt, restoredAt };
}

export interface DecideGoalDeps {
  readonly database: Database;
  readonly jobs: JobSender;
  /** By the upstream's clock. */
  readonly upstreamNow: () => Date;
  readonly searchMinutes: number;
}

const BY_HAND = 'by hand';

/** Returns false if the goal does not exist. */
export async function decideGoal(
  { database, jobs, upstreamNow, searchMinutes }: DecideGoalDeps,
  id: string,
  decision: 'hide' | 'restore',
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const found = await findGoal(tx, id);
    if (found === undefined) return false;
    await lockFixtures(tx, [found.fixtureId]);
    const goal = (await findGoal(tx, id)) ?? found;
    const { state, byHand } = afterDecision(goal, decision);
    if (state === goal.state && byHand === goal.byHand) return true;
    const at = upstreamNow();
    await writeDecision(tx, id, { state, byHand, at });
    if (state !== goal.state) {
      const kind = state === 'removed' ? 'removed' : 'restored';
      await addGoalChanges(tx, [{ goalId: id, at, kind, before: null, after: BY_HAND }]);
      if (state === 'stable') {
        await openSearch(tx, [id], new Date(at.getTime() + searchMinutes * 60_000));
        await jobs.send(SEARCH_CLIPS, { goal: id }, { tx });
      }
    }
    await publishFixtureChange(tx, goal.fixtureId);
    return true;
  });
}

function afterDecision(
  goal: GoalRow,
  decision: 'hide' | 'restore',
): { readonly state: GoalState; readonly byHand: GoalDecision | null } {
  if (decision === 'hide') return { state: 'removed', byHand: 'hidden' };
  if (goal.state !== 'removed') return goal;
  // If the upstream still reports the goal, follow the upstream again; otherwise keep it restored by hand.
  if (goal.byHand === 'hidden' && goal.misses === 0)
    return { state: goal.stableAt === null ? 'detected' : 'stable', byHand: null };
  return { state: 'stable', byHand: 'restored' };
}

const LONGEST_NAME = 200;
const LARGEST_ID = 2_147_483_647;

/** Removes what PostgreSQL cannot store (NUL, lone surrogates, long texts, ids beyond its integers) from an answer of the upstream. */
export function toStorableReading(reading: FixtureReading): FixtureReading {
  const { league, home, away, status } = reading;
  return {
    ...reading,
    league: {
      ...league,
      name: clean(league.name),
      country: clean(league.country),
      round: clean(league.round),
    },
    home: { ...home, name: clean(home.name) },
    away: { ...away, name: clean(away.name) },
    status: { ...status, code: clean(status.code) },
    events: reading.events?.map(toStorableEvent) ?? null,
  };
}

function toStorableEvent(event: MatchEvent): MatchEvent {
  return { ...event, player: toStorablePerson(event.player), assist: toStorablePerson(event.assist) };
}

function toStorablePerson({ id, name }: MatchEvent['player']): MatchEvent['player'] {
  const isStorable = id !== null && Math.abs(id) <= LARGEST_ID;
  return { id: isStorable ? id : null, name: name === null ? null : clean(name) };
}

function clean(text: string): string {
  return toStorableText(text.slice(0, LONGEST_NAME));
}
