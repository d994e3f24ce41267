import { Readable } from 'node:stream';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ObjectStoreFault } from '#/runtime/objects/object-store.ts';
import { createServerUnderTest, type ServerUnderTest } from '../server-under-test.ts';
import { createFootballAccessUnderTest } from './football-access-under-test.ts';
import type { FootballAccess, VideoAnswer } from './football-access.ts';
import { footballTopics } from './football-topics.ts';

const GOAL = '5f0f31a4-3d0b-4c55-9d6a-5e7d8a3b1c01';
const CLIP = '5f0f31a4-3d0b-4c55-9d6a-5e7d8a3b1c02';

/** One server for all: to build one takes longer than to ask it. */
const football: FootballAccess = createFootballAccessUnderTest();
let under: ServerUnderTest;
beforeAll(async () => {
  under = await createServerUnderTest({ deps: { football } });
});
afterAll(() => under.server.close());

function ask(access: Partial<FootballAccess>, request: InjectOptions | string) {
  Object.assign(football, createFootballAccessUnderTest(access));
  return under.server.inject(request);
}

describe('a video', () => {
  const url = `/api/football/clips/${CLIP}/video`;
  const video = (choices: Partial<VideoAnswer & { type: 'video' }> = {}): VideoAnswer => ({
    type: 'video',
    etag: '"e"',
    fileName: '7001_71_5_Goal_1.mp4',
    bytes: 10,
    part: null,
    body: Readable.from([Buffer.from('0123456789')]),
    ...choices,
  });

  test('says what it is, and that nobody in between may keep it', async () => {
    const answer = await ask({ video: async () => video() }, url);

    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('0123456789');
    expect(answer.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '10',
      'content-disposition': 'inline; filename="7001_71_5_Goal_1.mp4"',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      etag: '"e"',
    });
  });

  test('that is only asked about is not opened', async () => {
    const answer = await ask(
      { video: async (_id, { isHead }) => video({ body: isHead ? null : Readable.from(['wrong']) }) },
      { method: 'HEAD', url },
    );

    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    expect(answer.headers['content-length']).toBe('10');
  });

  test.each<[string, VideoAnswer, number, Record<string, string>]>([
    ['superseded', { type: 'superseded', by: GOAL }, 307, { location: `/api/football/clips/${GOAL}/video` }],
    ['unchanged', { type: 'unchanged', etag: '"e"' }, 304, { etag: '"e"' }],
    ['behind its end', { type: 'unsatisfiable', bytes: 10 }, 416, { 'content-range': 'bytes */10' }],
    ['not archived', { type: 'missing', reason: 'This clip is not archived.' }, 404, {}],
  ])('that is %s is answered so', async (_what, answer, status, expected) => {
    const response = await ask({ video: async () => answer }, url);

    expect(response.statusCode).toBe(status);
    expect(response.headers).toMatchObject(expected);
  });

  test('may take longer to be watched than other answers may take', async () => {
    // A request that is sent later and has met the limit shows that the limit has passed for the video as well.
    const limited: number[] = [];
    async function* slowly(): AsyncGenerator<Buffer> {
      yield Buffer.from('01234');
      limited.push((await impatient.server.inject('/api/football/fixtures/7')).statusCode);
      yield Buffer.from('56789');
    }
    const impatient = await createServerUnderTest({
      settings: { limits: { handlerTimeoutMs: 50 } },
      deps: {
        football: createFootballAccessUnderTest({
          video: async () => video({ body: Readable.from(slowly()) }),
          fixture: () => new Promise(() => undefined),
        }),
      },
    });
    const answer = await impatient.server.inject(url);
    await impatient.server.close();

    expect(limited).toEqual([503]);
    expect([answer.statusCode, answer.body]).toEqual([200, '0123456789']);
  });

  test('whose store is away is 503, without its inner words', async () => {
    const away = new ObjectStoreFault('refused', 'the secret S3_SECRET_ACCESS_KEY is wrong');
    const response = await ask({ video: () => Promise.reject(away) }, url);

    expect(response.statusCode).toBe(503);
    expect(response.body).not.toContain('S3_SECRET');
  });
});

describe('what can be followed', () => {
  const [day, fixture] = footballTopics(
    createFootballAccessUnderTest({ fixture: async (id) => ({ told: id }) as never }),
  );

  test('is the match day of today and one fixture', async () => {
    expect([day?.name, fixture?.name]).toEqual(['football', 'football-fixture/:id']);
    expect(await day?.snapshot({})).toMatchObject({ day: '2026-11-15', timeZone: 'UTC' });
    expect(await fixture?.snapshot({ id: '7001' })).toEqual({ told: 7_001 });
  });

  test.each(['', '0', '7x', '-7', '07', '1'.repeat(20)])('is no fixture by the name %j', async (id) => {
    expect(await fixture?.snapshot({ id })).toBeUndefined();
  });
});
