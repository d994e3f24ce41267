/** A goal that is followed from poll to poll. Its id is ours and never changes; everything else is what the upstream says of it by now. */
import type { Side } from './fixture.ts';

export const GOAL_STATES = ['detected', 'stable', 'removed'] as const;
export type GoalState = (typeof GOAL_STATES)[number];

/** `from-score`: no event tells of it, only the score does. */
export const GOAL_KINDS = ['normal', 'penalty', 'own', 'from-score'] as const;
export type GoalKind = (typeof GOAL_KINDS)[number];

/** What the admin decided about a goal; answers of the upstream do not undo it. */
export const GOAL_DECISIONS = ['hidden', 'restored'] as const;
export type GoalDecision = (typeof GOAL_DECISIONS)[number];

export interface ScoreLine {
  readonly home: number;
  readonly away: number;
}

/** Half of the goals come without the number of a player, and a fifth without a name. */
export interface Scorer {
  readonly id: number | null;
  readonly name: string | null;
}

export interface FollowedGoal {
  readonly id: string;
  /** The side that it counts for; of an own goal, the one that did not shoot it. */
  readonly side: Side;
  readonly teamId: number;
  readonly teamName: string;
  readonly playerId: number | null;
  readonly playerName: string | null;
  /** Whom it was ascribed to before, last of all the one before: corrections are taken back. */
  readonly formerScorers: readonly Scorer[];
  readonly assistId: number | null;
  readonly assistName: string | null;
  readonly kind: GoalKind;
  readonly minute: number | null;
  readonly extraMinute: number | null;
  readonly state: GoalState;
  readonly sightings: number;
  readonly misses: number;
  readonly scoreBefore: ScoreLine;
  readonly scoreAfter: ScoreLine;
  readonly label: string;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly stableAt: Date | null;
  readonly removedAt: Date | null;
  readonly restoredAt: Date | null;
}

export const GOAL_CHANGES = [
  'detected',
  'stable',
  'scorer',
  'assist',
  'minute',
  'kind',
  'side',
  'score',
  'removed',
  'restored',
] as const;
export type GoalChangeKind = (typeof GOAL_CHANGES)[number];

/** Words for people on both sides of the change: names, minutes ("45+3"), score lines ("2-1"). */
export interface GoalChange {
  readonly goalId: string;
  readonly at: Date;
  readonly kind: GoalChangeKind;
  readonly before: string | null;
  readonly after: string | null;
}
