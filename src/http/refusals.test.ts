/** What each route refuses before or without any work, in one table. That a token is needed is in `route-policy.test.ts`. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Problem } from '#/contract/problem.ts';
import { ADMIN_TOKEN, createServerUnderTest, type ServerUnderTest } from './server-under-test.ts';

const UUID = '5f0f31a4-3d0b-4c55-9d6a-5e7d8a3b1c01';
const ANA = { gameName: 'Ana', tagLine: 'EUW' };
const ACCOUNTS = '/api/lol/accounts';
const TRACKED = '/api/lol/tracked';
const GROUPS = '/api/lol/groups';
const HISTORY = '/api/lol/players/Ana/EUW/history';
const DAYS = '/api/football/days';
const GOAL = `/api/football/goals/${UUID}`;
const CLIP = `/api/football/clips/${UUID}`;
const OPERATIONS = '/api/admin/operations';
const QUARANTINE = `${OPERATIONS}/quarantine`;
const PATCHES = '/api/admin/tft/patches';
const EXPLORE = '/api/tft/explore';

let under: ServerUnderTest;
beforeAll(async () => {
  under = await createServerUnderTest({
    deps: {
      patches: {
        list: async () => ({ patches: [], undated: [] }),
        change: async () => null,
        task: async () => undefined,
      },
    },
  });
});
afterAll(() => under.server.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function refusalOf(method: Method, url: string, payload?: object): Promise<Problem> {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const answer = await under.server.inject({ method, url, headers, ...(payload && { payload }) });
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(answer.json<Problem>().status).toBe(answer.statusCode);
  return answer.json<Problem>();
}

test.each<[url: string, ...where: string[]]>([
  [`${HISTORY}?zone=Mars/Olympus&gap=1&nonsense=1&platform=zz9`, 'query/zone', 'query/gap', 'query/nonsense'],
  [`${HISTORY}?platform=zz9`, 'query/platform'],
  [`${DAYS}/2026-02-29`, 'path/day'],
  [`${DAYS}/today`, 'path/day'],
  [`${DAYS}/2026-11-15?zone=Moon/Base`, 'query/zone'],
  [`${DAYS}/2026-11-15?zone=%2B02:00`, 'query/zone'],
  [`${DAYS}/2026-11-15?page=2`, 'query/page'],
  ['/api/football/fixtures/0', 'path/id'],
  ['/api/football/fixtures/x', 'path/id'],
  ['/api/football/goals/7/steps', 'path/id'],
  ['/api/jobs?minutes=0', 'query/minutes'],
  ['/api/jobs?limit=501', 'query/limit'],
  ['/api/jobs?outcome=eaten', 'query/outcome'],
  ['/api/jobs?colour=red', 'query/colour'],
  [`${OPERATIONS}/history?hours=0`, 'query/hours'],
  [`${OPERATIONS}/history?hours=169`, 'query/hours'],
  [`${OPERATIONS}/history?colour=red`, 'query/colour'],
  [`${QUARANTINE}?limit=501`, 'query/limit'],
  [`${QUARANTINE}/tft/ladder/EUW1_1`, 'path/kind'],
  [`${QUARANTINE}/tft/match/${'x'.repeat(101)}`, 'path/id'],
  ['/api/admin/tft/projection-tasks/99999999999999999999', 'path/id'],
  [`${EXPLORE}?by=nonsense`, 'query/by'],
  [`${EXPLORE}?unknown=1`, 'query/unknown'],
  [`${EXPLORE}?by=unit-item`, 'query/of'],
  [`${EXPLORE}?patch=17.4&patch=17.3`, 'query/patch'],
  [`${EXPLORE}?rank=exact`, 'query/rank'],
  [`${EXPLORE}/games`, 'query/row'],
  [`${EXPLORE}/games?row=unit:x&limit=201`, 'query/limit'],
  ['/api/tft/matches/nonsense', 'path/id'],
  ['/api/tft/icons/augment/x', 'path/kind'],
])('GET %s is a 400 that names the place', async (url, ...where) => {
  const { status, errors = [] } = await refusalOf('GET', url);
  expect([status, errors.map((error) => error.where)]).toEqual([400, where]);
});

test.each<[method: Method, url: string, payload: object | undefined, where: string]>([
  ['POST', ACCOUNTS, { ...ANA, platform: 'moon1' }, 'body/platform'],
  ['POST', TRACKED, { ...ANA, timeZone: 'Europe/Atlantis' }, 'body/timeZone'],
  ['POST', TRACKED, { ...ANA, platform: 'x' }, 'body/platform'],
  ['POST', TRACKED, { ...ANA, lookbackDays: 10_000 }, 'body/lookbackDays'],
  ['POST', TRACKED, { ...ANA, colour: 'red' }, 'body/colour'],
  ['POST', `${TRACKED}/someone/collect`, { count: 5_000 }, 'body/count'],
  ['POST', GROUPS, { name: 'Friends', members: [], timeZone: 'Europe/Atlantis' }, 'body/timeZone'],
  ['POST', `${GOAL}/steps`, { step: 'celebrate' }, 'body/step'],
  ['POST', `${GOAL}/steps`, {}, 'body/step'],
  ['POST', `${GOAL}/steps`, { step: 'settle', clipId: 'nonsense' }, 'body/clipId'],
  ['POST', `${GOAL}/steps`, { step: 'download' }, 'body/clipId'],
  ['POST', `${GOAL}/steps`, { step: 'upload' }, 'body/clipId'],
  ['POST', `${GOAL}/steps`, { step: 'search', clipId: UUID }, 'body/clipId'],
  ['POST', '/api/football/ingest', { day: '2026-13-01' }, 'body/day'],
  ['POST', PATCHES, { name: '18.7' }, 'body/from'],
  ['POST', PATCHES, { name: '18.7', from: '2026-09-11', until: 'x' }, 'body/until'],
  ['POST', PATCHES, { name: '18.7', from: '2026-09-11', set: 1.5 }, 'body/set'],
  ['POST', PATCHES, { name: 'newest', from: '2026-09-11' }, 'body/name'],
  ['POST', PATCHES, { name: '18.7', from: '2026-02-31' }, 'body/from'],
  ['POST', PATCHES, { name: '18.7', from: '2026-09-11', region: 'moon' }, 'body/region'],
  ['PUT', `${PATCHES}/18.2?region=mars`, { from: '2026-09-11' }, 'query/region'],
  ['PUT', `${PATCHES}/18.2`, { from: '' }, 'body/from'],
  ['DELETE', `${PATCHES}/newest`, undefined, 'path/name'],
  ['DELETE', `${PATCHES}/18.2?set=x`, undefined, 'query/set'],
  ['DELETE', `${PATCHES}/18.2?platform=kr`, undefined, 'query/platform'],
])('%s %s %j is a 400 that names the place', async (method, url, payload, where) => {
  const { status, errors = [] } = await refusalOf(method, url, payload);
  expect([status, errors.map((error) => error.where)]).toEqual([400, [where]]);
});

test.each<[method: Method, url: string, payload?: object]>([
  ['GET', HISTORY],
  ['GET', `${HISTORY}.csv`],
  ['DELETE', '/api/lol/players/Ana/EUW/collection'],
  ['POST', ACCOUNTS, ANA],
  ['GET', `${ACCOUNTS}/${UUID}`],
  ['POST', `${ACCOUNTS}/${UUID}/sync`],
  ['DELETE', `${ACCOUNTS}/${UUID}`],
  ['POST', TRACKED, ANA],
  ['POST', `${TRACKED}/someone/collect`, {}],
  ['DELETE', `${TRACKED}/someone`],
  ['PUT', `${GROUPS}/${UUID}`, { name: 'Friends', members: [] }],
  ['DELETE', `${GROUPS}/${UUID}`],
  ['POST', '/api/lol/reports', { subject: 'player', id: 'someone' }],
  ['GET', `/api/lol/reports/${UUID}`],
  ['GET', `/api/lol/reports/${UUID}.json`],
  ['GET', `/api/lol/reports/${UUID}.html`],
  ['GET', '/api/football/fixtures/7'],
  ['GET', `${GOAL}/steps`],
  ['POST', `${GOAL}/steps`, { step: 'search' }],
  ['POST', `${GOAL}/hide`],
  ['POST', `${GOAL}/restore`],
  ['DELETE', CLIP],
  ['GET', `${CLIP}/video`],
  ['POST', `/api/admin/jobs/${UUID}/retry`],
  ['POST', `/api/admin/jobs/${UUID}/discard`],
  ['GET', `${QUARANTINE}/tft/match/EUW1_1`],
  ['POST', `${QUARANTINE}/tft/match/EUW1_1/revalidate`],
  ['POST', `${QUARANTINE}/tft/match/EUW1_1/refetch`],
  ['GET', '/api/admin/tft/projection-tasks/7'],
  ['PUT', `${PATCHES}/18.77`, { from: '2026-09-11' }],
  ['DELETE', `${PATCHES}/18.77`],
  ['GET', '/api/tft/matches/EUW1_1'],
])('%s %s of what there is not is a 404', async (method, url, payload) => {
  expect(await refusalOf(method, url, payload)).toMatchObject({ status: 404, code: 'not-found' });
});

test.each<[what: string, url: string, payload: object, detail: string]>([
  [
    'a patch that is in the calendar',
    PATCHES,
    { name: '18.2', from: '2026-09-11' },
    'Patch 18.2 is in the calendar already.',
  ],
  ['football without a key', '/api/football/ingest', {}, 'API_FOOTBALL_KEY'],
])('%s is a 409', async (_what, url, payload, detail) => {
  const refusal = await refusalOf('POST', url, payload);
  expect(refusal).toMatchObject({ status: 409, code: 'conflict' });
  expect(refusal.detail).toContain(detail);
});
