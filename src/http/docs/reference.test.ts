import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerUnderTest, type ServerUnderTest } from '../server-under-test.ts';

let under: ServerUnderTest;
beforeAll(async () => {
  under = await createServerUnderTest();
});
afterAll(() => under.server.close());

test('the reference is a page whose every part comes from this server', async () => {
  const page = await under.server.inject('/api/docs');
  expect(page.headers['content-type']).toContain('text/html');
  const parts = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '');
  expect(parts.length).toBeGreaterThan(3);
  for (const url of parts) {
    expect(url).toMatch(/^\/api\/docs\/static\//);
    expect([url, (await under.server.inject(url)).statusCode]).toEqual([url, 200]);
  }
});

test('the page needs no more than the content policy of all pages', async () => {
  const page = await under.server.inject('/api/docs');
  const status = await under.server.inject('/api/status');
  expect(page.headers['content-security-policy']).toBe(status.headers['content-security-policy']);
  // A script element with text of its own would be blocked.
  expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>\s*\S/);
  expect(page.body).not.toMatch(/\son\w+=/);
});
