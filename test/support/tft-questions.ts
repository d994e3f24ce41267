/** Questions for tests, in the notation of links: `questionOf('by=unit-item&of=x')`, `conditionOf('unit(x;stars=2..)')`. */
import { parseCondition } from '#/domain/tft/explore/condition-text.ts';
import { completeQuestion } from '#/domain/tft/explore/partial-question.ts';
import { parseQuestion } from '#/domain/tft/explore/question-text.ts';
import { parseRowKey, type BreakdownId, type RowSubject } from '#/domain/tft/explore/breakdowns.ts';
import type { Condition, Filter } from '#/domain/tft/explore/filter.ts';
import type { Question } from '#/domain/tft/explore/question.ts';

export function questionOf(text: string): Question {
  const read = parseQuestion(Object.fromEntries(new URLSearchParams(text)));
  if (read.type === 'refused') throw new Error(`${text}: ${JSON.stringify(read.faults)}`);
  return completeQuestion(read.question);
}

export const filterOf = (text: string): Filter => questionOf(text).filter;

export function conditionOf(text: string): Condition {
  const read = parseCondition(text);
  if ('expected' in read) throw new Error(`${text}: expected ${read.expected} at ${read.at}`);
  return read;
}

/** `unit:x`, `lp:500`; the breakdown is the one that the key begins with. */
export function rowOf(key: string): RowSubject {
  const row = parseRowKey(key.split(':')[0] as BreakdownId, key);
  if (row === undefined) throw new Error(`${key}: expected the key of a row`);
  return row;
}
