/** What the web page sends and expects is what the API says of itself. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerUnderTest, type ServerUnderTest } from '#/http/server-under-test.ts';
import { API_CHANGES } from './api-changes.ts';

type Content = Record<string, { readonly schema: unknown }>;
interface Operation {
  readonly requestBody?: { readonly content: Content };
  readonly responses: Record<string, { readonly content?: Content }>;
  readonly security?: unknown[];
}

let under: ServerUnderTest;
let paths: Record<string, Record<string, Operation>>;
beforeAll(async () => {
  under = await createServerUnderTest();
  ({ paths } = (await under.server.inject('/api/openapi.json')).json<{ paths: typeof paths }>());
});
afterAll(() => under.server.close());

test.each(Object.entries(API_CHANGES))(
  '%s takes and answers what the table says, for the admin alone',
  (change, { body, answer }) => {
    const [method = '', path = ''] = change.split(' ');
    const operation = paths[path]?.[method.toLowerCase()];
    const successes = Object.entries(operation?.responses ?? {}).filter(([status]) => status.startsWith('2'));

    expect(operation?.requestBody?.content['application/json']?.schema ?? null).toEqual(
      body === null ? null : asWritten(body),
    );
    expect(successes.length).toBeGreaterThan(0);
    for (const [status, { content }] of successes)
      expect([status, content?.['application/json']?.schema ?? null]).toEqual([
        status,
        answer === null ? null : nameOf(answer),
      ]);
    expect(operation?.security).toBeDefined();
  },
);

/** A body stands where it is taken, without its name. */
function asWritten(schema: object): object {
  const { $id: _, ...written } = structuredClone(schema) as { $id?: string };
  return written;
}

function nameOf(schema: object): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${'$id' in schema ? String(schema.$id) : 'a schema without a name'}` };
}
