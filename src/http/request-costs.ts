/**
 * What a request counts for against the limit of its client, in plain requests: a plain one reads a row or two, the others keep a store or
 * an upstream busy. A question whose answer lies ready counts once, whoever asked it first.
 */
export const COSTS = {
  /** ClickHouse has to work an answer out. */
  question: 3,
  /** All rows of an answer, or all games of somebody. */
  export: 10,
  /** A part of a clip. Players ask for several. */
  video: 3,
  /** One call from the upstream budget that all clients share. */
  lookup: 10,
  /** A history that is collected takes hundreds of calls from the budget that all share. */
  collection: 30,
} as const;
