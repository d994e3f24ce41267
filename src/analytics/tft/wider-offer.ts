/**
 * What to ask instead when a filter leaves too few boards: the nearest wider filter with clearly more. It is offered and never taken; at
 * most a few are counted, one after the other, because most of the time the first will do.
 */
import type { TftAnswer } from '#/contract/tft-explore.ts';
import type { NameLookup } from '#/domain/tft/explore/word-lists.ts';
import type { Question } from '#/domain/tft/explore/question.ts';
import { printQuestion } from '#/domain/tft/explore/question-text.ts';
import { widerFilters } from '#/domain/tft/explore/wider.ts';
import { ask } from '../ask.ts';
import type { CountDependencies } from './counted-keys.ts';
import { totalQuery } from './counting-query.ts';

const FEW_BOARDS = 200;
const CLEARLY_MORE = 3;
const MOST_TRIES = 4;

export interface WiderDependencies extends CountDependencies {
  /** Newest first. */
  readonly patches: readonly string[];
  readonly names: NameLookup;
}

/** `n`: what the question's own filter leaves. */
export async function offerWider(
  question: Question,
  n: number,
  { clickhouse, patches, names, signal, ...context }: WiderDependencies,
): Promise<TftAnswer['wider']> {
  if (n >= FEW_BOARDS) return null;
  for (const { filter, change } of widerFilters(question.filter, patches, names).slice(0, MOST_TRIES)) {
    const wider = { ...question, filter, page: 0 };
    const [row] = await ask<[number | string]>(clickhouse, totalQuery(wider, context), signal);
    const found = Number(row?.[0] ?? 0);
    if (found >= FEW_BOARDS || (found > 0 && found >= n * CLEARLY_MORE)) {
      return { filter, text: printQuestion(wider), change, n: found };
    }
  }
  return null;
}
