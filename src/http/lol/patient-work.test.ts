/** Over a real connection: the framework's way to call routes without one closes nothing. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createServerUnderTest, type ServerUnderTest } from '../server-under-test.ts';
import { withPatience } from './patient-work.ts';

let under: ServerUnderTest;
let url: string;
let work: PromiseWithResolvers<string>;
let begun: PromiseWithResolvers<AbortSignal>;
beforeAll(async () => {
  under = await createServerUnderTest();
  under.server.post<{ Querystring: { ms?: string } }>(
    '/api/test/patience',
    { config: { policy: 'open' } },
    async ({ query }, reply) =>
      withPatience(
        reply,
        async (signal) => {
          begun.resolve(signal);
          signal.addEventListener('abort', () => work.reject(signal.reason as Error));
          return work.promise;
        },
        Number(query.ms ?? 20_000),
      ),
  );
  url = await under.server.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(() => {
  work = Promise.withResolvers();
  begun = Promise.withResolvers();
});
afterAll(() => under.server.close());

const post = (query = '', signal: AbortSignal | null = null) =>
  fetch(`${url}/api/test/patience${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"something": "to be read"}',
    signal,
  });

test('work goes on after the body was read, until it is done', async () => {
  const answer = post();
  const signal = await begun.promise;
  // The body's end is an event of its own, which has come by the time another request is answered.
  await fetch(`${url}/api/status`);
  expect(signal.aborted).toBe(false);
  work.resolve('done');
  expect(await (await answer).text()).toBe('done');
});

test('work that waits too long for Riot is answered 502', async () => {
  const answer = await post('?ms=30');
  expect(answer.status).toBe(502);
  expect(await answer.json()).toMatchObject({ code: 'upstream-unavailable', reasons: ['riot'] });
});

test('work ends when the client has left', async () => {
  const leave = new AbortController();
  const left = post('', leave.signal).catch((error: Error) => error.name);
  const signal = await begun.promise;
  const ended = new Promise((resolve) => signal.addEventListener('abort', resolve));
  leave.abort();
  await ended;
  expect(signal.reason).toMatchObject({ message: 'the client has left' });
  expect(await left).toBe('AbortError');
});

test('what goes wrong by itself is told as it is', async () => {
  const answer = post();
  await begun.promise;
  work.reject(new Error('a bug'));
  expect((await answer).status).toBe(500);
});
