/**
 * The product itself: questions as a visitor asks them, the product's own statements and its own reading of the counts. The result is
 * added up here as the others do in SQL, so that the answers can be compared.
 */
import type { ClickHouseReader } from '../../src/runtime/clickhouse/clickhouse.ts';
import { codesOfKey } from '../../src/domain/tft/explore/breakdowns.ts';
import { createCodeBook, type CodeBook } from '../../src/analytics/tft/code-book.ts';
import { countKeys, type CountedKeys } from '../../src/analytics/tft/counted-keys.ts';
import type { PlacementCounts } from '../../src/domain/statistics/placements.ts';
import type { Filter } from '../../src/domain/tft/explore/filter.ts';
import { DEFAULT_QUESTION, type Question } from '../../src/domain/tft/explore/question.ts';
import type { TftCodeRow } from '../../src/domain/tft/stored-codes.ts';
import { COMPOSITION_BASE, ITEMS, TRAITS, UNITS } from './boards.ts';
import { MOST_ROWS, type AnswerRow, type Contender, type QuestionName, type Subject } from './questions.ts';

/** As many keys as the explorer reads (`answered-rows.ts`); an answer is cut after that. */
const OPTIONS = { minN: 0, maxKeys: 5_000 };
const DIGIT = 65_536;
const TIERS = [1, 2, 3] as const;

const unitId = (unit: number): string => `unit_${unit}`;
const itemId = (item: number): string => `item_${item}`;
const traitId = (trait: number): string => `trait_${trait}`;

type Asked = Pick<Question, 'by' | 'of'> & Pick<Filter, 'lp' | 'where' | 'comparedPatch'>;

const ASKED: Readonly<Record<QuestionName, (subject: Subject) => Asked>> = {
  units: ({ lp }) => ({ by: 'unit', lp: { min: lp } }),
  unitItems: ({ unit, lp }) => ({ by: 'unit-item', of: unitId(unit), lp: { min: lp } }),
  unitBuilds: ({ unit, lp }) => ({ by: 'unit-build-3', of: unitId(unit), lp: { min: lp } }),
  itemHolders: ({ item, lp }) => ({ by: 'item-holder', of: itemId(item), lp: { min: lp } }),
  traits: ({ lp }) => ({ by: 'trait', lp: { min: lp } }),
  unitsGiven: ({ unit, item, trait }) => ({
    by: 'unit',
    where: {
      all: [
        { unit: unitId(unit), stars: { min: 2 }, has: [itemId(item)] },
        { trait: traitId(trait), tier: { min: 2 } },
      ],
    },
  }),
  nested: ({ other, third, item, trait }) => ({
    by: 'unit',
    where: {
      all: [
        { unit: unitId(other) },
        { any: [{ item: itemId(item) }, { trait: traitId(trait) }] },
        { none: [{ unit: unitId(third), stars: { min: 3, max: 3 } }] },
      ],
    },
  }),
  patches: ({ lp, patch_a }) => ({ by: 'unit', lp: { min: lp }, comparedPatch: String(patch_a) }),
  compositions: ({ lp }) => ({ by: 'composition', lp: { min: lp } }),
};

function toQuestion(name: QuestionName, subject: Subject): Question {
  const { by, of, ...filter } = ASKED[name](subject);
  const patches = filter.comparedPatch === undefined ? subject.patches : [subject.patch_b];
  return {
    ...DEFAULT_QUESTION,
    filter: { ...DEFAULT_QUESTION.filter, ...filter, patches: patches.map(String) },
    by,
    ...(of === undefined ? {} : { of }),
  };
}

export function createOurs(clickhouse: ClickHouseReader, cpuSeconds: () => number): Contender {
  const dependencies = {
    clickhouse,
    codes: createCodes(),
    strictHours: 24,
    signal: new AbortController().signal,
  };
  return {
    cpuSeconds,
    async ask(name, subject) {
      return toAnswer(name, subject, await countKeys(toQuestion(name, subject), OPTIONS, dependencies));
    },
  };
}

function createCodes(): CodeBook {
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
