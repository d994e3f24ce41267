/** Breakdowns as the page offers them: the tabs, and the question that each leads to. */
import { BREAKDOWN_IDS, breakdownOf, type BreakdownId } from '#/domain/tft/explore/breakdowns.ts';
import { naturalOrder } from '#/domain/tft/explore/partial-question.ts';
import type { Question, Sort } from '#/domain/tft/explore/question.ts';

export interface BreakdownChoice {
  readonly by: BreakdownId;
  readonly label: string;
}

const choicesOf = (kind: 'unit' | undefined): readonly BreakdownChoice[] =>
  BREAKDOWN_IDS.filter((by) => breakdownOf(by).of === kind).map((by) => ({ by, label: breakdownOf(by).tab }));

export const BOARD_CHOICES = choicesOf(undefined);
export const UNIT_CHOICES = choicesOf('unit');

function isInSequence(by: BreakdownId): boolean {
  return breakdownOf(by).order === 'sequence';
}

const SORT_FOR = { ranking: 'shrunk', popular: 'n', sequence: 'key' } as const satisfies Record<string, Sort>;

/** The same filter by another breakdown: the first page, in the order that suits it unless the reader chose another one. */
export function withBreakdown(question: Question, by: BreakdownId, of?: string): Question {
  const { of: previous, ...rest } = question;
  const about = of ?? previous;
  const sort = SORT_FOR[breakdownOf(by).order];
  const present = SORT_FOR[breakdownOf(question.by).order];
  const isKept = !isInSequence(by) && !isInSequence(question.by) && question.sort !== present;
  return {
    ...rest,
    by,
    page: 0,
    ...(isKept ? {} : { sort, order: naturalOrder(sort) }),
    ...(breakdownOf(by).of !== undefined && about !== undefined ? { of: about } : {}),
  };
}
