/**
 * A question to the explorer: which boards (`Filter`), grouped how (`by`), in which order. The same question is asked over HTTP as JSON,
 * stands in an address as text (`question-text.ts`), is said in a sentence (`question-words.ts`) and becomes SQL (`src/analytics/tft`).
 *
 * What is left out of a filter does not restrict, but for two defaults that the answer names: the newest patch, and ranked games.
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

/** With a limit, players of unknown rank are left out unless `unknown` says otherwise. `only`: nobody but them. */
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

/** Of boards. */
export const BOARD_BREAKDOWNS = [
  'total',
  'unit',
  'item',
  'trait',
  'level',
  'placement',
  'platform',
  'region',
  'tier',
  'lp',
  'day',
  'patch',
  'composition',
] as const;
/** Of the copies of one unit (`of`): what is counted are units, not boards. */
export const UNIT_BREAKDOWNS = [
  'unit-item',
  'unit-build-2',
  'unit-build-3',
  'unit-stars',
  'unit-items',
] as const;
/** Of the units that hold one item (`of`). */
export const ITEM_BREAKDOWNS = ['item-holder'] as const;
export const BREAKDOWNS = [...BOARD_BREAKDOWNS, ...UNIT_BREAKDOWNS, ...ITEM_BREAKDOWNS] as const;
export type Breakdown = (typeof BREAKDOWNS)[number];

export const SORTS = [
  'shrunk',
  'n',
  'average',
  'average-low',
  'average-high',
  'top4',
  'top4-low',
  'win',
  'win-low',
  'difference',
  'difference-low',
  'difference-high',
  'change',
  'key',
] as const;
export type Sort = (typeof SORTS)[number];

export interface Question {
  readonly filter: Filter;
  readonly by: Breakdown;
  /** The unit or item that some breakdowns are about. */
  readonly of?: string;
  readonly sort: Sort;
  readonly order: 'asc' | 'desc';
  /** Rows with fewer are left out (and counted). */
  readonly minN: number;
  /** From 0. */
  readonly page: number;
  readonly pageSize: number;
}

/**
 * What a row is about, in ids: `unit`, `item`, `trait` + `tier`, `items` of a build, `stars`, `count`, `level`, `place`, `platform`, `region`,
 * `rank` (a tier), `lpFrom` (the lower end of a band of 100 LP; null is unknown), `day`, `patch`, `composition`.
 */
export type RowSubject =
  | { readonly kind: 'total' }
  | { readonly kind: 'unit'; readonly unit: string }
  | { readonly kind: 'item'; readonly item: string }
  | { readonly kind: 'trait'; readonly trait: string; readonly tier: number }
  | { readonly kind: 'build'; readonly items: readonly string[] }
  | { readonly kind: 'stars'; readonly stars: number }
  | { readonly kind: 'item-count'; readonly count: number }
  | { readonly kind: 'level'; readonly level: number }
  | { readonly kind: 'placement'; readonly placement: number }
  | { readonly kind: 'platform'; readonly platform: string }
  | { readonly kind: 'region'; readonly region: string }
  | { readonly kind: 'tier'; readonly tier: string }
  | { readonly kind: 'lp'; readonly from: number | null }
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'patch'; readonly patch: string }
  | {
      readonly kind: 'composition';
      readonly members: readonly CompositionId[];
      readonly units: readonly string[];
    };

export const RANKED_QUEUE = 1100;

/** What the explorer shows before anything is chosen. */
export const DEFAULT_QUESTION: Question = {
  filter: { patches: [], places: [], queues: [RANKED_QUEUE], tiers: [] },
  by: 'unit',
  sort: 'shrunk',
  order: 'asc',
  minN: 0,
  page: 0,
  pageSize: 100,
};

/** More than anybody can read, and less than can hurt. */
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
