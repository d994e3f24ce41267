/** API-Football as a client meets it: over HTTP, with its key, its quotas and its ways to say no. */
import { expect, onTestFinished, test } from 'vitest';
import type { PracticeWorldSettings } from '../practice-world.ts';
import { BEGIN, startFootball } from './world-for-tests.ts';

interface Envelope {
  readonly errors: object;
  readonly results: number;
  readonly response: readonly {
    readonly fixture: { readonly id: number; readonly date: string; readonly status: object };
    readonly events?: readonly object[];
  }[];
}

async function start(settings: Partial<PracticeWorldSettings> = {}) {
  const football = await startFootball({ football: { otherQuirks: 'none' }, ...settings });
  onTestFinished(() => football.running.stop());
  const read = async (path: string): Promise<Envelope> =>
    (await (await football.ask(path)).json()) as Envelope;
  return { ...football, read };
}

test('lists a day without events, what is in play with them, and up to twenty ids whole', async () => {
  const { read, ask } = await start();
  const day = await read('/fixtures?date=2026-11-15');
  const live = await read('/fixtures?live=all');
  const ids = day.response.map(({ fixture }) => fixture.id);
  const twenty = await read(`/fixtures?ids=${ids.slice(0, 20).join('-')}`);

  expect(day).toMatchObject({ get: 'fixtures', parameters: { date: '2026-11-15' }, errors: [] });
  expect(day.results).toBeGreaterThan(100);
  expect(day.response.every(({ fixture }) => fixture.date.startsWith('2026-11-15T'))).toBe(true);
  expect(day.response.some((item) => 'events' in item)).toBe(false);
  expect(live.response.length).toBeGreaterThanOrEqual(7);
  for (const { fixture, events } of live.response) {
    expect(fixture.status).toMatchObject({ short: expect.stringMatching(/^(1H|HT|2H|ET|BT|P)$/) as unknown });
    expect(events).toBeInstanceOf(Array);
  }
  expect(twenty.response.map(({ fixture }) => fixture.id)).toEqual(ids.slice(0, 20));
  expect(twenty.response[0]).toHaveProperty('lineups');
  // More than twenty are answered with nothing, in silence.
  const more = await read(`/fixtures?ids=${ids.slice(0, 21).join('-')}`);
  expect(more).toMatchObject({ errors: [], response: [] });

  for (const [path, field] of [
    ['/fixtures', 'required'],
    ['/fixtures?date=15.11.2026', 'date'],
    ['/fixtures?ids=1-x', 'ids'],
    ['/fixtures?planet=3', 'planet'],
    ['/meteors', 'endpoint'],
  ] as const) {
    const answer = await ask(path);
    const errors = { [field]: expect.any(String) as unknown };
    expect([answer.status, await answer.json()]).toMatchObject([200, { errors, results: 0, response: [] }]);
  }
});

test('shows quotas in headers, refuses with HTTP 200, and counts nothing without the key', async () => {
  const { ask, read, advance } = await start({ football: { plan: { perDay: 5, perMinute: 3 } } });
  const askOnce = async (key?: string): Promise<unknown[]> => {
    const response = await ask('/fixtures?live=all', key);
    const { errors } = (await response.json()) as Envelope;
    return [response.headers.get('x-ratelimit-remaining'), Object.keys(errors)];
  };
  expect(await askOnce('wrong')).toEqual([null, ['token']]);
  expect([await askOnce(), await askOnce(), await askOnce(), await askOnce()]).toEqual([
    ['2', []],
    ['1', []],
    ['0', []],
    ['0', ['rateLimit']],
  ]);
  // The next minute has room again, for the one call that the day has left.
  await advance(60_000);
  expect([await askOnce(), await askOnce()]).toEqual([
    ['2', []],
    ['1', ['requests']],
  ]);
  expect(await read('/status')).toMatchObject({ parameters: [], response: { requests: { current: 6 } } });
  await advance(Date.UTC(2026, 10, 16) - BEGIN - 60_000);
  expect(await askOnce()).toEqual(['2', []]);
});

test('faults and quirks change under way, and unknown ones are refused', async () => {
  const { ask, read, sideDoor } = await start();
  const set = (body: object) => sideDoor('PUT', '/football/faults', body);

  await set({ isDown: true });
  expect((await ask('/fixtures?live=all')).status).toBe(500);
  await set({ isDown: false, quirks: { absentFixture: 1 }, otherQuirks: 'none' });
  expect((await read('/fixtures?live=all')).results).toBe(0);
  expect(await set({ rules: [] })).toHaveProperty('error');
  expect(await set({ quirks: { meteor: 1 } })).toHaveProperty('error');
});

test('the side door shows each goal as it was, and all that is said of it', async () => {
  const { sideDoor } = await start();
  const { matches } = (await sideDoor('GET', '/football/truth?day=2026-11-15')) as {
    matches: {
      fixture: number;
      goals: { key: string; stands: boolean; side: string; told: object[] }[];
      finalScore: { home: number };
    }[];
  };
  expect(matches.length).toBeGreaterThan(100);
  expect(await sideDoor('GET', `/football/truth?fixture=${matches[0]?.fixture}`)).toEqual(matches[0]);
  for (const { goals, finalScore, fixture } of matches) {
    expect(goals.filter(({ side, stands }) => stands && side === 'home')).toHaveLength(finalScore.home);
    expect(goals.map(({ key }) => key)).toEqual(goals.map((_, index) => `${fixture}-${index + 1}`));
    expect(goals.every(({ told }) => told.length > 0)).toBe(true);
  }
});
