/**
 * From what was asked to a question that can be answered: defaults filled in, ids in lower case, everything in one order (equal
 * questions have equal text), or a list of all that is wrong with it. The form was checked before, by the schema of the JSON or by
 * `question-text.ts`; this is what a schema cannot say. Nothing is ever corrected by guessing.
 */
import { checkFilter } from './check-filter.ts';
import { createFaultList, createIdCheck, type FaultList, type KnownIds } from './faults.ts';
import { completeQuestion, type PartialQuestion, type QuestionFault } from './partial-question.ts';
import { breakdownOf } from './breakdowns.ts';
import { QUESTION_LIMITS, type Range } from './filter.ts';
import type { Question } from './question.ts';

export type { KnownIds } from './faults.ts';
export type { PartialQuestion, QuestionFault } from './partial-question.ts';

export type Checked =
  | { readonly type: 'ok'; readonly question: Question }
  | { readonly type: 'refused'; readonly faults: readonly QuestionFault[] };

const LARGEST_MIN = 1_000_000_000;

export function checkQuestion(partial: PartialQuestion, known: KnownIds): Checked {
  const faults = createFaultList();
  const asked = completeQuestion(partial);
  const filter = checkFilter(asked.filter, known, faults);
  const question = { ...asked, ...(asked.of === undefined ? {} : { of: asked.of.toLowerCase() }), filter };
  checkOf(question, known, faults);
  checkComparison(question, faults);
  checkPage(question, faults);
  return faults.faults.length === 0 ? { type: 'ok', question } : { type: 'refused', faults: faults.faults };
}

function checkOf({ by, of }: Question, known: KnownIds, faults: FaultList): void {
  const { of: kind } = breakdownOf(by);
  if (kind === undefined) {
    if (of !== undefined) faults.add('of', of, `nothing: rows by '${by}' are not about one unit or item`);
  } else if (of === undefined) faults.add('of', '', `the id of the ${kind} that rows by '${by}' are about`);
  else createIdCheck(known, faults)('of', kind, of);
}

function checkComparison({ filter, by, sort }: Question, faults: FaultList): void {
  const { patches, comparedPatch } = filter;
  if (comparedPatch === undefined) {
    if (sort === 'change')
      faults.add('sort', sort, 'another one: nothing changes without filter.comparedPatch');
    return;
  }
  if (patches.length !== 1 || patches.includes(comparedPatch)) {
    faults.add(
      'filter.comparedPatch',
      comparedPatch,
      `one other patch in filter.patches, which has ${patches.join(', ') || 'none'}`,
    );
  }
  if (breakdownOf(by).isNotCompared === true)
    faults.add('filter.comparedPatch', comparedPatch, `no comparison with rows by '${by}'`);
}

function checkPage({ minN, page, pageSize }: Question, faults: FaultList): void {
  checkNumber(faults, 'minN', minN, { min: 0, max: LARGEST_MIN });
  checkNumber(faults, 'pageSize', pageSize, { min: 1, max: QUESTION_LIMITS.pageSize });
  const lastPage = Math.floor(QUESTION_LIMITS.rows / Math.max(pageSize, 1)) - 1;
  checkNumber(faults, 'page', page, { min: 0, max: lastPage });
}

function checkNumber(faults: FaultList, where: string, value: number, { min, max }: Required<Range>): void {
  const isGood = Number.isInteger(value) && value >= min && value <= max;
  if (!isGood) faults.add(where, value, `a whole number from ${min} to ${max}`);
}
