/** What no answer may carry and what every answer must, asked of every route, as everybody and as the admin. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_TOKEN, createServerUnderTest, type ServerUnderTest } from './server-under-test.ts';

interface Answer {
  readonly from: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

let under: ServerUnderTest;
const answers: Answer[] = [];
beforeAll(async () => {
  under = await createServerUnderTest();
  await under.server.ready();
  for (const { method, url } of under.routes) {
    const [name] = [method].flat();
    for (const authorization of ['', `Bearer ${ADMIN_TOKEN}`]) {
      const { statusCode, headers, body } = await under.server.inject({
        method: name as 'GET',
        url: `${url.replace('*', 'x')}?__proto__[polluted]=1&constructor.prototype.polluted=1`,
        headers: { authorization, origin: 'https://evil.example' },
      });
      answers.push({ from: `${name} ${url} ${statusCode}`, headers, body });
    }
  }
});
afterAll(() => under.server.close());

const whoseHeaders = (isWrong: (headers: Answer['headers']) => boolean): string[] =>
  answers.filter(({ headers }) => isWrong(headers)).map(({ from }) => from);

test('no answer sets a cookie: there is nothing that a browser would send by itself', () => {
  expect(answers.length).toBeGreaterThan(80);
  expect(whoseHeaders((headers) => 'set-cookie' in headers)).toEqual([]);
});

test('no answer is given to pages of others to read', () => {
  const isShared = (headers: Answer['headers']): boolean =>
    Object.keys(headers).some((name) => name.startsWith('access-control-'));
  expect(whoseHeaders(isShared)).toEqual([]);
  expect(whoseHeaders((headers) => headers['cross-origin-resource-policy'] !== 'same-origin')).toEqual([]);
  expect(whoseHeaders((headers) => headers['cross-origin-opener-policy'] !== 'same-origin')).toEqual([]);
});

test('every answer is what it says it is, is framed by nobody and runs no script but ours', () => {
  expect(whoseHeaders((headers) => headers['x-content-type-options'] !== 'nosniff')).toEqual([]);
  expect(whoseHeaders((headers) => headers['x-frame-options'] !== 'DENY')).toEqual([]);
  const isLoose = (policy: string): boolean =>
    !/(^|;)(default-src 'self'|default-src 'none')/.test(policy) ||
    /script-src[^;]*(unsafe|https?:|\*)|default-src[^;]*(unsafe|\*)/.test(policy);
  expect(whoseHeaders((headers) => isLoose(String(headers['content-security-policy'])))).toEqual([]);
  // A browser that reads this one does not look at x-frame-options.
  const isFramed = (policy: string): boolean => !policy.split(/; ?/).includes("frame-ancestors 'none'");
  expect(whoseHeaders((headers) => isFramed(String(headers['content-security-policy'])))).toEqual([]);
});

test('no answer tells what it was made with, where its files lie or how it failed inside', () => {
  expect(whoseHeaders((headers) => 'server' in headers || 'x-powered-by' in headers)).toEqual([]);
  const inner = /\bat \S+ \(|node_modules|\/src\/|\.ts:\d|select .* from gamekeeper/i;
  const isTelling = ({ from, body }: Answer): boolean => !from.includes('/api/docs') && inner.test(body);
  expect(answers.filter(isTelling).map(({ from }) => from)).toEqual([]);
});

test('nothing that was asked has changed what all objects have in common', () => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});
