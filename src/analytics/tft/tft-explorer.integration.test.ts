import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Check } from 'typebox/value';
import { createTestClickHouse, type TestClickHouse } from '../../../test/support/test-clickhouse.ts';
import {
  explorerOn,
  startExplorerUnderTest,
  type ExplorerUnderTest,
} from '../../../test/support/explorer-under-test.ts';
import { conditionOf, filterOf } from '../../../test/support/tft-questions.ts';
import {
  TftAnswer,
  TftCondition,
  TftFilter,
  TftQuestion,
  TftRow,
  TftStatistics,
} from '#/contract/tft-explore.ts';
import { TftGames, TftOptions } from '#/contract/tft-reference.ts';
import { boardsIn } from '#/domain/statistics/placements.ts';
import type { BoardFacts } from '../../../test/support/matches-board.ts';
import { checkQuestion } from '#/domain/tft/explore/question-check.ts';
import { parseQuestion } from '#/domain/tft/explore/question-text.ts';
import { BREAKDOWN_IDS, type BreakdownId } from '#/domain/tft/explore/breakdowns.ts';
import type { Condition, Filter } from '#/domain/tft/explore/filter.ts';
import { DEFAULT_QUESTION, type Question } from '#/domain/tft/explore/question.ts';
import type { ClickHouse } from '#/runtime/clickhouse/clickhouse.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { beginProjection, moveCursor, noteDamage } from '#/match/project/projection.ts';
import { addTftCodes, loadTftCodes } from '#/tft/codes.ts';
import { createCodeBook } from './code-book.ts';
import { countKeys } from './counted-keys.ts';
import { arbitraryQuestion } from './fixtures/arbitrary-question.ts';
import { insertBoards } from './fixtures/board-rows.ts';
import {
  FIRST_HOUR,
  INVENTED,
  inventBoards,
  STRICT_HOURS,
  type InventedBoard,
} from './fixtures/invented-boards.ts';
import { boardsOf, countBehind, countPlaces, plainAnswer, signature } from './fixtures/plain-answer.ts';
import type { TftExploration, TftExplorer } from './tft-explorer.ts';

const SCHEMAS = { TftCondition, TftFilter, TftQuestion, TftRow, TftStatistics };
const HOUR_MS = 3_600_000;
const never = new AbortController().signal;
const boards = inventBoards(80);

let stores: ExplorerUnderTest;
let database: Database;
let clickhouse: TestClickHouse;
let bare: TestClickHouse;
let explorer: TftExplorer;
let empty: TftExplorer;

beforeAll(async () => {
  stores = await startExplorerUnderTest(boards);
  ({ database, clickhouse, explorer } = stores);
  bare = await createTestClickHouse(database);
  empty = explorerOn(database, bare);
});
afterAll(async () => {
  await bare.drop();
  await stores.stop();
});

function ask(changes: Partial<Omit<Question, 'filter'>> & { readonly filter?: Partial<Filter> }): Question {
  const filter: Filter = { patches: [], places: [], queues: [], tiers: [], ...changes.filter };
  return { ...DEFAULT_QUESTION, sort: 'n', order: 'desc', pageSize: 500, ...changes, filter };
}

function about(by: BreakdownId): Question {
  if (by === 'item-holder') return ask({ by, of: INVENTED.items[2] });
  return by.startsWith('unit-') ? ask({ by, of: INVENTED.units[3] }) : ask({ by });
}

/** Everything that was counted, held against going through the boards one by one. */
async function expectTruth(question: Question): Promise<TftExploration> {
  const answer = await explorer.explore(question, never);
  expect(countsIn(answer)).toEqual(
    question.by === 'composition' ? trueCompositions(answer) : trueCounts({ ...question, by: question.by }),
  );
  return answer;
}

function countsIn({ baseline, rows, comparedBaseline, hiddenRowCount }: TftExploration) {
  return {
    baseline: baseline.counts,
    rows: new Map(rows.map(({ key, counts }) => [key, counts])),
    hidden: hiddenRowCount,
    comparedBaseline: comparedBaseline?.counts,
    compared: new Map(rows.map(({ key, compared }) => [key, compared?.statistics?.counts])),
  };
}

/** The question about the other patch. */
function beside(filter: Filter): Filter | undefined {
  const { comparedPatch, ...rest } = filter;
  return comparedPatch === undefined ? undefined : { ...rest, patches: [comparedPatch] };
}

function trueCounts(
  question: Question & { by: Exclude<BreakdownId, 'composition'> },
): ReturnType<typeof countsIn> {
  const { comparedPatch: _, ...filter } = question.filter;
  const { baseline, rows, hidden } = plainAnswer(boards, { ...question, filter });
  const other = beside(question.filter);
  const compared =
    other === undefined ? undefined : plainAnswer(boards, { ...question, minN: 0, filter: other });
  return {
    baseline: [...baseline],
    rows: new Map([...rows].map(([key, counts]) => [key, [...counts]])),
    hidden,
    comparedBaseline: compared && [...compared.baseline],
    compared: new Map([...rows.keys()].map((key) => [key, compared?.rows.get(key)?.slice()])),
  };
}

/** Whichever way they are joined: no signature twice, none forgotten, and each row has the boards of its members. */
function trueCompositions({ question, rows }: TftExploration): ReturnType<typeof countsIn> {
  const { comparedPatch: _, ...filter } = ask({ filter: question.filter }).filter;
  const asked = boardsOf(boards, filter);
  const other = beside(ask({ filter: question.filter }).filter);
  const others = other === undefined ? [] : boardsOf(boards, other);
  const left = new Set(asked.map(signature));
  const ofMembers = (key: string, from: readonly BoardFacts[]) => {
    const members = key.slice('composition:'.length).split('+');
    return from.filter((board) => members.includes(signature(board)));
  };
  const counted = rows.map(({ key }) => {
    for (const member of key.slice('composition:'.length).split('+'))
      if (!left.delete(member)) throw new Error(`${member} is counted twice, or not there`);
    return [key, ofMembers(key, asked), ofMembers(key, others)] as const;
  });
  const hidden = left.size;
  if (question.minN === 0 && hidden > 0) throw new Error(`${[...left].join(', ')} is nowhere`);
  return {
    baseline: [...countPlaces(asked)],
    rows: new Map(counted.map(([key, ours]) => [key, [...countPlaces(ours)]])),
    // Rows that were left out may have been joined from several.
    hidden: expect.any(Number) as number,
    comparedBaseline: other && [...countPlaces(others)],
    compared: new Map(
      counted.map(([key, , theirs]) => [key, theirs.length === 0 ? undefined : [...countPlaces(theirs)]]),
    ),
  };
}

test.each(BREAKDOWN_IDS)('boards by %s are counted as by hand', async (by) => {
  const answer = await expectTruth(about(by));
  expect(answer.rows.length).toBeGreaterThan(0);
  expect(answer.counted).toBe(by.startsWith('unit-') || by === 'item-holder' ? 'units' : 'boards');
  expect(Check(SCHEMAS, TftAnswer, { ...answer, cache: 'miss', tookMs: 1 })).toBe(true);
});

const [ape, bee] = INVENTED.units;
const [axe] = INVENTED.items;
const [air] = INVENTED.traits;

const conditions = [
  ['a unit', 'unit(pra_ape)'],
  ['a unit with stars', 'unit(pra_ape;stars=2..)'],
  ['a unit with so many items', 'unit(pra_ape;items=1..2)'],
  ['a unit that holds an item', 'unit(pra_bee;has=item_axe)'],
  ['a unit that holds an item twice', 'unit(pra_bee;has=item_axe,item_axe)'],
  ['a unit that lacks items', 'unit(pra_bee;lacks=item_axe,item_bow)'],
  ['all of it on one and the same unit', 'unit(pra_bee;stars=..2;has=item_axe;lacks=item_bow)'],
  ['a second copy', 'unit(pra_ape;copies=2..)'],
  ['one copy at most, or none', 'unit(pra_ape;copies=..1)'],
  ['no copy at all', 'unit(pra_ape;copies=..0)'],
  ['exactly two copies with stars', 'unit(pra_ape;stars=2..;copies=2)'],
  ['an item anywhere', 'item(item_axe)'],
  ['an item three times', 'item(item_axe;copies=3..)'],
  ['an item once at most, or never', 'item(item_axe;copies=..1)'],
  ['an active trait', 'trait(trait_air)'],
  ['a trait at a tier', 'trait(trait_air;tier=2)'],
  ['a number of five-costs', 'count(five-costs;is=2..)'],
  ['a number of emblems', 'count(emblems;is=1..3)'],
  ['a composition', 'composition(trait=trait_air;carry=pra_ape)'],
  ['a composition without carry', 'composition(trait=trait_bog)'],
  ['none of several', 'none(unit(pra_ape),trait(trait_air))'],
  ['neither of none', 'none(none(unit(pra_ape)))'],
  [
    'groups within groups',
    'all(any(unit(pra_ape;stars=2..),trait(trait_air),none(item(item_axe))),none(all(unit(pra_cat),count(units;is=3..))))',
  ],
] as const;

const wholes = new Map<Question['by'], number>();
/** How many boards or units a breakdown has without a condition. */
async function wholeOf(by: Question['by']): Promise<number> {
  const known = wholes.get(by) ?? (await explorer.explore(about(by), never)).baseline.n;
  wholes.set(by, known);
  return known;
}

describe.each(['unit', 'unit-item'] as const)('by %s, on boards with', (by) => {
  test.each(conditions)('%s', async (_, text) => {
    const where = conditionOf(text);
    const { filter, ...question } = about(by);
    const answer = await expectTruth({ ...question, filter: { ...filter, where } });
    expect(answer.baseline.n).toBeGreaterThan(0);
    expect(answer.baseline.n).toBeLessThan(await wholeOf(by));
  });
});

const filters = [
  ['one patch', 'patch=17.4'],
  ['two patches', 'patch=17.4,unknown'],
  ['a region', 'place=europe'],
  ['a platform that is closed', 'place=ph2'],
  ['a queue', 'queue=1160'],
  ['tiers', 'tier=master,unknown'],
  ['LP from', 'lp=500..'],
  ['LP up to', 'lp=..-100'],
  ['LP from, or unknown', 'lp=500..,unknown'],
  ['unknown LP alone', 'lp=unknown'],
  ['tiers as of the match', 'tier=master&rank=strict'],
  ['tiers as of the match, or unknown', 'tier=master,unknown&rank=strict'],
  ['LP as of the match', 'lp=100..900&rank=strict'],
  ['LP as of the match, or unknown', 'lp=500..,unknown&rank=strict'],
  ['no LP as of the match', 'lp=unknown&rank=strict'],
  ['a time', 'from=2026-05-18T20&until=2026-05-20T02'],
  ['levels', 'level=7..8'],
  ['places', 'placed=..2'],
] as const;

test.each(filters)('a filter by %s leaves what it should: %s', async (_, text) => {
  // Every queue, unless one is asked for.
  const filter = filterOf(text.includes('queue=') ? text : `queue=any&${text}`);
  for (const by of ['trait', 'item-holder'] as const) {
    const answer = await expectTruth({ ...about(by), filter });
    expect(answer.baseline.n).toBeGreaterThan(0);
    expect(answer.baseline.n).toBeLessThan(await wholeOf(by));
  }
});

test.each(['tier', 'lp'] as const)('by %s as of the match, all other ranks are unknown', async (by) => {
  const nearest = await expectTruth(ask({ by }));
  const strict = await expectTruth(ask({ by, filter: { rank: 'strict' } }));
  const unknownIn = ({ rows }: TftExploration) => rows.find(({ key }) => key === `${by}:unknown`)?.n;
  expect(strict.baseline).toEqual(nearest.baseline);
  expect(unknownIn(nearest)).toBe(boards.filter(({ lp }) => lp === null).length);
  expect(unknownIn(strict)).toBe(boards.filter(({ isRankStrict }) => !isRankStrict).length);
});

/** Counted from the distances of the invented boards. */
function ranksOf(counted: readonly InventedBoard[]): TftExploration['ranks'] {
  const ranks = { strict: 0, day: 0, older: 0, unknown: 0 };
  for (const { rankHours } of counted) {
    if (rankHours === null) ranks.unknown++;
    else if (rankHours <= 0 && rankHours >= -STRICT_HOURS) ranks.strict++;
    else if (rankHours >= -24 && rankHours <= 24) ranks.day++;
    else ranks.older++;
  }
  return ranks;
}

test('ranks are counted before the filter on them, of the asked patch, and of boards also where units are', async () => {
  const where: Condition = { unit: ape };
  const within = boards.filter(({ patch, units }) => patch === '17.4' && units.some(({ id }) => id === ape));
  const rest: Partial<Filter> = { patches: ['17.4'], where };
  const asked: Parameters<typeof ask>[0][] = [
    { by: 'level', filter: rest },
    { by: 'unit-item', of: bee, filter: rest },
    { by: 'unit', filter: { ...rest, comparedPatch: '17.3' } },
    { by: 'unit', filter: { ...rest, tiers: ['master'], lp: { min: 0 } } },
    { by: 'lp', filter: { ...rest, lp: { unknown: 'only' }, rank: 'strict' } },
  ];
  for (const question of asked)
    expect((await explorer.explore(ask(question), never)).ranks).toEqual(ranksOf(within));
});

test('ranks of a filter are counted once for all questions about it', async () => {
  const counts: string[] = [];
  const reader: ClickHouse['reader'] = {
    ...clickhouse.reader,
    query: (sql, options) => {
      if (sql.includes('group by rank_hours')) counts.push(sql);
      return clickhouse.reader.query(sql, options);
    },
  };
  const asking = explorerOn(database, { reader }, () => 5_000_000);
  const filter: Partial<Filter> = { places: ['kr'] };
  await asking.explore(ask({ by: 'unit', filter }), never);
  await asking.explore(ask({ by: 'tier', filter: { ...filter, rank: 'strict' } }), never);
  await asking.explore(ask({ by: 'trait', filter: { ...filter, lp: { min: 0 } } }), never);
  expect(counts).toHaveLength(1);
  await asking.explore(ask({ by: 'unit', filter: { ...filter, level: { min: 8 } } }), never);
  expect(counts).toHaveLength(2);
});

test('whatever is asked is answered as by hand', { timeout: 120_000 }, async () => {
  let found = 0;
  const holds = async (question: Question): Promise<void> => {
    const { baseline } = await expectTruth(question);
    if (baseline.n > 0) found++;
  };
  await fc.assert(fc.asyncProperty(arbitraryQuestion, holds), { numRuns: 40 });
  // Otherwise it would have shown that nothing is nothing.
  expect(found).toBeGreaterThan(12);
});

test('a second patch stands beside the first, with the change between them', async () => {
  const answer = await expectTruth(ask({ by: 'unit', filter: { patches: ['17.4'], comparedPatch: '17.3' } }));
  const row = answer.rows[0];
  const other = row?.compared?.statistics;
  if (row === undefined || other === undefined || other === null) throw new Error('nothing to compare');
  expect(row.compared?.change?.value).toBeCloseTo(row.average.value - other.average.value, 10);
  expect(answer.comparedBaseline?.n).toBe(
    boardsOf(boards, ask({ filter: { patches: ['17.3'] } }).filter).length,
  );
});

test('rows and filter are told in words with names, and the text of an answer is its question', async () => {
  const question = ask({ by: 'unit', sort: 'average', order: 'asc', filter: { where: { unit: bee } } });
  const answer = await explorer.explore(question, never);
  expect(answer.rows.find(({ key }) => key === `unit:${ape}`)?.label).toBe('Ape');
  expect(answer.words).toContain('Bee');
  const parsed = parseQuestion(Object.fromEntries(new URLSearchParams(answer.text)));
  if (parsed.type !== 'ok') throw new Error(`${answer.text} is refused`);
  const again = checkQuestion(parsed.question, { ...(await explorer.known()), patches: [] });
  expect(again).toEqual({ type: 'ok', question });
});

test('pages follow each other, in the order that was asked for', async () => {
  const whole = await explorer.explore(
    ask({ by: 'unit-build-3', of: ape, sort: 'average', order: 'asc' }),
    never,
  );
  const pages = await Promise.all(
    [0, 1, 2].map((page) =>
      explorer.explore(
        ask({ by: 'unit-build-3', of: ape, sort: 'average', order: 'asc', page, pageSize: 7 }),
        never,
      ),
    ),
  );
  expect(whole.rowCount).toBeGreaterThan(21);
  expect(pages.flatMap(({ rows }) => rows)).toEqual(whole.rows.slice(0, 21));
  expect(pages.map(({ rowCount }) => rowCount)).toEqual([whole.rowCount, whole.rowCount, whole.rowCount]);
});

test.each(['total', 'unit', 'unit-item', 'item-holder', 'composition'] as const)(
  'by %s, nothing at all is an answer too',
  async (by) => {
    const answer = await empty.explore(about(by), never);
    expect(answer).toMatchObject({
      baseline: { n: 0, share: 0 },
      rows: [],
      rowCount: 0,
      hiddenRowCount: 0,
      isCut: false,
      ranks: { strict: 0, day: 0, older: 0, unknown: 0 },
      freshness: { newestGameAt: null },
      completeness: { wanted: 0, stored: 0, from: null, to: null },
    });
    expect(Check(SCHEMAS, TftAnswer, { ...answer, cache: 'miss', tookMs: 1 })).toBe(true);
    expect(numbersIn(answer).every(Number.isFinite)).toBe(true);
  },
);

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}

test('where too little is left, the nearest wider filter is offered with what it would find', async () => {
  const narrow: Partial<Filter> = { patches: ['17.4'], places: ['kr'], level: { min: 10, max: 10 } };
  const answer = await explorer.explore(ask({ by: 'unit', filter: narrow }), never);
  expect(answer.baseline.n).toBeGreaterThan(0);
  expect(answer.baseline.n).toBeLessThan(200);
  const { wider } = answer;
  if (wider === null) throw new Error('nothing wider was offered');
  const taken = await explorer.explore(ask({ by: 'unit', filter: wider.filter }), never);
  expect(wider.n).toBe(taken.baseline.n);
  expect(wider.n >= 200 || wider.n >= 3 * answer.baseline.n).toBe(true);
  expect(wider.change).not.toBe('');
  expect((await explorer.explore(about('unit'), never)).wider).toBeNull();
});

test('the games behind a row are those of its boards, the newest first', async () => {
  const question = ask({ by: 'unit', filter: { patches: ['17.4'], comparedPatch: '17.3' } });
  const games = await explorer.games(question, { kind: 'unit', unit: ape }, 5, never);
  const behind = boards
    .filter(({ patch, units }) => patch === '17.4' && units.some(({ id }) => id === ape))
    .toSorted((a, b) => b.endedAt - a.endedAt || b.game - a.game || a.placement - b.placement);
  expect(games.total).toBe(behind.length);
  expect(games.games).toEqual(
    behind.slice(0, 5).map(({ platform, game, seat, placement, level, lp, endedAt }) => ({
      id: `${platform.toUpperCase()}_${5_000_000_000 + game}`,
      seat,
      placement,
      level,
      lp,
      endedAt: new Date(endedAt).toISOString(),
    })),
  );
  expect(Check(SCHEMAS, TftGames, games)).toBe(true);
});

test.each(BREAKDOWN_IDS)('the rows by %s lead to as many games as have something of them', async (by) => {
  const question = about(by);
  const { rows } = await explorer.explore(question, never);
  for (const row of rows.slice(0, 2)) {
    const { total } = await explorer.games(question, row.subject, 1, never);
    expect([row.key, total]).toEqual([row.key, countBehind(boards, question, row.key)]);
    expect(total).toBeGreaterThan(0);
  }
});

test('there is to choose from what there are boards of', async () => {
  await database.query(
    `insert into gamekeeper.patch (source, set_number, patch, b_patch, region, starts_at, origin, is_estimate)
     values ('tft', 17, '17.3', '', '*', '2026-05-01', 'manual', false), ('tft', 17, '17.4', '', '*', '2026-05-15', 'manual', false)
     on conflict (source, set_number, patch, b_patch, region) do update set starts_at = excluded.starts_at`,
  );
  const options = await explorerOn(database, clickhouse).options();
  expect(Check(SCHEMAS, TftOptions, options)).toBe(true);
  const countOf = (filter: Partial<Filter>) => boardsOf(boards, ask({ filter }).filter).length;
  expect(options.patches.map(({ patch, boards: count, startsAt }) => ({ patch, count, startsAt }))).toEqual([
    { patch: '17.4', count: countOf({ patches: ['17.4'] }), startsAt: '2026-05-15T00:00:00.000Z' },
    { patch: '17.3', count: countOf({ patches: ['17.3'] }), startsAt: '2026-05-01T00:00:00.000Z' },
    { patch: 'unknown', count: countOf({ patches: ['unknown'] }), startsAt: null },
  ]);
  const markProvisional = (origin: string) =>
    database.query(`update gamekeeper.patch set origin = $1 where patch = '17.4'`, [origin]);
  const marks = async () =>
    (await explorerOn(database, clickhouse).options()).patches.map((one) => one.isProvisional);
  await markProvisional('listed');
  expect(await marks()).toEqual([true, false, false]);
  await markProvisional('manual');
  expect(await marks()).toEqual([false, false, false]);
  const newest = Math.max(...boards.filter(({ patch }) => patch === '17.4').map(({ endedAt }) => endedAt));
  expect(options.patches[0]?.newestGameAt).toBe(new Date(newest).toISOString());
  expect(options.tiers.map(({ tier }) => tier)).toEqual([...INVENTED.tiers, 'unknown']);
  expect(new Set(options.platforms.map(({ platform, region }) => `${region} ${platform}`))).toEqual(
    new Set(['europe euw1', 'europe tr1', 'asia kr', 'sea ph2']),
  );
  expect(options.platforms.reduce((sum, one) => sum + one.boards, 0)).toBe(boards.length);
  expect(options.queues[0]).toMatchObject({
    queue: 1100,
    name: 'Ranked',
    boards: countOf({ queues: [1100] }),
  });
  expect(options.isPractice).toBe(true);
});

test('ids that were played are known, and others are answered with what is near', async () => {
  const known = await explorer.known();
  expect(known.hasUnit(ape) && known.hasItem(axe) && known.hasTrait(air)).toBe(true);
  expect(known.hasUnit(axe) || known.hasItem(ape) || known.hasTrait(`${air}@1`)).toBe(false);
  expect(known.nearest('unit', 'pra_apee')[0]).toBe(ape);
  const checked = checkQuestion({ filter: { places: ['kr'] } }, known);
  expect(checked).toMatchObject({ type: 'ok', question: { filter: { patches: [known.patches[0]] } } });
});

test('freshness and the version follow the projection, completeness the states of games', async () => {
  await database.query(
    `insert into gamekeeper.match (source, id, platform, state, day) values
       ('tft', 'KR_1', 'kr', 'stored', '2026-05-19'), ('tft', 'KR_2', 'kr', 'wanted', '2026-05-19'), ('tft', 'KR_3', 'kr', 'gone', '2026-05-20'),
       ('tft', 'KR_4', 'kr', 'quarantined', '2026-05-20'), ('tft', 'KR_5', 'kr', 'wanted', '2026-05-25'), ('tft', 'EUW1_1', 'euw1', 'wanted', '2026-05-19')`,
  );
  await database.query(
    `insert into gamekeeper.raw (source, kind, id, body, size, sha) values ('tft', 'match', 'KR_1', '', 0, '')`,
  );
  let time = 1_000_000;
  const clocked = explorerOn(database, clickhouse, () => time);
  const question = ask({
    filter: {
      patches: ['17.4'],
      places: ['kr'],
      time: { from: FIRST_HOUR, until: FIRST_HOUR + 72 * HOUR_MS },
    },
  });
  const first = await clocked.explore(question, never);
  expect(first.completeness).toEqual({
    wanted: 1,
    stored: 1,
    gone: 1,
    quarantined: 1,
    from: '2026-05-18',
    to: '2026-05-20',
  });
  expect(first.freshness).toMatchObject({ gamesBehind: 1, dataVersion: 'none' });

  const start = { name: 'tft', version: 7, state: 'live', systemId: 'x', tableIds: [], dropped: [] } as const;
  await beginProjection(database, start);
  const [raw] = await database.query<{ xid: string; rev: string }>(
    `select xid::text as xid, rev::text as rev from gamekeeper.raw`,
  );
  if (raw === undefined) throw new Error('no body was stored');
  await moveCursor(database, 'tft', { from: { xid: '0', rev: '0' }, to: raw, batch: 33 });
  expect(await clocked.dataVersion()).toBe('none');
  time += 10_000;
  const second = await clocked.explore(question, never);
  expect(second.freshness).toMatchObject({
    gamesBehind: 0,
    lagSeconds: 0,
    dataVersion: '7.33.0.0',
    incomplete: null,
  });
  expect(await clocked.dataVersion()).toBe('7.33.0.0');

  // Another version, so that no answer from before is served without the notice.
  await noteDamage(database, 'tft', { matches: 3, where: ['tft_unit 17.4'] });
  time += 10_000;
  const third = await clocked.explore(question, never);
  expect(third.freshness).toMatchObject({ dataVersion: '7.33.0.0.damaged-3', incomplete: { matches: 3 } });
});

test('a code that is younger than the list at hand is looked up', async () => {
  let time = 0;
  const clocked = explorerOn(database, clickhouse, () => time);
  await clocked.explore(about('unit'), never);
  const [code] = await addTftCodes(database, 'unit', ['pra_newcomer']);
  const newcomer: InventedBoard = {
    ...(boards[0] ?? fail()),
    game: 999,
    patch: '18.1',
    units: [{ id: 'pra_newcomer', stars: 1, items: [] }],
  };
  expect(code?.id).toBe('pra_newcomer');
  await insertBoards(clickhouse.writer, [newcomer], createCodeBook(await loadTftCodes(database)));
  time = 2_000;
  const { rows } = await clocked.explore(ask({ by: 'unit', filter: { patches: ['18.1'] } }), never);
  expect(rows.map(({ key, n }) => [key, n])).toEqual([['unit:pra_newcomer', 1]]);
  await clickhouse.writer.command("alter table tft_board drop partition '18.1'");
});

function fail(): never {
  throw new Error('there is no first board');
}

test.each([
  ['memory', '241'],
  ['rows', '396'],
] as const)('a question beyond the limits (%s) is refused with advice', async (reason, code) => {
  const refusal = Object.assign(new Error('limit exceeded'), { code });
  const reader: ClickHouse['reader'] = { ...clickhouse.reader, query: () => Promise.reject(refusal) };
  const asking = explorerOn(database, { reader }).explore(about('unit'), never);
  await expect(asking).rejects.toMatchObject({ name: 'TooMuchWork', reason });
  await expect(asking).rejects.toThrow('Ask about fewer patches');
});

test('whoever does not wait any longer is not answered', async () => {
  await expect(explorer.explore(about('unit'), AbortSignal.abort())).rejects.toThrow('abort');
  const leaving = new AbortController();
  const slow = explorer.explore(about('unit-build-3'), leaving.signal);
  leaving.abort();
  await expect(slow).rejects.toThrow('abort');
});

test('no more keys are read than may be, the rarest are left out, and how many there are is known', async () => {
  const codes = createCodeBook(await loadTftCodes(database));
  const dependencies = { clickhouse: clickhouse.reader, codes, strictHours: STRICT_HOURS, signal: never };
  const question = ask({ by: 'unit-build-2', of: ape });
  const { rows } = plainAnswer(boards, { ...question, by: 'unit-build-2' });
  const enough = [...rows.values()].filter((counts) => boardsIn(counts) >= 5);
  const counted = await countKeys(question, { minN: 5, maxKeys: 3 }, dependencies);
  expect(counted).toMatchObject({ keyCount: rows.size, keptCount: enough.length });
  expect(enough.length).toBeGreaterThan(3);
  const most = enough.map(boardsIn).toSorted((a, b) => b - a);
  expect(counted.keys.map(({ counts }) => boardsIn(counts))).toEqual(most.slice(0, 3));
});
