import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_ANSWERS } from '#/contract/api-answers.ts';
import { createServerUnderTest, type ServerUnderTest } from '../server-under-test.ts';

interface Operation {
  readonly operationId?: string;
  readonly parameters?: { readonly name: string; readonly in: string }[];
  readonly responses: Record<
    string,
    { readonly description?: string; readonly content?: Record<string, { schema: unknown }> }
  >;
  readonly security?: unknown[];
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, object>;
    readonly securitySchemes: Record<string, object>;
  };
}

let under: ServerUnderTest;
let document: Document;
beforeAll(async () => {
  under = await createServerUnderTest();
  document = (await under.server.inject('/api/openapi.json')).json<Document>();
});
afterAll(() => under.server.close());

const operations = (): [string, string, Operation][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, Operation] => [
      path,
      method,
      operation,
    ]),
  );

function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : refsIn(inner),
  );
}

test('is OpenAPI 3.1 of this version', () => {
  expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Gamekeeper', version: '1.2.3' } });
});

test('describes every route below /api that answers JSON', () => {
  const described = operations().map(([path, method]) => `${method} ${path}`);
  expect(described).toEqual(
    expect.arrayContaining([
      'get /api/status',
      'get /api/tft/patches',
      'get /api/tft/explore',
      'post /api/tft/explore',
      'get /api/tft/explore.csv',
      'get /api/tft/explore/games',
      'get /api/tft/options',
      'get /api/tft/names',
      'get /api/tft/matches/{id}',
      'get /api/tft/icons/{kind}/{id}',
      'get /api/lol/players',
      'get /api/lol/players/{gameName}/{tagLine}/history',
      'get /api/lol/players/{gameName}/{tagLine}/history.csv',
      'delete /api/lol/players/{gameName}/{tagLine}/collection',
      'get /api/lol/accounts',
      'post /api/lol/accounts',
      'get /api/lol/accounts/{id}',
      'delete /api/lol/accounts/{id}',
      'post /api/lol/accounts/{id}/sync',
      'get /api/lol/tracked',
      'post /api/lol/tracked',
      'delete /api/lol/tracked/{puuid}',
      'post /api/lol/tracked/{puuid}/collect',
      'get /api/lol/groups',
      'post /api/lol/groups',
      'put /api/lol/groups/{id}',
      'delete /api/lol/groups/{id}',
      'get /api/lol/reports',
      'post /api/lol/reports',
      'get /api/lol/reports/{id}',
      'get /api/lol/reports/{id}.html',
      'get /api/lol/reports/{id}.json',
      'get /api/football/days/{day}',
      'get /api/football/fixtures/{id}',
      'get /api/football/goals/{id}/steps',
      'post /api/football/goals/{id}/steps',
      'post /api/football/goals/{id}/hide',
      'post /api/football/goals/{id}/restore',
      'get /api/football/clips/{id}/video',
      'delete /api/football/clips/{id}',
      'post /api/football/ingest',
      'get /api/jobs',
      'get /api/jobs/failed',
      'post /api/admin/jobs/{id}/retry',
      'post /api/admin/jobs/{id}/discard',
      'get /api/admin/actions',
      'get /api/admin/operations/history',
      'get /api/admin/operations/budgets',
      'get /api/admin/operations/storage',
      'get /api/admin/operations/drills',
      'get /api/admin/operations/quarantine',
      'get /api/admin/operations/quarantine/{source}/{kind}/{id}',
      'post /api/admin/operations/quarantine/{source}/{kind}/{id}/revalidate',
      'post /api/admin/operations/quarantine/{source}/{kind}/{id}/refetch',
      'get /api/admin/whoami',
      'post /api/admin/tft/patches',
      'put /api/admin/tft/patches/{name}',
      'delete /api/admin/tft/patches/{name}',
      'get /healthz',
      'get /readyz',
      'get /metrics',
    ]),
  );
});

test('every reference leads somewhere, and shared shapes are named', () => {
  expect(Object.keys(document.components.schemas).sort()).toEqual([
    'AdminAction',
    'AdminActions',
    'AdminIdentity',
    'BudgetGauge',
    'BudgetGauges',
    'DrillSession',
    'DrillSessions',
    'FailedJob',
    'FailedJobAnswer',
    'FailedJobs',
    'FootballClip',
    'FootballCoverage',
    'FootballDay',
    'FootballFixture',
    'FootballFixtureView',
    'FootballGoal',
    'FootballIngestRequest',
    'FootballIngestTaken',
    'FootballStepRequest',
    'FootballStepTaken',
    'FootballTimeline',
    'JobKindRow',
    'JobsOverview',
    'LolAccount',
    'LolAccountRemoved',
    'LolAccounts',
    'LolAnalysis',
    'LolCell',
    'LolCollectTaken',
    'LolCollectWish',
    'LolCollection',
    'LolCooldown',
    'LolEstimate',
    'LolFinding',
    'LolGroup',
    'LolGroupWish',
    'LolGroups',
    'LolHistory',
    'LolHistoryOptions',
    'LolPlayer',
    'LolPlayers',
    'LolProgress',
    'LolRank',
    'LolReport',
    'LolReportRow',
    'LolReportWish',
    'LolReports',
    'LolStoredReport',
    'LolSyncRunning',
    'LolTracked',
    'LolTrackedPlayer',
    'NewLolAccount',
    'NewLolTrackedPlayer',
    'OperationHistory',
    'OperationSeries',
    'Problem',
    'ProjectionTask',
    'QuarantineAnswer',
    'QuarantineList',
    'QuarantineView',
    'QuarantinedBody',
    'StorageOverview',
    'SystemStatus',
    'TftAnswer',
    'TftCondition',
    'TftFilter',
    'TftGames',
    'TftMatchView',
    'TftNamesList',
    'TftOptions',
    'TftPatchChange',
    'TftPatches',
    'TftQuestion',
    'TftRow',
    'TftStatistics',
  ]);
  const refs = refsIn(document);
  expect(refs).toContain('#/components/schemas/SystemStatus');
  const targetOf = (ref: string): unknown =>
    ref
      .split('/')
      .slice(1)
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
  expect(refs.filter((ref) => typeof targetOf(ref) !== 'object')).toEqual([]);
});

test('every operation has a summary of its answers, and refuses with a Problem', () => {
  for (const [path, method, { responses }] of operations()) {
    const silent = Object.keys(responses).filter(
      (status) => typeof responses[status]?.description !== 'string',
    );
    expect([method, path, silent]).toEqual([method, path, []]);
    expect(responses['default']?.content?.['application/problem+json']?.schema).toEqual({
      $ref: '#/components/schemas/Problem',
    });
  }
});

test('operation ids are unique, and path parameters are declared', () => {
  const ids = operations().flatMap(([, , { operationId }]) => operationId ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [path, , { parameters = [] }] of operations()) {
    const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
    expect(declared.sort()).toEqual((path.match(/\{\w+\}/g) ?? []).sort());
  }
});

test('exactly the admin routes ask for the token', () => {
  const guarded = operations().flatMap(([path, , { security }]) => (security ? [path] : []));
  const declared = under.routes
    .filter(({ config, method }) => config?.policy === 'admin' && method !== 'HEAD')
    .map(({ url }) => url.replaceAll(/:(\w+)/g, '{$1}'));
  expect(guarded).toEqual(declared);
  expect(document.components.securitySchemes).toHaveProperty('adminToken');
});

test.each(Object.entries(API_ANSWERS))(
  '%s answers what the client of the web page is typed by',
  (path, schema) => {
    const answer = document.paths[path]?.['get']?.responses['200']?.content?.['application/json'];
    const name = '$id' in schema ? String(schema.$id) : 'a schema without a name';

    expect(answer?.schema).toEqual({ $ref: `#/components/schemas/${name}` });
  },
);
