/** A fixture as one good answer of the upstream tells it, in our words. What cannot be told from the answer is null. */

export type Side = 'home' | 'away';

interface Team {
  readonly id: number;
  readonly name: string;
}

interface FixtureStatus {
  /** The upstream's short code in capitals: NS, 1H, HT, FT, … Codes that nobody knows are kept. */
  readonly code: string;
  readonly minute: number | null;
  readonly extraMinute: number | null;
}

/** Null: not begun, or not told. */
export interface Score {
  readonly home: number | null;
  readonly away: number | null;
}

export interface MatchEvent {
  readonly minute: number;
  readonly extraMinute: number | null;
  readonly teamId: number | null;
  readonly player: { readonly id: number | null; readonly name: string | null };
  readonly assist: { readonly id: number | null; readonly name: string | null };
  /** As the upstream writes them: Goal, Card, subst, Var; Normal Goal, Own Goal, Penalty, Missed Penalty, … */
  readonly type: string;
  readonly detail: string;
  readonly comments: string | null;
}

export interface FixtureReading {
  readonly id: number;
  readonly league: {
    readonly id: number;
    readonly name: string;
    readonly country: string;
    readonly season: number | null;
    readonly round: string;
  };
  readonly home: Team;
  readonly away: Team;
  readonly kickoffAt: Date;
  readonly status: FixtureStatus;
  /** Without the shoot-out. */
  readonly goals: Score;
  readonly penalties: Score;
  /** Null: this kind of answer carries none (a list by date). An empty list is an answer that says "nothing happened". */
  readonly events: readonly MatchEvent[] | null;
}
