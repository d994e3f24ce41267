import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { request } from 'undici';
import { startEdgeUnderTest, type EdgeUnderTest, type Reply } from './edge-under-test.ts';

const CHALLENGER = 'euw1/tft/league/v1/challenger';
const MATCH = 'europe/tft/match/v1/matches/EUW1_20003';

let under: EdgeUnderTest;
beforeAll(async () => {
  under = await startEdgeUnderTest();
});
afterAll(() => under.stop());
beforeEach(async () => {
  await under.setFaults();
  await under.sideDoor('POST', '/practice/seen/reset');
  await under.sideDoor('PUT', '/practice/keys', { key: under.edge.keys.tft, profile: 'unlimited' });
});

function message({ text }: Reply): unknown {
  return (JSON.parse(text) as { status: { message: string } }).status.message;
}

async function seenRow(method = 'tft-league-v1.getChallengerLeague'): Promise<Record<string, unknown>> {
  const { body } = await under.sideDoor('GET', '/practice/seen');
  const { rows } = body as { rows: { method: string }[] };
  return rows.find((row) => row.method === method) ?? {};
}

test('service-429: the service’s own limit, with the counts of ours', async () => {
  await under.setFaults({ kind: 'service-429', retryAfterSeconds: 3 });
  const reply = await under.ask(CHALLENGER);

  expect([reply.status, message(reply)]).toEqual([429, 'Rate limit exceeded']);
  expect(reply.headers).toMatchObject({ 'x-rate-limit-type': 'service', 'retry-after': '3' });
  expect(reply.headers).toHaveProperty('x-app-rate-limit-count');
});

test('server-429: no counts, five to 21 seconds, and a text of its own', async () => {
  await under.setFaults({ kind: 'server-429' });
  const replies = await Promise.all(Array.from({ length: 60 }, () => under.ask(CHALLENGER)));
  const waits = replies.map(({ headers }) => Number(headers['retry-after']));

  for (const reply of replies) {
    expect([reply.status, message(reply)]).toEqual([429, 'server rate limit exceeded']);
    expect(reply.headers['x-rate-limit-type']).toBe('server');
    expect(Object.keys(reply.headers).filter((name) => /x-(app|method)/.test(name))).toEqual([]);
  }
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(5);
  expect(Math.max(...waits)).toBeLessThanOrEqual(21);
  expect(new Set(waits).size).toBeGreaterThan(5);
  // It shows no counts, but it was counted.
  expect(await seenRow()).toMatchObject({ calls: 60, limited: { server: 60 } });
});

test('unknown-429: a type that nobody has heard of', async () => {
  await under.setFaults({ kind: 'unknown-429', type: 'cosmic' });
  const { status, headers } = await under.ask(CHALLENGER);

  expect(status).toBe(429);
  expect(headers['x-rate-limit-type']).toBe('cosmic');
  expect(headers).not.toHaveProperty('retry-after');
  await under.setFaults({ kind: 'unknown-429', retryAfterSeconds: 4 });
  expect((await under.ask(CHALLENGER)).headers).toMatchObject({
    'x-rate-limit-type': 'quota',
    'retry-after': '4',
  });
});

test('bare-429: neither type nor Retry-After', async () => {
  await under.setFaults({ kind: 'bare-429' });
  const { status, headers } = await under.ask(CHALLENGER);

  expect(status).toBe(429);
  expect(headers).not.toHaveProperty('x-rate-limit-type');
  expect(headers).not.toHaveProperty('retry-after');
});

test.each([
  ['missing', undefined],
  ['zero', '0'],
  ['absurd', '99999999999999999999'],
  ['negative', '-5'],
  ['garbage', 'soon'],
  ['fraction', '9.5'],
  ['date', expect.stringMatching(/ GMT$/) as unknown],
])('retry-after: a limit’s 429 says how long to wait as %s', async (value, expected) => {
  const profile = { application: '1:10', method: '1:10' };
  await under.sideDoor('PUT', '/practice/keys', { key: under.edge.keys.tft, profile });
  await under.setFaults({ kind: 'retry-after', value });
  under.clock.advance(3_600_000);
  await under.ask(CHALLENGER);
  const { status, headers } = await under.ask(CHALLENGER);

  expect(status).toBe(429);
  expect(headers['x-rate-limit-type']).toBe('application');
  expect(headers['retry-after']).toEqual(expected);
});

test('server-error: all the statuses, as JSON, as a page and empty, in runs', async () => {
  await under.setFaults({ kind: 'server-error', share: 0.5, run: 10 });
  const replies: Reply[] = [];
  for (let call = 0; call < 400; call++) replies.push(await under.ask(CHALLENGER));
  const failed = replies.filter(({ status }) => status !== 200);

  expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([500, 502, 503, 504, 520, 522, 524]));
  expect(new Set(failed.map(({ text }) => text[0] ?? 'empty'))).toEqual(new Set(['{', '<', 'empty']));
  for (let start = 0; start < 400; start += 10)
    expect(new Set(replies.slice(start, start + 10).map(({ status }) => status === 200)).size).toBe(1);
  // What the content network answers knows nothing of counts.
  for (const { status, headers } of failed) expect('x-app-rate-limit' in headers).toBe(status < 520);
});

test('server-error: statuses and bodies can be chosen', async () => {
  await under.setFaults({ kind: 'server-error', statuses: [503], bodies: ['json'] });

  expect(await under.ask(CHALLENGER)).toMatchObject({
    status: 503,
    text: '{"status":{"message":"Service unavailable","status_code":503}}',
  });
});

test('cut-connection: no answer at all; counted, unless it is cut before that', async () => {
  await under.setFaults(
    { kind: 'cut-connection', untilCall: 1 },
    { kind: 'cut-connection', uncounted: true, untilCall: 2, fromCall: 1 },
  );

  await expect(under.ask(CHALLENGER)).rejects.toThrow(/other side closed|reset|hang up/);
  expect(await seenRow()).toMatchObject({ calls: 1, statuses: { cut: 1 } });
  await expect(under.ask(CHALLENGER)).rejects.toThrow(/other side closed|reset|hang up/);
  expect(await seenRow()).toMatchObject({ calls: 1, statuses: { cut: 2 } });
  expect((await under.ask(CHALLENGER)).status).toBe(200);
});

test('delay-before-counting: who comes later can be counted first', async () => {
  await under.setFaults({ kind: 'delay-before-counting', minMs: 500, maxMs: 500, untilCall: 1 });
  const startedAt = performance.now();
  const slow = under.ask(CHALLENGER);
  await expect
    .poll(() => seenRow(), { interval: 10, timeout: 5000 })
    .toMatchObject({ inFlight: 1, calls: 0 });
  const quick = await under.ask(CHALLENGER);

  expect(Number(/^\d+/.exec(String((await slow).headers['x-method-rate-limit-count']))?.[0])).toBeGreaterThan(
    Number(/^\d+/.exec(String(quick.headers['x-method-rate-limit-count']))?.[0]),
  );
  expect(performance.now() - startedAt).toBeGreaterThan(490);
});

test('delay-before-counting: a call is counted also when its caller has given up', async () => {
  await under.setFaults({ kind: 'delay-before-counting', minMs: 500, maxMs: 500 });
  const leaving = new AbortController();
  const asked = request(`${under.edge.url}/${CHALLENGER}`, {
    headers: { 'X-Riot-Token': under.edge.keys.tft },
    signal: leaving.signal,
  }).catch((error: unknown) => String(error));
  await expect
    .poll(() => seenRow(), { interval: 10, timeout: 5000 })
    .toMatchObject({ inFlight: 1, calls: 0 });
  leaving.abort();
  expect(await asked).toMatch(/abort/i);

  await expect
    .poll(() => seenRow(), { interval: 10, timeout: 5000 })
    .toMatchObject({ calls: 1, statuses: { gone: 1 }, inFlight: 0 });
});

test('delay-after-counting: who comes first is counted first, however late the answer', async () => {
  await under.setFaults({ kind: 'delay-after-counting', minMs: 500, maxMs: 500, untilCall: 1 });
  const slow = under.ask(CHALLENGER);
  await expect
    .poll(() => seenRow(), { interval: 10, timeout: 5000 })
    .toMatchObject({ inFlight: 1, calls: 1 });
  const quick = await under.ask(CHALLENGER);

  expect(Number(/^\d+/.exec(String((await slow).headers['x-method-rate-limit-count']))?.[0])).toBeLessThan(
    Number(/^\d+/.exec(String(quick.headers['x-method-rate-limit-count']))?.[0]),
  );
  expect(await seenRow()).toMatchObject({ inFlightPeak: 2 });
});

test.each([
  ['all', []],
  ['application', ['x-method-rate-limit', 'x-method-rate-limit-count']],
  ['method', ['x-app-rate-limit', 'x-app-rate-limit-count']],
  ['counts', ['x-app-rate-limit', 'x-method-rate-limit']],
  ['limits', ['x-app-rate-limit-count', 'x-method-rate-limit-count']],
])('missing-headers: %s', async (which, left) => {
  await under.setFaults({ kind: 'missing-headers', which });
  const { status, headers } = await under.ask(CHALLENGER);

  expect(status).toBe(200);
  expect(
    Object.keys(headers)
      .filter((name) => /rate-limit/.test(name))
      .sort(),
  ).toEqual(left);
});

test('garbage-headers: values that mean nothing, not always the same', async () => {
  await under.setFaults({ kind: 'garbage-headers' });
  const values = new Set<unknown>();
  for (let call = 0; call < 60; call++) values.add((await under.ask(CHALLENGER)).headers['x-app-rate-limit']);

  expect(values.size).toBeGreaterThan(8);
  for (const value of values) expect(value).not.toMatch(/^[1-9]\d{0,6}:[1-9]\d*(,[1-9]\d*:[1-9]\d*)*$/);
});

test('other-limits: they change in mid-run, and back', async () => {
  await under.setFaults({
    kind: 'other-limits',
    application: '2:5',
    method: '3:10',
    fromCall: 1,
    untilCall: 2,
  });
  const limits = [];
  for (let call = 0; call < 3; call++) {
    const { headers } = await under.ask(CHALLENGER);
    limits.push([headers['x-app-rate-limit'], headers['x-method-rate-limit']]);
  }

  expect(limits[1]).toEqual(['2:5', '3:10']);
  expect(limits[0]).toEqual(limits[2]);
  expect(limits[0]).not.toEqual(limits[1]);
});

test('shared-counters: two hosts count as one, for as long as it lasts', async () => {
  const profile = { application: '2:10', method: '9:10' };
  await under.sideDoor('PUT', '/practice/keys', { key: under.edge.keys.tft, profile });
  under.clock.advance(3_600_000);
  await under.setFaults({ kind: 'shared-counters', hosts: ['asia', 'sea'] });
  const match = '/tft/match/v1/matches/KR_1';
  const counts = [];
  for (const host of ['asia', 'sea', 'asia', 'europe'])
    counts.push((await under.ask(`${host}${match}`)).headers['x-app-rate-limit-count']);

  expect(counts).toEqual(['1:10', '2:10', '3:10', '1:10']);
});

test('missing-match: a share of listed ids is never found', async () => {
  await under.setFaults({ kind: 'missing-match', share: 0.5 });
  const ids = Array.from({ length: 40 }, (_, nth) => `europe/tft/match/v1/matches/EUW1_${20_000 + nth}`);
  const look = async () => Promise.all(ids.map(async (path) => (await under.ask(path)).status));
  const first = await look();

  expect(new Set(first)).toEqual(new Set([200, 404]));
  under.clock.advance(86_400_000);
  expect(await look()).toEqual(first);
});

test('late-match: a game that is just over is listed, but not found yet', async () => {
  const fresh = await startEdgeUnderTest({ faults: { rules: [{ kind: 'late-match', withinMs: 60_000 }] } });
  try {
    const newest = 'europe/tft/match/v1/matches/EUW1_20000';
    expect((await fresh.ask(newest)).status).toBe(404);
    expect((await fresh.ask('europe/tft/match/v1/matches/EUW1_20001')).status).toBe(200);
    fresh.clock.advance(59_999);
    expect((await fresh.ask(newest)).status).toBe(404);
    fresh.clock.advance(1);
    expect((await fresh.ask(newest)).status).toBe(200);
  } finally {
    await fresh.stop();
  }
});

test('empty-ladder: of all tiers or of some', async () => {
  await under.setFaults({ kind: 'empty-ladder', tiers: ['CHALLENGER'] });
  expect((await under.ask(CHALLENGER)).text).toBe('{"tier":"CHALLENGER","entries":[]}');
  expect(await under.read('euw1/tft/league/v1/master')).toMatchObject({ entries: [{}] });

  await under.setFaults({ kind: 'empty-ladder' });
  expect((await under.ask('euw1/tft/league/v1/master')).text).toBe('{"tier":"MASTER","entries":[]}');
  expect(await under.read('euw1/tft/league/v1/entries/DIAMOND/I')).toEqual([]);
});

test('foreign-ids: a list names games of another platform, which are found', async () => {
  const list = await under.read(CHALLENGER);
  const puuid = (list as { entries: { puuid: string }[] }).entries[0]?.puuid ?? '';
  await under.setFaults({ kind: 'foreign-ids' });
  const ids = (await under.read(`europe/tft/match/v1/matches/by-puuid/${puuid}/ids`)) as string[];

  expect(ids).toHaveLength(20);
  expect(ids.filter((id) => id.startsWith('EUN1_'))).toHaveLength(5);
  for (const id of ids) expect((await under.ask(`europe/tft/match/v1/matches/${id}`)).status).toBe(200);
});

test('truncated-body: less than Content-Length, then the connection ends', async () => {
  const whole = await under.ask(MATCH);
  await under.setFaults({ kind: 'truncated-body', untilCall: 1 });
  const { headers, body } = await request(`${under.edge.url}/${MATCH}`, {
    headers: { 'X-Riot-Token': under.edge.keys.tft },
  });
  let received = 0;
  const reading = (async () => {
    for await (const chunk of body as AsyncIterable<Buffer>) received += chunk.length;
  })();

  await expect(reading).rejects.toThrow(/other side closed|terminated|aborted/);
  expect(Number(headers['content-length'])).toBe(Buffer.byteLength(whole.text));
  expect(received).toBeGreaterThan(0);
  expect(received).toBeLessThan(Buffer.byteLength(whole.text));
});

test('slow-body: a pause in the middle, and then the rest', async () => {
  const whole = await under.ask(MATCH);
  await under.setFaults({ kind: 'slow-body', pauseMs: 120 });
  const startedAt = performance.now();
  const slow = await under.ask(MATCH);

  expect(slow.text).toBe(whole.text);
  expect(performance.now() - startedAt).toBeGreaterThan(110);
});

test.each([true, false])(
  'huge-body: valid JSON without an end in sight (length declared: %s)',
  async (declared) => {
    const whole = await under.ask(MATCH);
    await under.setFaults({ kind: 'huge-body', bytes: 5_000_000, declared });
    const huge = await under.ask(MATCH);

    expect(huge.text).toHaveLength(5_000_000);
    expect(JSON.parse(huge.text)).toEqual(JSON.parse(whole.text));
    expect(huge.headers['content-length']).toBe(declared ? '5000000' : undefined);
  },
);

test('gzip-bomb: a few kilobytes that unpack to megabytes', async () => {
  await under.setFaults({ kind: 'gzip-bomb', bytes: 20_000_000 });
  const { headers, body } = await request(`${under.edge.url}/${MATCH}`, {
    headers: { 'X-Riot-Token': under.edge.keys.tft },
  });
  const packed = Buffer.from(await body.arrayBuffer());

  expect(headers['content-encoding']).toBe('gzip');
  expect(packed.length).toBeLessThan(100_000);
  expect(gunzipSync(packed).length).toBeGreaterThanOrEqual(20_000_000);
});

test('invalid-json and html-body: 200, and not what it says', async () => {
  await under.setFaults({ kind: 'invalid-json' });
  const broken = await under.ask(MATCH);
  expect([broken.status, broken.headers['content-type']]).toEqual([200, 'application/json;charset=utf-8']);
  expect(() => JSON.parse(broken.text) as unknown).toThrow(SyntaxError);

  await under.setFaults({ kind: 'html-body' });
  const page = await under.ask(MATCH);
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html']);
  expect(page.text).toContain('<html>');
});

test('a damaged body does not count as a match that was served', async () => {
  await under.setFaults({ kind: 'invalid-json', untilCall: 1 });
  await under.ask(MATCH);
  await under.ask(MATCH);

  const { body } = await under.sideDoor('GET', '/practice/seen?matches=1');
  expect(body).toMatchObject({
    matches: { 'tft-match-v1.getMatch': { distinct: 1, served: { EUW1_20003: 1 } } },
  });
});

test('a run can be repeated: the same seed and calls meet the same faults', async () => {
  const rules = [
    { kind: 'server-error', share: 0.3 },
    { kind: 'server-429', share: 0.3 },
  ];
  const run = async (seed: number): Promise<unknown[]> => {
    await under.sideDoor('PUT', '/practice/faults', { seed, rules });
    const fates = [];
    for (let call = 0; call < 50; call++) {
      const { status, text, headers } = await under.ask(CHALLENGER);
      fates.push([status, headers['retry-after'], status === 200 ? '' : text]);
    }
    return fates;
  };
  const first = await run(1);

  expect(await run(1)).toEqual(first);
  expect(await run(2)).not.toEqual(first);
});
