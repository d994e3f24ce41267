/** How often something has to be seen, or not seen, before it is believed. Counted in polls that tell something. */
export interface FollowRules {
  /** Sightings that make a goal stable. */
  readonly stableAfter: number;
  /** The same of one that the score does not count: rows can come before the score, but phantoms come without it. */
  readonly stableAheadOfScoreAfter: number;
  /** Misses in a row that remove a goal. */
  readonly removedAfter: number;
  /** The same when others are missed with it: referees take back one goal at a time, broken answers take back all. */
  readonly removedTogetherAfter: number;
  /** Goals that only the score counts are stable at once: about a match that is over, there may be no second answer. */
  readonly trustsScore: boolean;
}

export const DEFAULT_FOLLOW_RULES: FollowRules = {
  stableAfter: 3,
  stableAheadOfScoreAfter: 6,
  removedAfter: 3,
  removedTogetherAfter: 6,
  trustsScore: false,
};
