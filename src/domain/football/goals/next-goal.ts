/**
 * A goal after one more poll, and the words for what changed. What the upstream leaves out (a name, an assist) does not undo what it
 * told before; what it tells differently does.
 *
 *   (from the score alone: suspected, with no sighting yet) ──► detected ──► stable ◄──► removed
 *                                                                   └──────────────────────┘
 */
import type { FixtureReading, Side } from '../fixture.ts';
import type { FollowedGoal, GoalChange, GoalChangeKind } from '../goal.ts';
import type { GoalRow } from './goal-row.ts';
import { scorerOf } from './likeness.ts';
import { tellMinute } from './match-minute.ts';
import { personDistance, type Person } from './same-person.ts';

export interface Place {
  readonly reading: FixtureReading;
  readonly side: Side;
  readonly at: Date;
}

/** More would only be a sign that nobody knows. */
const MOST_FORMER = 3;
const NO_SCORE = { home: 0, away: 0 };

/** A goal that nobody knew. Score lines and label are set when its place among the others is known. */
export function beginGoal(id: string, row: GoalRow | null, { reading, side, at }: Place): FollowedGoal {
  return {
    id,
    side,
    teamId: reading[side].id,
    teamName: reading[side].name,
    playerId: row?.player.id ?? null,
    playerName: row?.player.name ?? null,
    formerScorers: [],
    assistId: row?.assist.id ?? null,
    assistName: row?.assist.name ?? null,
    kind: row?.kind ?? 'from-score',
    minute: row?.minute ?? null,
    extraMinute: row?.extraMinute ?? null,
    state: 'detected',
    sightings: row === null ? 0 : 1,
    misses: 0,
    scoreBefore: NO_SCORE,
    scoreAfter: NO_SCORE,
    label: '',
    firstSeenAt: at,
    lastSeenAt: at,
    stableAt: null,
    removedAt: null,
    restoredAt: null,
  };
}

/** Seen: by a row, or by the score alone. */
export function seeGoal(goal: FollowedGoal, row: GoalRow | null, { reading, side, at }: Place): FollowedGoal {
  const told = row === null ? goal : { ...goal, ...tell(goal, row) };
  const isBack = goal.state === 'removed';
  return {
    ...told,
    side,
    teamId: reading[side].id,
    teamName: reading[side].name,
    state: isBack ? (goal.stableAt === null ? 'detected' : 'stable') : goal.state,
    // In a row: what comes and goes begins anew.
    sightings: goal.stableAt !== null ? goal.sightings : goal.misses > 0 ? 1 : goal.sightings + 1,
    misses: 0,
    lastSeenAt: at,
    removedAt: null,
    restoredAt: isBack ? at : goal.restoredAt,
  };
}

/** A suspicion that the next poll does not share is given up at once. */
export function missGoal(goal: FollowedGoal, removedAfter: number, at: Date): FollowedGoal {
  const misses = goal.misses + 1;
  const isGone = goal.sightings === 0 || misses >= removedAfter;
  return { ...goal, misses, ...(isGone ? { state: 'removed', removedAt: at } : {}) };
}

type Story = Pick<
  FollowedGoal,
  'playerId' | 'playerName' | 'formerScorers' | 'assistId' | 'assistName' | 'kind' | 'minute' | 'extraMinute'
>;

function tell(goal: FollowedGoal, row: GoalRow): Story {
  const player = merge(scorerOf(goal), row.player);
  const isOtherScorer = personDistance(scorerOf(goal), row.player) > 0;
  const assist = isOtherScorer ? row.assist : merge({ id: goal.assistId, name: goal.assistName }, row.assist);
  return {
    playerId: player.id,
    playerName: player.name,
    formerScorers: isOtherScorer ? formerly(goal, row.player) : goal.formerScorers,
    assistId: assist.id,
    assistName: assist.name,
    kind: row.kind,
    minute: row.minute,
    extraMinute: row.extraMinute,
  };
}

/** The one who was named until now comes last; whoever is named again stands there no more. */
function formerly(goal: FollowedGoal, now: Person): readonly Person[] {
  const others = goal.formerScorers.filter((one) => personDistance(one, now) >= 0);
  return [...others, scorerOf(goal)].slice(-MOST_FORMER);
}

function merge(known: Person, told: Person): Person {
  if (personDistance(known, told) > 0) return told;
  return { id: told.id ?? known.id, name: told.name ?? known.name };
}

/** From what was known to what is: undefined is a goal that was not known. A suspicion is nobody's news. */
export function changesOf(before: FollowedGoal | undefined, after: FollowedGoal, at: Date): GoalChange[] {
  const change = (kind: GoalChangeKind, from: string | null, to: string | null): GoalChange => ({
    goalId: after.id,
    at,
    kind,
    before: from,
    after: to,
  });
  if (after.sightings === 0) return [];
  if (before === undefined || before.sightings === 0) {
    const detected = change('detected', null, tellGoal(after));
    return after.state === 'stable' ? [detected, change('stable', null, tellGoal(after))] : [detected];
  }
  const stories: [GoalChangeKind, string | null, string | null][] = [
    ['side', before.teamName, after.teamName],
    ['scorer', ...scorers(before, after)],
    ['assist', ...assists(before, after)],
    ['minute', minuteOf(before), minuteOf(after)],
    ['kind', before.kind, after.kind],
  ];
  const changes = stories.filter(([, from, to]) => from !== to).map((story) => change(...story));
  if (before.state === 'removed' && after.state !== 'removed')
    changes.unshift(change('restored', null, tellGoal(after)));
  if (before.stableAt === null && after.stableAt !== null)
    changes.push(change('stable', null, tellGoal(after)));
  if (before.state !== 'removed' && after.state === 'removed')
    changes.push(change('removed', tellGoal(after), null));
  return changes;
}

/** The same words on both sides where nobody else is meant: "M. Salah" and "Mohamed Salah" are no correction. */
function scorers(before: FollowedGoal, after: FollowedGoal): [string | null, string | null] {
  const [from, to] = [scorerOf(before), scorerOf(after)];
  return personDistance(from, to) < 0 ? [null, null] : [tellPerson(from), tellPerson(to)];
}

function assists(before: FollowedGoal, after: FollowedGoal): [string | null, string | null] {
  const from = { id: before.assistId, name: before.assistName };
  const to = { id: after.assistId, name: after.assistName };
  return personDistance(from, to) < 0 ? [null, null] : [tellPerson(from), tellPerson(to)];
}

function tellPerson({ id, name }: Person): string | null {
  return name ?? (id === null ? null : `player ${id}`);
}

function minuteOf({ minute, extraMinute }: FollowedGoal): string | null {
  return minute === null ? null : tellMinute({ minute, extraMinute });
}

function tellGoal(goal: FollowedGoal): string {
  const who = tellPerson(scorerOf(goal)) ?? 'an unknown player';
  const minute = minuteOf(goal);
  return `${who} for ${goal.teamName}${minute === null ? '' : `, ${minute}'`}`;
}
