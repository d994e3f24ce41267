/** The upstream as a client meets it: over HTTP, with its key, its quotas and its ways to say no. */
import { expect, onTestFinished, test } from 'vitest';
import type { PracticeWorldSettings } from '../practice-world.ts';
import { BEGIN, startFootball } from './world-for-tests.ts';

interface Item {
  readonly fixture: {
    readonly id: number;
    readonly date: string;
    readonly timestamp: number;
    readonly status: { readonly short: string };
  };
  readonly league: { readonly id: number };
  readonly goals: { readonly home: number | null };
  readonly events?: readonly object[];
}
interface Envelope {
  readonly get: string;
  readonly parameters: unknown;
  readonly errors: unknown;
  readonly results: number;
  readonly response: readonly Item[];
}

async function start(settings: Partial<PracticeWorldSettings> = {}) {
  const football = await startFootball({ football: { otherQuirks: 'none' }, ...settings });
  onTestFinished(() => football.running.stop());
  return {
    ...football,
    read: async (path: string): Promise<Envelope> => {
      const response = await football.ask(path);
      expect(response.status).toBe(200);
      return (await response.json()) as Envelope;
    },
  };
}

test('a day is listed without events, what is in play with them', async () => {
  const { read } = await start();
  const day = await read('/fixtures?date=2026-11-15');
  const live = await read('/fixtures?live=all');

  expect(day).toMatchObject({ get: 'fixtures', parameters: { date: '2026-11-15' }, errors: [] });
  expect(day.results).toBe(day.response.length);
  expect(day.response.length).toBeGreaterThan(100);
  expect(day.response.every(({ fixture }) => fixture.date.startsWith('2026-11-15T'))).toBe(true);
  expect(day.response.some((item) => 'events' in item)).toBe(false);
  expect(live.response.length).toBeGreaterThanOrEqual(7);
  for (const { fixture, events, goals } of live.response) {
    expect(['1H', 'HT', '2H', 'ET', 'BT', 'P']).toContain(fixture.status.short);
    expect(events).toBeDefined();
    expect(goals.home).not.toBeNull();
  }
});

test('parameters that are none are an empty list, and so are errors that are none', async () => {
  const { read } = await start();
  expect(await read('/status')).toMatchObject({ parameters: [], errors: [], results: 1 });
});

test('what is in play can be asked for by competition', async () => {
  const { read } = await start();
  const all = await read('/fixtures?live=all');
  const league = all.response[0]?.league.id ?? 0;
  const some = await read(`/fixtures?live=${league}-1`);

  expect(some.response.map(({ fixture }) => fixture.id)).toEqual(
    all.response.filter((item) => item.league.id === league).map(({ fixture }) => fixture.id),
  );
});

test('a day in another zone begins when it does there, and times carry its offset', async () => {
  const { read } = await start();
  const utc = await read('/fixtures?date=2026-11-15');
  const there = await read('/fixtures?date=2026-11-15&timezone=America/New_York');

  const begins = Date.UTC(2026, 10, 15, 5) / 1000;
  expect(
    there.response.every(({ fixture }) => fixture.timestamp >= begins && fixture.timestamp < begins + 86_400),
  ).toBe(true);
  expect(there.response.every(({ fixture }) => /^2026-11-15T.*-05:00$/.test(fixture.date))).toBe(true);
  expect(there.response[0]?.fixture.id).not.toBe(utc.response[0]?.fixture.id);
});

test('ids are answered up to twenty; with one more the answer is empty and says nothing', async () => {
  const { read } = await start();
  const ids = (await read('/fixtures?date=2026-11-15')).response.map(({ fixture }) => fixture.id);
  const twenty = await read(`/fixtures?ids=${ids.slice(0, 20).join('-')}`);

  expect(twenty.response.map(({ fixture }) => fixture.id)).toEqual(ids.slice(0, 20));
  expect(Object.keys(twenty.response[0] ?? {})).toEqual(
    expect.arrayContaining(['events', 'lineups', 'statistics', 'players']),
  );
  expect(await read(`/fixtures?ids=${ids.slice(0, 21).join('-')}`)).toMatchObject({
    errors: [],
    results: 0,
    response: [],
  });
  expect((await read('/fixtures?id=99999999')).response).toEqual([]);
});

test.each([
  ['/fixtures', 'required'],
  ['/fixtures?date=15.11.2026', 'date'],
  ['/fixtures?date=2026-11-15&timezone=Moon/Crater', 'timezone'],
  ['/fixtures?league=9001', 'season'],
  ['/fixtures?ids=1-x', 'ids'],
  ['/fixtures?planet=3', 'planet'],
  ['/meteors', 'endpoint'],
])('%s is refused with HTTP 200 and errors.%s', async (path, field) => {
  const { read } = await start();
  const { errors, results, response } = await read(path);
  expect(errors).toEqual({ [field]: expect.any(String) as unknown });
  expect([results, response]).toEqual([0, []]);
});

test('without its key the answer is an error in HTTP 200, and nothing is counted', async () => {
  const { ask, sideDoor } = await start();
  for (const key of [null, 'wrong']) {
    const response = await ask('/fixtures?live=all', key);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-ratelimit-requests-remaining')).toBeNull();
    expect(((await response.json()) as Envelope).errors).toEqual({
      token: expect.stringMatching(/application key/) as unknown,
    });
  }
  expect(await sideDoor('GET', '/football/calls')).toMatchObject({ total: 0, refused: { token: 2 } });
});

test('quotas are told in headers, and what is over them is refused with HTTP 200', async () => {
  const { ask, read, sideDoor } = await start({ football: { plan: { perDay: 5, perMinute: 3 } } });
  const remaining: (string | null)[] = [];
  const errors: unknown[] = [];
  const askOnce = async (): Promise<void> => {
    const response = await ask('/fixtures?live=all');
    remaining.push(response.headers.get('x-ratelimit-remaining'));
    errors.push(((await response.json()) as Envelope).errors);
  };
  for (let call = 0; call < 4; call++) await askOnce();
  expect(remaining).toEqual(['2', '1', '0', '0']);
  expect(errors.at(-1)).toEqual({
    rateLimit: 'Too many requests. Your rate limit is 3 requests per minute.',
  });

  // The next minute there is room again, for the one that the day has left.
  await sideDoor('POST', '/clock/advance', { ms: 60_000 });
  await askOnce();
  await askOnce();
  expect(errors.slice(-2)).toEqual([[], { requests: expect.stringMatching(/limit for the day/) as unknown }]);
  expect(await read('/status')).toMatchObject({ response: { requests: { current: 6, limit_day: 5 } } });

  await sideDoor('POST', '/clock/advance', { ms: Date.UTC(2026, 10, 16) - BEGIN - 60_000 });
  await askOnce();
  expect([errors.at(-1), remaining.at(-1)]).toEqual([[], '2']);
});

test('faults are answered as the upstream does, to those calls that they address', async () => {
  const { ask, read, sideDoor } = await start();
  const setFaults = (...rules: object[]) => sideDoor('PUT', '/football/faults', { rules });

  for (const [kind, error] of [
    ['rate-limit', 'rateLimit'],
    ['requests', 'requests'],
    ['token', 'token'],
    ['plan', 'plan'],
    ['bug', 'bug'],
  ] as const) {
    await setFaults({ kind });
    expect(Object.keys((await read('/fixtures?live=all')).errors as object)).toContain(error);
  }
  for (const status of [204, 429, 499, 500]) {
    await setFaults({ kind: `http-${status}` });
    expect((await ask('/fixtures?live=all')).status).toBe(status);
  }
  await setFaults({ kind: 'cut-connection', parameter: 'date' });
  await expect(ask('/fixtures?date=2026-11-15')).rejects.toThrow(/fetch failed/);
  expect((await read('/fixtures?live=all')).results).toBeGreaterThan(6);

  await setFaults({ kind: 'invalid-json', fromCall: 1, untilCall: 2 });
  await expect(ask('/fixtures?live=all').then((response) => response.json())).resolves.toBeDefined();
  await expect(ask('/fixtures?live=all').then((response) => response.json())).rejects.toThrow(/JSON/);
  await setFaults({ kind: 'html-body' });
  expect(await (await ask('/fixtures?live=all')).text()).toMatch(/<html>/);
});

test('a fault can spoil one item and leave the others whole', async () => {
  const { read, sideDoor } = await start();
  const whole = await read('/fixtures?live=all');
  const withFault = async (kind: string): Promise<Envelope> => {
    await sideDoor('PUT', '/football/faults', { rules: [{ kind }] });
    return read('/fixtures?live=all');
  };

  expect((await withFault('missing-item')).response).toEqual(whole.response.slice(1));
  const spoiled = await withFault('malformed-item');
  expect(spoiled.response[0]).toMatchObject({ goals: 'n/a' });
  expect(spoiled.response.slice(1)).toEqual(whole.response.slice(1));
  expect((await withFault('empty-events')).response.every(({ events }) => events?.length === 0)).toBe(true);
  expect(await withFault('empty-response')).toMatchObject({ errors: [], results: 0, response: [] });
});

test('rules and quirks that make no sense are refused in words', async () => {
  const { sideDoor } = await start();
  expect(await sideDoor('PUT', '/football/faults', { rules: [{ kind: 'meteor' }] })).toEqual({
    error: expect.stringMatching(/football fault rule 0\/kind: expected one of rate-limit/) as unknown,
  });
  expect(await sideDoor('PUT', '/football/faults', { quirks: { meteor: 1 } })).toEqual({
    error: expect.stringMatching(/no quirk "meteor"/) as unknown,
  });
});

test('quirks can be switched while the world runs', async () => {
  const { read, sideDoor } = await start();
  await sideDoor('PUT', '/football/faults', { quirks: { absentFixture: 1 }, otherQuirks: 'none' });
  expect((await read('/fixtures?live=all')).results).toBe(0);
  await sideDoor('PUT', '/football/faults', { otherQuirks: 'none' });
  expect((await read('/fixtures?live=all')).results).toBeGreaterThan(6);
});

test('the truth of a match is told at the side door, with all that will be said of it', async () => {
  const { sideDoor } = await start();
  const day = (await sideDoor('GET', '/football/truth?day=2026-11-15')) as {
    matches: {
      fixture: number;
      goals: { key: string; stands: boolean; side: string; told: object[] }[];
      finalScore: { home: number };
    }[];
  };
  const [match] = day.matches;
  expect(day.matches.length).toBeGreaterThan(100);
  expect(await sideDoor('GET', `/football/truth?fixture=${match?.fixture}`)).toEqual(match);
  for (const { goals, finalScore, fixture } of day.matches) {
    expect(goals.filter(({ side, stands }) => stands && side === 'home')).toHaveLength(finalScore.home);
    expect(goals.map(({ key }) => key)).toEqual(goals.map((_, index) => `${fixture}-${index + 1}`));
  }
  expect(await sideDoor('GET', '/football/truth?fixture=99999999')).toHaveProperty('error');
});

test('the same moment is the same bytes in another process of the same seed', async () => {
  const texts = [];
  for (const seed of [7, 7, 8]) {
    const { ask, sideDoor } = await start({ seed, football: {} });
    await sideDoor('POST', '/clock/advance', { ms: 1_234_567 });
    const live = await (await ask('/fixtures?live=all')).text();
    texts.push(live + (await (await ask('/fixtures?date=2026-11-15')).text()));
  }
  expect(texts[1]).toBe(texts[0]);
  expect(texts[2]).not.toBe(texts[0]);
});
