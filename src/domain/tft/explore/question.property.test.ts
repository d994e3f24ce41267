/** What holds for every question: it survives its own text, the check changes no meaning, rows narrow it, and wider is really wider. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TIER_NAMES } from '../stored-codes.ts';
import { matchesFilter, type BoardFacts } from './matches-board.ts';
import { READABLE_IDS } from './name-lookup.ts';
import { exclude, narrowTo } from './narrow.ts';
import { completeQuestion } from './partial-question.ts';
import { PLACES, platformsIn, regionOfPlatform } from './places.ts';
import { checkQuestion, type KnownIds } from './question-check.ts';
import { parseQuestion, printQuestion } from './question-text.ts';
import { filterWords, subjectWords } from './question-words.ts';
import {
  BREAKDOWNS,
  COUNTED_THINGS,
  SORTS,
  type Breakdown,
  type Condition,
  type Filter,
  type LpFilter,
  type Question,
  type Range,
  type RowSubject,
} from './question.ts';
import { parseRowKey, printRowKey } from './row-key.ts';
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

/** Whatever somebody may call a thing. */
const oddId = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }).filter((id) => id.length <= 100);

function ranges(min: number, max: number): fc.Arbitrary<Range> {
  const end = fc.integer({ min, max });
  return fc.oneof(
    end.map((value) => ({ min: value })),
    end.map((value) => ({ max: value })),
    fc.tuple(end, end).map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) })),
  );
}

interface Names {
  readonly unit: fc.Arbitrary<string>;
  readonly item: fc.Arbitrary<string>;
  readonly trait: fc.Arbitrary<string>;
}
const KNOWN_NAMES: Names = {
  unit: fc.constantFrom(...UNITS),
  item: fc.constantFrom(...ITEMS),
  trait: fc.constantFrom(...TRAITS),
};
const ODD_NAMES: Names = { unit: oddId, item: oddId, trait: oddId };

function leaves(names: Names): fc.Arbitrary<Condition> {
  const items = fc.array(names.item, { minLength: 1, maxLength: 3 });
  const or = (id: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), id);
  const unit = {
    unit: names.unit,
    stars: ranges(1, 3),
    items: ranges(0, 3),
    has: items,
    lacks: items,
    copies: ranges(0, 2),
  };
  return fc.oneof(
    fc.record(unit, { requiredKeys: ['unit'] }),
    fc.record({ item: names.item, copies: ranges(0, 3) }, { requiredKeys: ['item'] }),
    fc.record({ trait: names.trait, tier: ranges(1, 3) }, { requiredKeys: ['trait'] }),
    fc.record({ count: fc.constantFrom(...COUNTED_THINGS), is: ranges(0, 3) }),
    fc.record({ composition: fc.record({ trait: or(names.trait), carry: or(names.unit) }) }),
  );
}

function conditions(names: Names, depth = 3): fc.Arbitrary<Condition> {
  if (depth === 0) return leaves(names);
  const members = fc.array(conditions(names, depth - 1), { minLength: 1, maxLength: 3 });
  return fc.oneof(
    { weight: 2, arbitrary: leaves(names) },
    { weight: 1, arbitrary: members.map((all) => ({ all })) },
    { weight: 1, arbitrary: members.map((any) => ({ any })) },
    { weight: 1, arbitrary: members.map((none) => ({ none })) },
  );
}

const points = fc.integer({ min: -900, max: 900 });
const included = fc.constant('include' as const);
const lpFilters: fc.Arbitrary<LpFilter> = fc.oneof(
  ranges(-900, 900),
  fc.record({ min: points, unknown: included }),
  fc.record({ max: points, unknown: included }),
  fc.constant({ unknown: 'only' as const }),
);
const hours = fc.integer({ min: 0, max: 96 }).map((hour) => START + hour * HOUR_MS);
const times = fc.oneof(
  hours.map((from) => ({ from })),
  hours.map((until) => ({ until })),
  fc
    .tuple(hours, hours)
    .filter(([a, b]) => a !== b)
    .map(([a, b]) => ({ from: Math.min(a, b), until: Math.max(a, b) })),
);

function lists<Value>(...values: Value[]): fc.Arbitrary<Value[]> {
  return fc.uniqueArray(fc.constantFrom(...values), { maxLength: 3 });
}

function filters(names: Names): fc.Arbitrary<Filter> {
  const fields = {
    patches: lists(...PATCHES),
    places: lists('europe', 'asia', 'sea', ...PLATFORMS),
    queues: lists(1090, 1100, 1160),
    tiers: lists(...TIER_NAMES, 'unknown'),
    lp: lpFilters,
    rank: fc.constant('strict' as const),
    time: times,
    level: ranges(1, 10),
    placement: ranges(1, 8),
    where: conditions(names),
  };
  return fc.record(fields, { requiredKeys: ['patches', 'places', 'queues', 'tiers'] });
}

/** With three restrictions at most: of boards that are let through there are enough to tell something. */
const looseFilters = fc
  .tuple(filters(KNOWN_NAMES), fc.uniqueArray(fc.nat(9), { maxLength: 3 }))
  .map(([filter, kept]) => loosen(filter, kept));

function loosen(filter: Filter, kept: readonly number[]): Filter {
  const order = ['where', 'lp', 'time', 'level', 'placement', 'places', 'tiers', 'rank', 'queues', 'patches'];
  const rest = Object.entries(filter).filter(([field]) => kept.includes(order.indexOf(field)));
  const loose = { patches: [], places: [], queues: [], tiers: [], ...Object.fromEntries(rest) };
  // Without any, only the newest would be meant.
  return { ...loose, patches: loose.patches.length === 0 ? PATCHES : loose.patches };
}

function questions(names: Names): fc.Arbitrary<Question> {
  const fields = {
    filter: filters(names),
    by: fc.constantFrom(...BREAKDOWNS),
    of: names.unit,
    sort: fc.constantFrom(...SORTS),
    order: fc.constantFrom('asc' as const, 'desc' as const),
    minN: fc.nat(1000),
    page: fc.nat(20),
    pageSize: fc.integer({ min: 1, max: 400 }),
  };
  return fc.record(fields, {
    requiredKeys: ['filter', 'by', 'sort', 'order', 'minN', 'page', 'pageSize'],
  });
}

/** One that the check lets pass. */
const askable = fc
  .tuple(questions(KNOWN_NAMES), looseFilters, KNOWN_NAMES.unit, KNOWN_NAMES.item)
  .map(([question, filter, unit, item]) => about(question, filter, unit, item));

function about(asked: Question, filter: Filter, unit: string, item: string): Question {
  const { of: _, ...question } = asked;
  const sort = question.sort === 'change' ? 'n' : question.sort;
  if (question.by === 'item-holder') return { ...question, sort, filter, of: item };
  return question.by.startsWith('unit-')
    ? { ...question, sort, filter, of: unit }
    : { ...question, sort, filter };
}

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
        id: KNOWN_NAMES.unit,
        stars: fc.integer({ min: 1, max: 3 }),
        items: fc.array(KNOWN_NAMES.item, { maxLength: 3 }),
      }),
      { maxLength: 4 },
    ),
    traits: fc
      .array(fc.tuple(KNOWN_NAMES.trait, fc.integer({ min: 1, max: 3 })), { maxLength: 2 })
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
      fc.property(questions(ODD_NAMES), (question) => {
        const text = printQuestion(question);
        fc.pre(text.length < 3_500);
        expect(text).toMatch(/^[\w\-.~!*'(),;=@%&]*$/);
        const read = readBack(text);
        expect(read).toMatchObject({ type: 'ok' });
        expect(read.type === 'ok' && completeQuestion(read.question)).toEqual(question);
      }),
      { numRuns: 500 },
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
      { numRuns: 500 },
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
      { numRuns: 500 },
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
      fc.property(filters(KNOWN_NAMES), conditions(KNOWN_NAMES, 2), (filter, where) => {
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
  /** The rows that a board is counted in, worked out from the board alone. */
  function rowsOf({ by, of, filter }: Question, board: BoardFacts): readonly RowSubject[] {
    const ofUnits = board.units.filter(({ id }) => id === of);
    const items = (units: BoardFacts['units']) => [...new Set(units.flatMap((unit) => unit.items))];
    const isUnranked = filter.rank === 'strict' && !board.isRankStrict;
    const lp = board.lp === null || isUnranked ? null : Math.floor(board.lp / 100) * 100;
    const pairs = ofUnits.flatMap((unit) =>
      unit.items.flatMap((a, index) => unit.items.slice(index + 1).map((b) => [a, b].toSorted())),
    );
    const rows: Readonly<Record<Breakdown, readonly RowSubject[]>> = {
      total: [{ kind: 'total' }],
      unit: board.units.map(({ id }) => ({ kind: 'unit', unit: id })),
      item: items(board.units).map((item) => ({ kind: 'item', item })),
      trait: [...board.traits].map(([trait, tier]) => ({ kind: 'trait', trait, tier })),
      level: [{ kind: 'level', level: board.level }],
      placement: [{ kind: 'placement', placement: board.placement }],
      platform: [{ kind: 'platform', platform: board.platform }],
      region: [{ kind: 'region', region: board.region }],
      tier: [{ kind: 'tier', tier: isUnranked ? 'unknown' : board.tier }],
      lp: [{ kind: 'lp', from: lp }],
      day: [{ kind: 'day', day: new Date(board.endedAt).toISOString().slice(0, 10) }],
      patch: [{ kind: 'patch', patch: board.patch }],
      composition: [{ kind: 'composition', members: [board.composition], units: [] }],
      'unit-item': items(ofUnits).map((item) => ({ kind: 'item', item })),
      'unit-build-2': pairs.map((pair) => ({ kind: 'build', items: pair })),
      'unit-build-3': ofUnits
        .filter((unit) => unit.items.length === 3)
        .map((unit) => ({ kind: 'build', items: unit.items.toSorted() })),
      'unit-stars': ofUnits.map(({ stars }) => ({ kind: 'stars', stars })),
      'unit-items': ofUnits.map((unit) => ({ kind: 'item-count', count: unit.items.length })),
      'item-holder': board.units
        .filter((unit) => of !== undefined && unit.items.includes(of))
        .map(({ id }) => ({ kind: 'unit', unit: id })),
    };
    return rows[by];
  }

  test('are those of the filter that are counted in it, and what is excluded are the others', () => {
    fc.assert(
      fc.property(askable, fc.array(boards, { minLength: 2, maxLength: 12 }), (question, boards) => {
        const within = boards.filter((board) => matchesFilter(question.filter, board));
        for (const subject of within.flatMap((board) => rowsOf(question, board))) {
          const key = printRowKey(subject);
          const isCounted = (board: BoardFacts) =>
            rowsOf(question, board).some((row) => printRowKey(row) === key);
          const narrowed = narrowTo(question, subject);
          const others = exclude(question, subject);
          const rest = within.filter((board) => !isCounted(board));
          expect(boards.filter((board) => matchesFilter(narrowed, board))).toEqual(within.filter(isCounted));
          expect(
            others === undefined ? rest : boards.filter((board) => matchesFilter(others, board)),
          ).toEqual(rest);
          expect(parseRowKey(question.by, key)).toEqual(subject);
          expect(subjectWords(subject, READABLE_IDS)).not.toBe('');
        }
      }),
      { numRuns: 300 },
    );
  });

  test('can be asked for: what a row narrows to passes the check', () => {
    fc.assert(
      fc.property(askable, fc.array(boards, { minLength: 2, maxLength: 8 }), (question, boards) => {
        for (const board of boards.filter((one) => matchesFilter(question.filter, one))) {
          for (const subject of rowsOf(question, board)) {
            for (const filter of [narrowTo(question, subject), exclude(question, subject)]) {
              if (filter !== undefined) checked(completeQuestion({ filter }));
            }
          }
        }
        expect(boards.length).toBeGreaterThan(0);
      }),
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
      { numRuns: 500 },
    );
  });
});

test('every filter can be said in a sentence', () => {
  fc.assert(
    fc.property(filters(KNOWN_NAMES), (filter) => {
      const words = filterWords(filter, READABLE_IDS);
      expect(words).toMatch(/^[A-Z].*[^ ]\.$/);
      expect(words).not.toMatch(/undefined|NaN| {2}|null/);
    }),
  );
});

test('every place is a region or belongs to one', () => {
  expect(PLACES.filter((place) => platformsIn(place).length === 0)).toEqual([]);
});
