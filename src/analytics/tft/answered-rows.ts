/** The rows of an answer, before they are described: what each is about, and its counts. A code that is not known re-reads the book once. */
import { breakdownOf } from '#/domain/tft/explore/breakdowns.ts';
import type { Question } from '#/domain/tft/explore/question.ts';
import type { CodeBook } from './code-book.ts';
import { countCompositions } from './counted-compositions.ts';
import { countKeys, countOf, type Counted, type CountDependencies } from './counted-keys.ts';
import type { CountedRow } from './described-rows.ts';

export interface AnsweredRows {
  readonly baseline: Counted;
  readonly rows: readonly CountedRow[];
  /** With fewer than were asked for. */
  readonly hiddenCount: number;
  /** There were more than are ever read. */
  readonly isCut: boolean;
}

export interface AnsweredRowsDependencies extends CountDependencies {
  /** The codes as they are now, for keys that the ones at hand do not know. */
  readonly newestCodes: () => Promise<CodeBook>;
}

const MAX_ROWS = 5_000;

export async function answerRows(
  question: Question,
  dependencies: AnsweredRowsDependencies,
): Promise<AnsweredRows> {
  if (question.by === 'composition') return answerCompositions(question, dependencies);
  const { by, minN } = question;
  const counted = await countKeys(question, { minN, maxKeys: MAX_ROWS }, dependencies);
  const { baseline, keys, keyCount, keptCount } = counted;
  const isCut = keptCount > keys.length;
  if (by === 'total') {
    const rows =
      countOf(baseline) >= Math.max(1, minN) ? [{ subject: { kind: by } as const, ...baseline }] : [];
    return { baseline, rows, hiddenCount: countOf(baseline) > 0 ? 1 - rows.length : 0, isCut };
  }
  const { decode } = breakdownOf(by);
  const subjectsBy = (codes: CodeBook) => keys.map(({ key }) => decode(key, codes));
  let subjects = subjectsBy(dependencies.codes);
  if (subjects.includes(undefined)) subjects = subjectsBy(await dependencies.newestCodes());
  const rows = keys.flatMap(({ counts, compared }, at) => {
    const subject = subjects[at];
    return subject === undefined ? [] : [{ subject, counts, compared }];
  });
  return { baseline, rows, hiddenCount: keyCount - keptCount, isCut };
}

async function answerCompositions(
  { filter, minN }: Question,
  dependencies: CountDependencies,
): Promise<AnsweredRows> {
  const { baseline, rows, rareCount } = await countCompositions(filter, dependencies);
  const kept = rows.filter((row) => countOf(row) >= minN);
  return { baseline, rows: kept, hiddenCount: rareCount + rows.length - kept.length, isCut: false };
}
