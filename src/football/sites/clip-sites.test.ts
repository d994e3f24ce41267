import { expect, test } from 'vitest';
import type { ClipSearchOutcome } from './clip-site.ts';
import { createTurns } from './browser-session.ts';
import { type PaceOptions, paceSite } from './clip-sites.ts';

const FOUND: ClipSearchOutcome = { outcome: 'ok', posts: [], unreadable: 0, words: null };
const query = { text: '(Salah)', since: new Date(0), until: new Date(1_000) };

/** A site with a clock of its own: pauses move it. */
function setUp(answers: readonly ClipSearchOutcome[], definition: PaceOptions['definition'] = {}) {
  const state = { now: Date.parse('2026-11-18T12:00:00Z'), login: 1, asked: 0, paused: [] as number[] };
  const site = paceSite(
    { name: 'x', search: async () => answers[state.asked++] ?? FOUND },
    {
      definition,
      loginVersion: async () => state.login,
      now: () => state.now,
      pause: async (ms) => {
        state.paused.push(ms);
        state.now += ms;
      },
    },
  );
  return { state, search: () => site.search(query, { signal: new AbortController().signal }) };
}

test.each([
  ['loginExpired', 15],
  ['captcha', 30],
  ['rateLimited', 5],
  ['changed', 10],
] as const)('after %s the site is left alone for %i minutes', async (outcome, minutes) => {
  const { state, search } = setUp([{ outcome, words: 'why' }]);
  const until = new Date(state.now + minutes * 60_000).toISOString().slice(11, 16);
  expect(await search()).toEqual({ outcome, words: `why; next try at ${until} UTC` });
  state.now += minutes * 60_000 - 1;
  expect(await search()).toEqual({ outcome: 'notAsked', words: `not asked before ${until} UTC (why)` });
  state.now += 1;
  expect(await search()).toEqual(FOUND);
  expect(state.asked).toBe(2);
});

test('prefers the wait of the site over that of the definition, and that over the default', async () => {
  const limited = { outcome: 'rateLimited', words: 'slow down' } as const;
  const { state, search } = setUp([{ ...limited, retryAfterSeconds: 40 }, limited], {
    waitSeconds: { rateLimited: 7 },
  });
  await search();
  state.now += 39_999;
  expect(await search()).toMatchObject({ outcome: 'notAsked' });
  state.now += 1;
  expect(await search()).toMatchObject({ outcome: 'rateLimited' });
  state.now += 7_000;
  expect(await search()).toEqual(FOUND);
});

test('a new login ends the wait; an unreachable site has none', async () => {
  const { state, search } = setUp([
    { outcome: 'unreachable', words: 'away' },
    { outcome: 'loginExpired', words: 'log in' },
  ]);
  expect(await search()).toEqual({ outcome: 'unreachable', words: 'away' });
  expect(await search()).toMatchObject({ outcome: 'loginExpired' });
  expect(await search()).toMatchObject({ outcome: 'notAsked' });
  state.login = 2;
  expect(await search()).toEqual(FOUND);
});

test('spreads searches over the minute, and skips one that would wait too long', async () => {
  const { state, search } = setUp([], { perMinute: 3 });
  expect(await search()).toEqual(FOUND);
  expect(await search()).toEqual(FOUND);
  expect(state.paused).toEqual([20_000]);
  const { state: slow, search: searchSlowly } = setUp([], { perMinute: 1 });
  await searchSlowly();
  expect(await searchSlowly()).toEqual({
    outcome: 'notAsked',
    words: 'not asked before 12:01 UTC (at most 1 searches a minute)',
  });
  expect(slow.asked).toBe(1);
});

const { signal } = new AbortController();

test('runs work one at a time and in order, after failures too; aborted waiting work does not start', async () => {
  const inTurn = createTurns();
  const begun: string[] = [];
  const first = Promise.withResolvers<string>();
  const work = (name: string, result: () => Promise<string>, ending = signal): Promise<string> =>
    inTurn(() => {
      begun.push(name);
      return result();
    }, ending);
  const giveUp = new AbortController();
  const ends = Promise.allSettled([
    work('first', () => first.promise),
    work('given up', async () => 'never', giveUp.signal),
    work('fails', () => Promise.reject(new Error('it fails'))),
    work('last', async () => 'last'),
  ]);
  giveUp.abort(new Error('enough'));
  await expect.poll(() => begun).toEqual(['first']);
  first.resolve('first');
  expect(await ends).toMatchObject([
    { value: 'first' },
    { reason: new Error('enough') },
    { reason: new Error('it fails') },
    { value: 'last' },
  ]);
  expect(begun).toEqual(['first', 'fails', 'last']);
});
