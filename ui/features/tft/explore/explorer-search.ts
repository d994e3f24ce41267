/**
 * The address of the explorer is its question: what stands behind the `?` is what the API is asked, in the same grammar, and one key more
 * for the drawer with the games behind a row. Nothing else is state that a link would have to carry.
 *
 * Text that cannot be read is kept as it is, so that the page can say what is wrong with it.
 */
import { completeQuestion, type QuestionFault } from '#/domain/tft/explore/partial-question.ts';
import { parseQuestion, printQuestion } from '#/domain/tft/explore/question-text.ts';
import type { Filter } from '#/domain/tft/explore/filter.ts';
import type { Question } from '#/domain/tft/explore/question.ts';

import { readSearchText } from '../../../lib/search-text.ts';
import type { FlatSearch } from '../../../lib/flat-search.ts';

/** Key of the row whose games are listed. */
const GAMES = 'games';
/** Keys that belong to one answer: to another question they mean nothing. */
export const OF_ONE_ANSWER = [GAMES, 'page'];

export type AskedQuestion =
  | { readonly type: 'ok'; readonly question: Question; readonly gamesRow: string | undefined }
  | { readonly type: 'refused'; readonly faults: readonly QuestionFault[] };

export function readQuestion(search: FlatSearch): AskedQuestion {
  const { [GAMES]: gamesRow, ...query } = search;
  const parsed = parseQuestion(query);
  if (parsed.type === 'refused') return parsed;
  return { type: 'ok', question: completeQuestion(parsed.question), gamesRow };
}

export function searchFor(question: Question, gamesRow?: string): FlatSearch {
  const search = readSearchText(printQuestion(question));
  return gamesRow === undefined ? search : { ...search, [GAMES]: gamesRow };
}

/** For the pages about one thing: they share the filter and nothing else of the question. */
export function searchForFilter(question: Question, filter: Filter = question.filter): FlatSearch {
  return searchFor(completeQuestion({ filter }));
}
