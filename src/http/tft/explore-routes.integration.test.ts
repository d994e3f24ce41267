/** The routes of the explorer with real stores behind them. */
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arbitraryQuestion } from '#/analytics/tft/fixtures/arbitrary-question.ts';
import { INVENTED } from '#/analytics/tft/fixtures/invented-boards.ts';
import { Problem } from '#/contract/problem.ts';
import {
  TftAnswer,
  TftCondition,
  TftFilter,
  TftQuestion,
  TftRow,
  TftStatistics,
} from '#/contract/tft-explore.ts';
import { TftGames, TftNamesList, TftOptions } from '#/contract/tft-reference.ts';
import { printQuestion } from '#/domain/tft/explore/question-text.ts';
import type { Question } from '#/domain/tft/explore/question.ts';
import { RANK_QUALITIES } from '#/domain/tft/match-rank.ts';
import { loadTftCodes } from '#/stores/postgres/tft-code.ts';
import { createServerUnderTest, type ServerUnderTest } from '../server-under-test.ts';
import { drilled } from '../../../test/support/drilled.ts';
import { startExplorerUnderTest, type ExplorerUnderTest } from '../../../test/support/explorer-under-test.ts';
import { createTftAccessUnderTest } from './tft-access-under-test.ts';

const SCHEMAS = { TftCondition, TftFilter, TftQuestion, TftRow, TftStatistics };
const answerSchema = Compile(SCHEMAS, TftAnswer);
const problemSchema = Compile(Problem);
const EXPLORE = '/api/tft/explore';
/** Hundreds of real questions. */
const FUZZ_MS = 180_000;

let stores: ExplorerUnderTest;
let under: ServerUnderTest;
beforeAll(async () => {
  stores = await startExplorerUnderTest();
  const { explorer, database } = stores;
  under = await createServerUnderTest({
    deps: { tft: createTftAccessUnderTest({ explorer, codes: () => loadTftCodes(database) }) },
  });
});
afterAll(async () => {
  await under.server.close();
  await stores.stop();
});

const get = async (url: string, headers: Record<string, string> = {}) =>
  under.server.inject({ url, headers });
const post = async (payload: unknown) =>
  under.server.inject({
    method: 'POST',
    url: EXPLORE,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  });

test('the same question by address and as JSON has the same answer, the second time from the cache', async () => {
  const byAddress = await get(`${EXPLORE}?patch=17.3&queue=any&by=trait&min=3`);
  const asJson = await post({ filter: { patches: ['17.3'], queues: [] }, by: 'trait', minN: 3 });
  const first = byAddress.json<TftAnswer>();
  const second = asJson.json<TftAnswer>();
  expect([byAddress.statusCode, asJson.statusCode]).toEqual([200, 200]);
  expect([first.cache, second.cache, second.tookMs]).toEqual(['miss', 'hit', 0]);
  expect(first.tookMs).toBeGreaterThan(0);
  expect({ ...second, cache: '', tookMs: 0 }).toEqual({ ...first, cache: '', tookMs: 0 });
  expect(first.rows.length).toBeGreaterThan(0);
  expect([answerSchema.Check(first), [...answerSchema.Errors(first)]]).toEqual([true, []]);
});

test('the rank as of the match is asked for by address and as JSON, and the answer says how well ranks are known', async () => {
  const nearest = (await get(`${EXPLORE}?patch=17.3&queue=any&by=tier&rank=nearest`)).json<TftAnswer>();
  const strict = (await get(`${EXPLORE}?patch=17.3&queue=any&by=tier&rank=strict`)).json<TftAnswer>();
  const asJson = await post({ filter: { patches: ['17.3'], queues: [], rank: 'strict' }, by: 'tier' });
  const unknownIn = ({ rows }: TftAnswer) => rows.find(({ key }) => key === 'tier:unknown')?.n;
  const { strict: known, day, older, unknown } = nearest.ranks;
  expect(Object.keys(nearest.ranks)).toEqual([...RANK_QUALITIES]);
  expect(asJson.json()).toMatchObject({ text: strict.text, cache: 'hit' });
  expect(nearest.question.filter.rank).toBeUndefined();
  expect(strict.question.filter.rank).toBe('strict');
  expect(strict.words).toContain('using the rank as of the match');
  expect(known + day + older + unknown).toBe(nearest.baseline.n);
  expect(strict.ranks).toEqual(nearest.ranks);
  expect([unknownIn(nearest), unknownIn(strict)]).toEqual([unknown, day + older + unknown]);
  expect(answerSchema.Check(strict)).toBe(true);
});

test('a rank that is neither is refused with the two that are', async () => {
  const byAddress = await get(`${EXPLORE}?rank=exact`);
  const asJson = await post({ filter: { rank: 'exact' } });
  expect([byAddress.statusCode, asJson.statusCode]).toEqual([400, 400]);
  expect(byAddress.json<Problem>().errors).toEqual([
    { where: 'query/rank', expected: expect.stringMatching(/nearest.*strict|strict.*nearest/) as string },
  ]);
  expect(JSON.stringify(asJson.json<Problem>().errors)).toContain('filter/rank');
});

test('whoever has the answer is told that it still is the answer', async () => {
  const url = `${EXPLORE}?patch=17.4&by=level`;
  const first = await get(url);
  const etag = String(first.headers.etag);
  expect(first.headers['cache-control']).toMatch(/^private, max-age=\d$/);
  // Another way to ask the same.
  const again = await get(`${EXPLORE}?by=level&patch=17.4`, { 'if-none-match': `"other", ${etag}` });
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
  const ready = await get(url, { 'if-none-match': etag });
  expect(ready.statusCode).toBe(304);
  const other = await get(`${EXPLORE}?patch=17.3&by=level`, { 'if-none-match': etag });
  expect(other.statusCode).toBe(200);
});

test('the rows of all pages make one table', async () => {
  const answer = (await get(`${EXPLORE}?patch=17.4&queue=any&by=unit&size=500`)).json<TftAnswer>();
  const csv = await get('/api/tft/explore.csv?patch=17.4&queue=any&by=unit&size=2&page=1');
  const [head, ...lines] = csv.body.trimEnd().split('\r\n');
  expect(head).toBe('key,label,n,share,average,low,high,top4,win,difference,shrunk,low sample');
  expect(lines.map((line) => line.split(',')[0])).toEqual(answer.rows.map(({ key }) => key));
  expect(lines.map((line) => Number(line.split(',')[2]))).toEqual(answer.rows.map(({ n }) => n));
  expect(csv.headers['content-type']).toMatch(/^text\/csv/);
  expect(csv.headers['content-disposition']).toBe('attachment; filename="tft-17.4-unit.csv"');
});

test('every row leads to as many games as it counts, and none of them names anybody', async () => {
  const query = 'patch=17.4&queue=any&by=trait';
  const { rows } = (await get(`${EXPLORE}?${query}`)).json<TftAnswer>();
  for (const { key, n } of rows) {
    const response = await get(`${EXPLORE}/games?${query}&row=${encodeURIComponent(key)}&limit=2`);
    const found = response.json<TftGames>();
    expect(found).toMatchObject({ total: n });
    expect(found.games.length).toBe(Math.min(n, 2));
    expect(response.body).not.toMatch(/puuid|name/i);
  }
  expect(rows.length).toBeGreaterThan(2);
});

test('what there is to choose from, and what it is called', async () => {
  const options = await get('/api/tft/options');
  const names = await get('/api/tft/names');
  expect(Compile(TftOptions).Check(options.json())).toBe(true);
  expect(
    options
      .json<TftOptions>()
      .patches.map(({ patch }) => patch)
      .sort(),
  ).toEqual(['17.3', '17.4', 'unknown']);
  expect(Compile(TftNamesList).Check(names.json())).toBe(true);
  const { units, traits } = names.json<TftNamesList>();
  expect(units.map(({ id }) => id).sort()).toEqual([...INVENTED.units].sort());
  expect(traits.map(({ id }) => id).sort()).toEqual([...INVENTED.traits].sort());
  const again = await get('/api/tft/names', { 'if-none-match': String(names.headers.etag) });
  expect(again.statusCode).toBe(304);
});

test.each([
  ['?by=nonsense', 'query/by', 'unit'],
  ['?unknown=1', 'query/unknown', 'patch'],
  ['?by=unit-item', 'query/of', 'the id of the unit'],
  ['?patch=17.4&patch=17.3', 'query/patch', 'once'],
  ['?where=unit(pra_bea)', 'query/where/unit', 'pra_bee'],
  ['?patch=99.9', 'query/patch', '17.4'],
  ['/games?row=trait:x&by=unit', 'query/row', "by 'unit'"],
  ['/games?row=unit:pra_ape&limit=201', 'query/limit', '200'],
  ['/games', 'query/row', 'the key of a row'],
])('%s is refused with the place and what is allowed', async (query, where, allowed) => {
  const response = await get(`${EXPLORE}${query}`);
  const { errors = [], code } = response.json<Problem>();
  expect([response.statusCode, code]).toEqual([400, 'invalid-request']);
  expect(errors.map((error) => error.where.replace(/\/\d+$/, ''))).toContain(where);
  expect(errors.map(({ expected }) => expected).join()).toContain(allowed);
});

/** Of ids that there are: most of these can be answered. */
const sound = arbitraryQuestion.map((question) => {
  const text = JSON.stringify(question).replaceAll(/pra_nobody|item_nothing|trait_none/g, (id) => {
    return { pra_nobody: 'pra_ape', item_nothing: 'item_axe', trait_none: 'trait_air' }[id] ?? id;
  });
  return { ...(JSON.parse(text) as Question), page: 0, pageSize: 50 };
});
const mutated = fc.tuple(sound, fc.nat(), fc.json()).map(([question, at, json]) => {
  const text = JSON.stringify(question);
  const places = [...text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d+|\[|\{/g)].map(({ index }) => index);
  const place = places[at % places.length] ?? 0;
  const token = /^(?:"(?:[^"\\]|\\.)*"|-?\d+|.)/.exec(text.slice(place))?.[0] ?? '';
  return `${text.slice(0, place)}${token === '{' || token === '[' ? `${token}${json},` : json}${text.slice(place + token.length)}`;
});
const anyBody = fc.oneof(
  sound.map((question) => JSON.stringify(question)),

  fc.json(),
  mutated,
  arbitraryQuestion.map((question) => JSON.stringify(question)),
);
const anyQuery = fc.oneof(
  { arbitrary: sound.map((question) => printQuestion(question)), weight: 3 },

  arbitraryQuestion.map((question) => printQuestion(question)),
  fc.tuple(sound, fc.nat(), fc.string({ unit: 'binary', maxLength: 5 })).map(([question, at, noise]) => {
    const text = printQuestion(question);
    return `${text.slice(0, at % (text.length + 1))}${noise}${text.slice(at % (text.length + 1))}`;
  }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .tuple(fc.constantFrom('where', 'lp', 'by', 'patch', 'from', 'row', 'limit'), fc.string())
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`),
);

function expectAnswerOrRefusal(
  response: Awaited<ReturnType<typeof get>>,
  schema: { Check(value: unknown): boolean },
) {
  expect(response.statusCode).toBeLessThan(500);
  const isAnswer = response.statusCode === 200;
  const body: unknown = response.json();
  expect([(isAnswer ? schema : problemSchema).Check(body), response.body]).toEqual([true, response.body]);
  return isAnswer;
}

test(
  'whatever is sent as JSON gets an answer or a clear refusal',
  async () => {
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(anyBody, async (payload) => {
        const response = await under.server.inject({
          method: 'POST',
          url: EXPLORE,
          headers: { 'content-type': 'application/json' },
          payload,
        });
        if (expectAnswerOrRefusal(response, answerSchema)) answered += 1;
      }),
      { numRuns: drilled(80, 400) },
    );
    expect(answered).toBeGreaterThan(8);
  },
  FUZZ_MS,
);

test(
  'whatever stands in an address gets an answer or a clear refusal',
  async () => {
    const games = Compile(TftGames);
    const anything = Compile(Type.Unknown());
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(anyQuery, fc.constantFrom('', '', '/games', '.csv'), async (query, kind) => {
        const safe = query.toWellFormed().replaceAll(/[^\x21-\x7e]|#/gu, (one) => encodeURIComponent(one));
        const response = await get(`${EXPLORE}${kind}?${safe}${kind === '/games' ? '&row=total' : ''}`);
        if (kind === '.csv' && response.statusCode === 200) return;
        const schema = kind === '' ? answerSchema : kind === '/games' ? games : anything;
        if (expectAnswerOrRefusal(response, schema)) answered += 1;
      }),
      { numRuns: drilled(80, 400) },
    );
    expect(answered).toBeGreaterThan(4);
  },
  FUZZ_MS,
);
