/** API-Football as a client meets it: over HTTP, with its key, its quotas and its ways to say no. */
import { expect, onTestFinished, test } from 'vitest';
import type { PracticeWorldSettings } from '../practice-world.ts';
import { BEGIN, startFootball } from './world-for-tests.ts';

interface Item {
  readonly fixture: {
    readonly id: number;
    readonly date: string;
    readonly status: { readonly short: string };
  };
  readonly goals: { readonly home: number | null };
  readonly events?: readonly object[];
}
interface Envelope {
  readonly errors: unknown;
  readonly results: number;
  readonly response: readonly Item[];
}

async function start(settings: Partial<PracticeWorldSettings> = {}) {
  const football = await startFootball({ football: { otherQuirks: 'none' }, ...settings });
  onTestFinished(() => football.running.stop());
  const read = async (path: string): Promise<Envelope> =>
    (await (await football.ask(path)).json()) as Envelope;
  return { ...football, read };
}

const idsOf = ({ response }: Envelope): number[] => response.map(({ fixture }) => fixture.id);

test('a day is listed without events, what is in play with them', async () => {
  const { read } = await start();
  const day = await read('/fixtures?date=2026-11-15');
  const live = await read('/fixtures?live=all');

  expect(day).toMatchObject({ get: 'fixtures', parameters: { date: '2026-11-15' }, errors: [] });
  expect(day.results).toBeGreaterThan(100);
  expect(day.response.every(({ fixture }) => fixture.date.startsWith('2026-11-15T'))).toBe(true);
  expect(day.response.some((item) => 'events' in item)).toBe(false);
  expect(live.response.length).toBeGreaterThanOrEqual(7);
  for (const { fixture, events, goals } of live.response) {
    expect(['1H', 'HT', '2H', 'ET', 'BT', 'P']).toContain(fixture.status.short);
    expect([events, goals.home]).not.toContain(null);
  }
});

test('up to twenty ids are answered whole; with one more the answer is empty and says nothing', async () => {
  const { read } = await start();
  const ids = idsOf(await read('/fixtures?date=2026-11-15'));
  const twenty = await read(`/fixtures?ids=${ids.slice(0, 20).join('-')}`);

  expect(idsOf(twenty)).toEqual(ids.slice(0, 20));
  expect(twenty.response[0]).toHaveProperty('lineups');
  expect(await read(`/fixtures?ids=${ids.slice(0, 21).join('-')}`)).toMatchObject({
    errors: [],
    response: [],
  });
});

test.each([
  ['/fixtures', 'required'],
  ['/fixtures?date=15.11.2026', 'date'],
  ['/fixtures?ids=1-x', 'ids'],
  ['/fixtures?planet=3', 'planet'],
  ['/meteors', 'endpoint'],
])('%s is refused with HTTP 200 and errors.%s', async (path, field) => {
  const { ask } = await start();
  const answer = await ask(path);
  const errors = { [field]: expect.any(String) as unknown };
  expect([answer.status, await answer.json()]).toMatchObject([200, { errors, results: 0, response: [] }]);
});

test('quotas are in the headers, refusals come with HTTP 200; without the key nothing is counted', async () => {
  const { ask, read, advance } = await start({ football: { plan: { perDay: 5, perMinute: 3 } } });
  const askOnce = async (key?: string): Promise<unknown[]> => {
    const response = await ask('/fixtures?live=all', key);
    const { errors } = (await response.json()) as Envelope;
    return [response.headers.get('x-ratelimit-remaining'), Object.keys(errors as object)];
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

test('faults and quirks can be switched while it runs, and unknown ones are refused', async () => {
  const { ask, read, sideDoor } = await start();
  const whole = await read('/fixtures?live=all');
  const set = (body: object) => sideDoor('PUT', '/football/faults', body);

  await set({ rules: [{ kind: 'missing-item' }] });
  expect((await read('/fixtures?live=all')).response).toEqual(whole.response.slice(1));
  await set({ rules: [{ kind: 'malformed-item' }] });
  expect((await read('/fixtures?live=all')).response).toEqual([
    { ...whole.response[0], goals: 'n/a', events: { 0: 'broken' } },
    ...whole.response.slice(1),
  ]);
  await set({ rules: [{ kind: 'http-500' }] });
  expect((await ask('/fixtures?live=all')).status).toBe(500);
  await set({ rules: [], quirks: { absentFixture: 1 }, otherQuirks: 'none' });
  expect((await read('/fixtures?live=all')).results).toBe(0);
  expect(await set({ rules: [{ kind: 'meteor' }] })).toHaveProperty('error');
  expect(await set({ quirks: { meteor: 1 } })).toHaveProperty('error');
});

test('the side door tells each goal as it was, and all that is said of it', async () => {
  const { sideDoor } = await start();
  const day = (await sideDoor('GET', '/football/truth?day=2026-11-15')) as {
    matches: {
      fixture: number;
      goals: { key: string; stands: boolean; side: string; told: object[] }[];
      finalScore: { home: number };
    }[];
  };
  expect(day.matches.length).toBeGreaterThan(100);
  expect(await sideDoor('GET', `/football/truth?fixture=${day.matches[0]?.fixture}`)).toEqual(day.matches[0]);
  for (const { goals, finalScore, fixture } of day.matches) {
    expect(goals.filter(({ side, stands }) => stands && side === 'home')).toHaveLength(finalScore.home);
    expect(goals.map(({ key }) => key)).toEqual(goals.map((_, index) => `${fixture}-${index + 1}`));
    expect(goals.every(({ told }) => told.length > 0)).toBe(true);
  }
});
