/**
 * A question to the explorer: which boards (`filter.ts`), grouped how (`breakdowns.ts`), in which order. It is asked over HTTP as JSON,
 * is in an address as text (`question-text.ts`), is described in a sentence (`question-words.ts`) and becomes SQL (`src/analytics/tft`).
 */
import type { BreakdownId } from './breakdowns.ts';
import type { Filter } from './filter.ts';

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
  readonly by: BreakdownId;
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

const RANKED_QUEUE = 1100;

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
