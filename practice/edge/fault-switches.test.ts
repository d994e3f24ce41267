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

async function seenRow(method = 'tft-league-v1.getChallengerLeague'): Promise<Record<string, unknown>> {
  const { body } = await under.sideDoor('GET', '/practice/seen');
  const { rows } = body as { rows: { method: string }[] };
  return rows.find((row) => row.method === method) ?? {};
}

test('bare-429: neither type nor Retry-After', async () => {
  await under.setFaults({ kind: 'bare-429' });
  const { status, headers } = await under.ask(CHALLENGER);

  expect(status).toBe(429);
  expect(headers).not.toHaveProperty('x-rate-limit-type');
  expect(headers).not.toHaveProperty('retry-after');
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

test('cut-connection: no answer at all, but counted', async () => {
  await under.setFaults({ kind: 'cut-connection', untilCall: 1 });

  await expect(under.ask(CHALLENGER)).rejects.toThrow(/other side closed|reset|hang up/);
  expect(await seenRow()).toMatchObject({ calls: 1, statuses: { cut: 1 } });
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
});

test('missing-headers: an answer without rate limits', async () => {
  await under.setFaults({ kind: 'missing-headers' });
  const { status, headers } = await under.ask(CHALLENGER);

  expect(status).toBe(200);
  expect(Object.keys(headers).filter((name) => /rate-limit/.test(name))).toEqual([]);
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

test('html-body: 200, not what it says, and not counted as a match that was served', async () => {
  await under.setFaults({ kind: 'html-body', untilCall: 1 });
  const page = await under.ask(MATCH);
  await under.ask(MATCH);

  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html']);
  expect(page.text).toContain('<html>');
  const { body } = await under.sideDoor('GET', '/practice/seen?matches=1');
  expect(body).toMatchObject({ matches: { 'tft-match-v1.getMatch': { served: { EUW1_20003: 1 } } } });
});

test('a run can be repeated: the same seed and calls meet the same faults', async () => {
  const rules = [
    { kind: 'server-error', share: 0.3 },
    { kind: 'bare-429', share: 0.3 },
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
