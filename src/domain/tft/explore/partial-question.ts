/** A question as it is asked: everything may be left out. What is missing gets its default here; what needs data is in `question-check.ts`. */
import type { Filter } from './filter.ts';
import { DEFAULT_QUESTION, type Question, type Sort } from './question.ts';

export interface PartialQuestion {
  readonly filter?: Partial<Filter>;
  readonly by?: Question['by'];
  readonly of?: string;
  readonly sort?: Sort;
  readonly order?: Question['order'];
  readonly minN?: number;
  readonly page?: number;
  readonly pageSize?: number;
}

/** What is wrong, where (`filter.where.all[1].unit`, or the parameter of an address), and what would be right. */
export interface QuestionFault {
  readonly where: string;
  readonly value: string;
  readonly expected: string;
}

/** Best first: low places, but high counts and rates. */
export function naturalOrder(sort: Sort): Question['order'] {
  return /^(?:n$|top4|win)/.test(sort) ? 'desc' : 'asc';
}

export function completeQuestion(partial: PartialQuestion): Question {
  const sort = partial.sort ?? DEFAULT_QUESTION.sort;
  return {
    ...DEFAULT_QUESTION,
    order: naturalOrder(sort),
    ...partial,
    filter: { ...DEFAULT_QUESTION.filter, ...partial.filter },
  };
}
