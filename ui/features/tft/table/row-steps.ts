/** Where a row leads: the same question about only its boards, or about all others, and the list of its games. All of them are addresses. */
import type { TftRow } from '#/contract/tft-explore.ts';
import { exclude, narrowTo } from '#/domain/tft/explore/breakdowns.ts';
import type { Question } from '#/domain/tft/explore/question.ts';

import { withBreakdown } from '../explore/breakdowns.ts';

export function narrowedTo(question: Question, { subject }: TftRow): Question | undefined {
  if (subject.kind === 'total') return undefined;
  return { ...question, filter: narrowTo(question, subject), page: 0 };
}

/** Undefined: no filter can say it. */
export function excluding(question: Question, { subject }: TftRow): Question | undefined {
  const filter = exclude(question, subject);
  return filter === undefined ? undefined : { ...question, filter, page: 0 };
}

/** For rows that have no page of their own, such as a level or a day: which units stand on those boards. */
export function unitsOf(question: Question, row: TftRow): Question | undefined {
  const narrowed = narrowedTo(question, row);
  return narrowed === undefined ? undefined : withBreakdown(narrowed, 'unit');
}
