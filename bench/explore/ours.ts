/**
 * Asks the product itself: a question of the explorer, its own statement, its own reading of the counts. What comes back is
 * added up here as the others do in SQL, so that answers can be held against each other.
 */
import { codesOfKey } from '../../src/analytics/tft/breakdown-sql.ts';
import { createCodeBook, type CodeBook } from '../../src/analytics/tft/code-book.ts';
import { countCompositions } from '../../src/analytics/tft/counted-compositions.ts';
import { countKeys, type CountedKeys } from '../../src/analytics/tft/counted-keys.ts';
import type { PlacementCounts } from '../../src/domain/statistics/placement-counts.ts';
import type { TftCodeRow } from '../../src/domain/tft/stored-codes.ts';
import { COMPOSITION_BASE } from './deal-boards.ts';
import type { Engine } from './engine.ts';
import type { AnswerRow, Contender } from './measure.ts';
import { itemId, toQuestion, traitId, unitId } from './our-questions.ts';
import { MOST_ROWS, type QuestionName, type Subject } from './question.ts';
import { ITEMS, TRAITS, UNITS } from './set.ts';

/** As many as the explorer reads (`answered-rows.ts`); an answer is cut after that. */
const OPTIONS = { minN: 0, maxKeys: 5_000 };
const DIGIT = 65_536;
const TIERS = [1, 2, 3] as const;

export interface Ours extends Contender {
  /** What the explorer does with compositions in the end: it joins those that share their units. Nobody else can be asked that. */
  askJoinedCompositions(subject: Subject): Promise<unknown>;
}

export function createOurs(engine: Engine): Ours {
  const codes = createInventedCodes();
  const { signal } = new AbortController();
  const dependencies = { clickhouse: engine.clickhouse.reader, codes, strictHours: 24, signal };
  return {
    name: 'ours',
    cpuMs: () => engine.cpuMs(),
    async ask(name, subject) {
      const counted = await countKeys(toQuestion(name, subject), OPTIONS, dependencies);
      return toAnswer(name, subject, counted);
    },
    askJoinedCompositions: (subject) =>
      countCompositions(toQuestion('compositions', subject).filter, dependencies),
  };
}

function createInventedCodes(): CodeBook {
  const rows: TftCodeRow[] = [];
  for (let code = 1; code <= UNITS; code++) rows.push({ kind: 'unit', code, id: unitId(code) });
  for (let code = 1; code <= ITEMS; code++) rows.push({ kind: 'item', code, id: itemId(code) });
  for (let trait = 1; trait <= TRAITS; trait++)
    for (const tier of TIERS)
      rows.push({ kind: 'trait', code: trait * 4 + tier, id: `${traitId(trait)}@${tier}` });
  return createCodeBook(rows);
}

function toAnswer(name: QuestionName, subject: Subject, { baseline, keys }: CountedKeys): AnswerRow[] {
  const all = [
    { key: 0, ...baseline },
    ...keys.map((one) => ({ ...one, key: toKey(name, Number(one.key)) })),
  ];
  const rows =
    name === 'patches'
      ? all.flatMap(({ key, counts, compared }) => [
          addUp(key, subject.patch_b, counts),
          addUp(key, subject.patch_a, compared),
        ])
      : all.map(({ key, counts }) => addUp(key, 0, counts));
  return rows
    .filter(([, , boards]) => boards > 0)
    .toSorted((a, b) => b[2] - a[2] || a[0] - b[0] || a[1] - b[1])
    .slice(0, MOST_ROWS);
}

/** Builds are spelt the other way round, and compositions in another base. */
function toKey(name: QuestionName, key: number): number {
  if (name === 'unitBuilds')
    return codesOfKey(key)
      .toReversed()
      .reduce((sum, code) => sum * DIGIT + code, 0);
  if (name === 'compositions') return Math.floor(key / DIGIT) * COMPOSITION_BASE + (key % DIGIT) + 1;
  return key;
}

type Sums = readonly [k1: number, k2: number, boards: number, ...sums: number[]];

function addUp(k1: number, k2: number, counts: PlacementCounts): Sums {
  let [boards, places, squares, top4] = [0, 0, 0, 0];
  for (const [at, n] of counts.entries()) {
    const place = at + 1;
    boards += n;
    places += n * place;
    squares += n * place * place;
    if (place <= 4) top4 += n;
  }
  return [k1, k2, boards, places, squares, top4, counts[0] ?? 0];
}
