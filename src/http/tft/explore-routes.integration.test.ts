/** The routes of the explorer with real stores behind them. */
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INVENTED } from '#/analytics/tft/fixtures/invented-boards.ts';
import type { Problem } from '#/contract/problem.ts';
import {
  TftAnswer,
  TftCondition,
  TftFilter,
  TftQuestion,
  TftRow,
  TftStatistics,
} from '#/contract/tft-explore.ts';
import { TftNamesList, TftOptions, type TftGames } from '#/contract/tft-reference.ts';
import { RANK_QUALITIES } from '#/domain/tft/match-rank.ts';
import { loadTftCodes } from '#/tft/codes.ts';
import { createServerUnderTest, type ServerUnderTest } from '../server-under-test.ts';
import { startExplorerUnderTest, type ExplorerUnderTest } from '../../../test/support/explorer-under-test.ts';
import { createTftAccessUnderTest } from './tft-access-under-test.ts';

const SCHEMAS = { TftCondition, TftFilter, TftQuestion, TftRow, TftStatistics };
const answerSchema = Compile(SCHEMAS, TftAnswer);
const EXPLORE = '/api/tft/explore';

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
  ['?where=unit(pra_bea)', 'query/where/unit', 'pra_bee'],
  ['?patch=99.9', 'query/patch', '17.4'],
  ['/games?row=trait:x&by=unit', 'query/row', "by 'unit'"],
  ['/games?row=unit:pra_ape&limit=201', 'query/limit', '200'],
])('%s is refused with the place and what is allowed', async (query, where, allowed) => {
  const response = await get(`${EXPLORE}${query}`);
  const { errors = [], code } = response.json<Problem>();
  expect([response.statusCode, code]).toEqual([400, 'invalid-request']);
  expect(errors.map((error) => error.where.replace(/\/\d+$/, ''))).toContain(where);
  expect(errors.map(({ expected }) => expected).join()).toContain(allowed);
});
