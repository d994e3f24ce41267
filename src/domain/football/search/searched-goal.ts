/** What a search knows of a goal. */
import type { GoalKind, ScoreLine } from '../goal.ts';

export interface SearchedGoal {
  /** The side that it counts for; of an own goal, the one that did not shoot it. */
  readonly teamName: string;
  readonly otherTeamName: string;
  readonly playerName: string | null;
  readonly kind: GoalKind;
  readonly minute: number | null;
  readonly extraMinute: number | null;
  readonly scoreAfter: ScoreLine;
  /** No post about it is older by much. */
  readonly scoredAt: Date;
  /** `{fixture}_{team}_{player}_{type}_{n}` */
  readonly label: string;
}
