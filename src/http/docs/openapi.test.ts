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

test('describes every route but the live feed, the reference and the web page', () => {
  const described = new Set(operations().map(([path, method]) => `${method} ${path}`));
  const missing = under.routes
    .filter(({ method }) => method !== 'HEAD')
    .map(({ method, url }) => `${[method].flat().join().toLowerCase()} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
    .filter((route) => !described.has(route));
  const isReference = (route: string): boolean => route.includes(' /api/docs');
  expect(missing.filter((route) => !isReference(route))).toEqual([
    'get /api/live',
    'get /api/openapi.json',
    'get /assets/*',
    'get /*',
  ]);
});

test('every reference leads somewhere, and shared shapes are named', () => {
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(['Problem', 'SystemStatus', 'TftAnswer', 'LolHistory', 'FootballDay']),
  );
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
