/**
 * Which boards a question is about. A field that is left out does not restrict, except for two defaults that the answer names: the newest
 * patch, and ranked matches.
 */

/** Both ends included; one may be missing, not both. */
export interface Range {
  readonly min?: number;
  readonly max?: number;
}

export interface Filter {
  /** Names of partitions (`17.4b`, `unknown`). Empty: the newest patch that has games. */
  readonly patches: readonly string[];
  /** A second patch, told beside the first: every row then has both. Needs exactly one in `patches`. */
  readonly comparedPatch?: string;
  /** Platforms (`euw1`) and regions (`europe`), either. Empty: everywhere. */
  readonly places: readonly string[];
  /** Empty: every queue. */
  readonly queues: readonly number[];
  /** Of the player; `unknown` is one of them. Empty: all players. */
  readonly tiers: readonly string[];
  /** League points from Master on. */
  readonly lp?: LpFilter;
  /** Which rank of the player `tiers`, `lp` and the breakdowns by them use. Default: `nearest`. */
  readonly rank?: RankMode;
  /** Time of the game's end, in ms, held to whole hours: `from` included, `until` not. */
  readonly time?: { readonly from?: number; readonly until?: number };
  readonly level?: Range;
  /** The place that the board ended at, 1 to 8 (column `place`). For the boards behind one bar of the histogram. */
  readonly placement?: Range;
  readonly where?: Condition;
}

/**
 * `nearest`: the last known rank at or before the start of the match, otherwise the first one after it, however far away.
 * `strict`: the rank as of the match (`match-rank.ts`). A board without one counts as unknown rank.
 */
export const RANK_MODES = ['nearest', 'strict'] as const;
export type RankMode = (typeof RANK_MODES)[number];

/** With a limit, players of unknown rank are left out unless `unknown` says otherwise. `only`: no other players. */
export interface LpFilter extends Range {
  readonly unknown?: 'include' | 'only';
}

/** On one board. `all`, `any` and `none` hold conditions; an empty group cannot be asked. */
export type Condition = ConditionGroup | LeafCondition;

export type ConditionGroup =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly none: readonly Condition[] };

export type LeafCondition =
  /**
   * A unit that fulfils all that is said of it. `items` counts what it holds. `has` names an item as often as the unit must hold it
   * (`[a, a, b]` is a build with two of a), `lacks` each once. `copies` counts the units on the board that fulfil the rest; without it
   * there is at least one, with `copies: { max: 2 }` there may be none.
   */
  | {
      readonly unit: string;
      readonly stars?: Range;
      readonly items?: Range;
      readonly has?: readonly string[];
      readonly lacks?: readonly string[];
      readonly copies?: Range;
    }
  /** On any unit; `copies` counts it over the whole board, as it does units: none is enough for `{ max: 2 }`. */
  | { readonly item: string; readonly copies?: Range }
  /** Active, at a tier from `tier.min` to `tier.max`. An inactive trait has no tier: `{ max: 2 }` still wants it active. */
  | { readonly trait: string; readonly tier?: Range }
  | { readonly count: CountedThing; readonly is: Range }
  | { readonly composition: CompositionId };

/** Main trait and carry, see `composition.ts`; either is empty when a board has none. */
export interface CompositionId {
  readonly trait: string;
  readonly carry: string;
}

export const COUNTED_THINGS = [
  'units',
  'one-costs',
  'two-costs',
  'three-costs',
  'four-costs',
  'five-costs',
  'three-stars',
  'emblems',
  'artifacts',
  'radiants',
] as const;
export type CountedThing = (typeof COUNTED_THINGS)[number];

/** Above what a person reads, and below what costs the server much. */
export const QUESTION_LIMITS = {
  conditions: 40,
  depth: 6,
  listLength: 40,
  idLength: 100,
  pageSize: 500,
  /** Over all pages: what lies further down is found by another order or a narrower filter. */
  rows: 10_000,
  textLength: 3_500,
} as const;
