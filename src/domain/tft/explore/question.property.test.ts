/** What holds for every question: it survives its own text, the check changes no meaning, rows narrow it, and wider is really wider. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  conditions,
  filters,
  looseFilters,
  questions,
  subjects,
  type AskedWorld,
} from '#/analytics/tft/fixtures/asked-worlds.ts';
import { rowsOf } from '#/analytics/tft/fixtures/plain-answer.ts';
import { TIER_NAMES } from '../stored-codes.ts';
import { matchesFilter, type BoardFacts } from '../../../../test/support/matches-board.ts';
import { READABLE_IDS } from './word-lists.ts';
import { exclude, narrowTo, parseRowKey, printRowKey, subjectWords } from './breakdowns.ts';
import { completeQuestion } from './partial-question.ts';
import { PLACES, platformsIn, regionOfPlatform } from './places.ts';
import { checkQuestion, type KnownIds } from './question-check.ts';
import { parseQuestion, printQuestion } from './question-text.ts';
import { filterWords } from './question-words.ts';
import { COUNTED_THINGS, type Condition, type Filter } from './filter.ts';
import type { Question } from './question.ts';
import { widerFilters } from './wider.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.UTC(2026, 10, 1);

const UNITS = ['tft_lyra', 'tft_bran', 'tft_cole'];
const ITEMS = ['tft_item_blade', 'tft_item_bow', 'tft_item_orb'];
const TRAITS = ['tft_sorcerer', 'tft_knight'];
const PATCHES = ['101.4', '101.3b', '101.3', 'unknown'];
const PLATFORMS = ['euw1', 'eun1', 'kr', 'jp1', 'oc1', 'ph2'];

const KNOWN: KnownIds = {
  patches: PATCHES,
  hasUnit: (id) => UNITS.includes(id),
  hasItem: (id) => ITEMS.includes(id),
  hasTrait: (id) => TRAITS.includes(id),
  nearest: () => [],
};

/** Any name of a thing. */
const oddId = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }).filter((id) => id.length <= 100);

const WORLD: AskedWorld = {
  unit: fc.constantFrom(...UNITS),
  item: fc.constantFrom(...ITEMS),
  trait: fc.constantFrom(...TRAITS),
  patches: PATCHES,
  places: ['europe', 'asia', 'sea', ...PLATFORMS],
  queues: [1090, 1100, 1160],
  tiers: [...TIER_NAMES, 'unknown'],
  hours: fc.integer({ min: 0, max: 96 }).map((hour) => START + hour * HOUR_MS),
};
/** In which things may be called anything. */
const ODD_WORLD: AskedWorld = { ...WORLD, unit: oddId, item: oddId, trait: oddId };

/** One that the check lets pass. */
const askable = questions(WORLD).chain(({ by, sort, order, minN, page, pageSize }) =>
  fc
    .record({ filter: looseFilters(WORLD), of: subjects(WORLD, by) })
    .map(({ filter, of }): Question =>
      Object.assign({ filter, by, sort: sort === 'change' ? 'n' : sort, order, minN, page, pageSize }, of),
    ),
);

const boards = fc
  .record({
    patch: fc.constantFrom(...PATCHES),
    platform: fc.constantFrom(...PLATFORMS),
    queue: fc.constantFrom(1090, 1100, 1160),
    tier: fc.constantFrom(...TIER_NAMES, 'unknown'),
    lp: fc.option(fc.integer({ min: -1000, max: 1000 })),
    isRankStrict: fc.boolean(),
    endedAt: fc.integer({ min: START, max: START + 4 * DAY_MS }),
    level: fc.integer({ min: 1, max: 10 }),
    placement: fc.integer({ min: 1, max: 8 }),
    units: fc.array(
      fc.record({
        id: WORLD.unit,
        stars: fc.integer({ min: 1, max: 3 }),
        items: fc.array(WORLD.item, { maxLength: 3 }),
      }),
      { maxLength: 4 },
    ),
    traits: fc
      .array(fc.tuple(WORLD.trait, fc.integer({ min: 1, max: 3 })), { maxLength: 2 })
      .map((traits) => new Map(traits)),
    counts: fc
      .array(fc.nat(3), { minLength: COUNTED_THINGS.length, maxLength: COUNTED_THINGS.length })
      .map(
        (counts) =>
          Object.fromEntries(
            COUNTED_THINGS.map((thing, index) => [thing, counts[index]]),
          ) as BoardFacts['counts'],
      ),
    composition: fc.record({
      trait: fc.constantFrom('', ...TRAITS),
      carry: fc.constantFrom('', ...UNITS),
    }),
  })
  .map((board) => withRegion(board));

function withRegion(board: Omit<BoardFacts, 'region'>): BoardFacts {
  return { ...board, region: String(regionOfPlatform(board.platform)) };
}

/** As a server gets it. */
function readBack(text: string): ReturnType<typeof parseQuestion> {
  return parseQuestion(Object.fromEntries(new URLSearchParams(text)));
}

function checked(question: Question): Question {
  const result = checkQuestion(question, KNOWN);
  if (result.type === 'refused') throw new Error(`refused: ${JSON.stringify(result.faults)}`);
  return result.question;
}

describe('the text of a question', () => {
  test('gives the same question back, whatever its ids are', () => {
    fc.assert(
      fc.property(questions(ODD_WORLD), (question) => {
        const text = printQuestion(question);
        fc.pre(text.length < 3_500);
        expect(text).toMatch(/^[\w\-.~!*'(),;=@%&]*$/);
        const read = readBack(text);
        expect(read).toMatchObject({ type: 'ok' });
        expect(read.type === 'ok' && completeQuestion(read.question)).toEqual(question);
      }),
      { numRuns: 80 },
    );
  });

  test('is read or refused, and never throws, whatever it is', () => {
    const noise = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({
        unit: fc.constantFrom(...'all( any( none( unit( item( count( x ; , ) = % 2..'.split(' ')),
        maxLength: 60,
      }),
    );
    const names = fc.constantFrom(...'where patch lp rank from level by size queue __proto__ x'.split(' '));
    fc.assert(
      fc.property(fc.dictionary(names, noise), (query) => {
        const read = parseQuestion(query);
        expect(read.type === 'ok' || read.faults.length > 0).toBe(true);
        for (const fault of read.type === 'ok' ? [] : read.faults) {
          expect(fault.expected).not.toBe('');
          expect(Object.keys(query)).toContain(fault.where);
        }
      }),
      { numRuns: 80 },
    );
  });
});

describe('the check', () => {
  test('changes no meaning, and is done after the first time', () => {
    fc.assert(
      fc.property(askable, fc.array(boards, { minLength: 5, maxLength: 5 }), (question, boards) => {
        const once = checked(question);
        expect(checked(once)).toEqual(once);
        for (const board of boards) {
          expect(matchesFilter(once.filter, board)).toBe(matchesFilter(question.filter, board));
        }
      }),
      { numRuns: 80 },
    );
  });

  test('gives questions that differ only in order, doubles and letters the same text', () => {
    const shuffled = (condition: Condition): Condition => {
      if ('all' in condition) return { all: [...condition.all.map(shuffled), ...condition.all].toReversed() };
      if ('any' in condition) return { any: [{ any: condition.any.map(shuffled).toReversed() }] };
      if ('none' in condition) return { none: [{ any: condition.none.map(shuffled).toReversed() }] };
      if ('unit' in condition) {
        const { has, ...rest } = condition;
        const unit = condition.unit.toUpperCase();
        return has === undefined ? { ...rest, unit } : { ...rest, unit, has: has.toReversed() };
      }
      return condition;
    };
    fc.assert(
      fc.property(filters(WORLD), conditions(WORLD, 2), (filter, where) => {
        const other: Filter = {
          ...filter,
          patches: filter.patches.toReversed(),
          places: [...filter.places, ...filter.places].map((place) => place.toUpperCase()),
          queues: filter.queues.toReversed(),
          tiers: filter.tiers.toReversed(),
          where: shuffled(where),
        };
        const [text, otherText] = [{ ...filter, where }, other].map((one) =>
          printQuestion(checked(completeQuestion({ filter: one }))),
        );
        expect(otherText).toBe(text);
      }),
    );
  });
});

describe('the boards of a row', () => {
  test('are those of the filter that are counted in it, and what is excluded are the others', () => {
    fc.assert(
      fc.property(askable, fc.array(boards, { minLength: 2, maxLength: 12 }), (question, boards) => {
        const within = boards.filter((board) => matchesFilter(question.filter, board));
        for (const subject of within.flatMap((board) => rowsOf(board, question))) {
          const key = printRowKey(subject);
          const isCounted = (board: BoardFacts) =>
            rowsOf(board, question).some((row) => printRowKey(row) === key);
          const narrowed = narrowTo(question, subject);
          const others = exclude(question, subject);
          for (const filter of [narrowed, others ?? narrowed]) checked(completeQuestion({ filter }));
          const rest = within.filter((board) => !isCounted(board));
          expect(boards.filter((board) => matchesFilter(narrowed, board))).toEqual(within.filter(isCounted));
          expect(
            others === undefined ? rest : boards.filter((board) => matchesFilter(others, board)),
          ).toEqual(rest);
          expect(parseRowKey(question.by, key)).toEqual(subject);
          expect(subjectWords(subject, READABLE_IDS)).not.toBe('');
        }
      }),
      { numRuns: 80 },
    );
  });
});

describe('a wider filter', () => {
  test('lets every board in that the asked one does, can be asked, and says what is different', () => {
    fc.assert(
      fc.property(askable, fc.array(boards, { minLength: 10, maxLength: 10 }), (asked, boards) => {
        const { filter } = checked(asked);
        const within = boards.filter((board) => matchesFilter(filter, board));
        const text = printQuestion({ ...asked, filter });
        for (const wider of widerFilters(filter, PATCHES)) {
          expect(within.filter((board) => !matchesFilter(wider.filter, board))).toEqual([]);
          expect(printQuestion({ ...asked, filter: wider.filter })).not.toBe(text);
          expect(wider.change).not.toBe('');
          checked({ ...asked, filter: wider.filter });
        }
      }),
      { numRuns: 80 },
    );
  });
});

test('every filter can be said in a sentence', () => {
  fc.assert(
    fc.property(filters(WORLD), (filter) => {
      const words = filterWords(filter, READABLE_IDS);
      expect(words).toMatch(/^[A-Z].*[^ ]\.$/);
      expect(words).not.toMatch(/undefined|NaN| {2}|null/);
    }),
  );
});

test('every place is a region or belongs to one', () => {
  expect(PLACES.filter((place) => platformsIn(place).length === 0)).toEqual([]);
});
