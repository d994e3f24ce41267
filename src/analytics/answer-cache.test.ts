import { expect, test } from 'vitest';
import { createAnswerCache, type AnswerCacheOptions } from './answer-cache.ts';

interface Text {
  readonly words: string;
  readonly sizeBytes: number;
}

const text = (words: string, sizeBytes = 10): Text => ({ words, sizeBytes });
const never = new AbortController().signal;

function createCache(options: Partial<AnswerCacheOptions> = {}) {
  const clock = { now: 0 };
  const cache = createAnswerCache<Text>({
    maxBytes: 100,
    maxEntries: 10,
    ttlMs: 1_000,
    now: () => clock.now,
    ...options,
  });
  const ask = (name: string, answer: Text, version = 'v1') =>
    cache.ask({ version, text: name, run: async () => answer }, never);
  return { cache, clock, ask };
}

/** A run whose end is in the test's hand. */
function createHeldRun() {
  const held = Promise.withResolvers<Text>();
  let runs = 0;
  let signal = never;
  return {
    ...held,
    runs: () => runs,
    signal: () => signal,
    run: (given: AbortSignal) => {
      runs += 1;
      signal = given;
      given.addEventListener('abort', () => held.reject(given.reason as Error));
      return held.promise;
    },
  };
}

test('an answer is worked out once, and then lies ready', async () => {
  const { cache, ask } = createCache();
  expect(await ask('q', text('first'))).toEqual({ answer: text('first'), cache: 'miss' });
  expect(await ask('q', text('second'))).toEqual({ answer: text('first'), cache: 'hit' });
  expect(cache.peek('v1', 'q')).toEqual(text('first'));
  expect(cache.stats()).toEqual({ hits: 2, misses: 1, joined: 0, entries: 1, bytes: 10 });
});

test('other data or another question is another answer, and the answers of older data are let go', async () => {
  const { cache, ask } = createCache();
  await ask('q', text('old'));
  await ask('r', text('old'));
  expect(cache.peek('v2', 'q')).toBeUndefined();
  expect(cache.peek('v1', 'x')).toBeUndefined();
  expect(await ask('q', text('new'), 'v2')).toMatchObject({ cache: 'miss', answer: { words: 'new' } });
  expect(cache.stats()).toMatchObject({ entries: 1, bytes: 10 });
});

test('what was begun with older data is given to who waits for it, and not kept', async () => {
  const { cache, ask } = createCache();
  const held = createHeldRun();
  const late = cache.ask({ version: 'v1', text: 'q', run: held.run }, never);
  await ask('r', text('new'), 'v2');
  held.resolve(text('old'));
  expect(await late).toMatchObject({ cache: 'miss', answer: { words: 'old' } });
  expect([cache.peek('v1', 'q'), cache.peek('v2', 'q')]).toEqual([undefined, undefined]);
  expect(cache.peek('v2', 'r')?.words).toBe('new');
});

test('no answer is older than its time', async () => {
  const { cache, clock, ask } = createCache();
  await ask('q', text('first'));
  clock.now = 999;
  expect(cache.peek('v1', 'q')).toBeDefined();
  clock.now = 1_000;
  expect(cache.peek('v1', 'q')).toBeUndefined();
  expect(cache.stats()).toMatchObject({ entries: 0, bytes: 0 });
});

test('what was not asked for the longest leaves first, by bytes and by number', async () => {
  const byBytes = createCache({ maxBytes: 100 });
  await byBytes.ask('a', text('a', 40));
  await byBytes.ask('b', text('b', 40));
  byBytes.cache.peek('v1', 'a');
  await byBytes.ask('c', text('c', 40));
  expect(['a', 'b', 'c'].map((name) => byBytes.cache.peek('v1', name)?.words)).toEqual(['a', undefined, 'c']);
  expect(byBytes.cache.stats().bytes).toBe(80);

  const byNumber = createCache({ maxEntries: 2 });
  for (const name of ['a', 'b', 'c']) await byNumber.ask(name, text(name));
  expect(['a', 'b', 'c'].map((name) => byNumber.cache.peek('v1', name)?.words)).toEqual([
    undefined,
    'b',
    'c',
  ]);
});

test('an answer that is larger than everything is given and not kept', async () => {
  const { cache, ask } = createCache();
  await ask('small', text('small'));
  expect(await ask('huge', text('huge', 101))).toMatchObject({ cache: 'miss' });
  expect(cache.peek('v1', 'huge')).toBeUndefined();
  expect(cache.peek('v1', 'small')).toBeDefined();
});

test('equal questions at the same time run once', async () => {
  const { cache } = createCache();
  const held = createHeldRun();
  const asked = [1, 2, 3].map(() => cache.ask({ version: 'v1', text: 'q', run: held.run }, never));
  held.resolve(text('one'));
  const answers = await Promise.all(asked);
  expect(held.runs()).toBe(1);
  expect(answers.map(({ cache: how }) => how)).toEqual(['miss', 'joined', 'joined']);
  expect(cache.stats()).toMatchObject({ misses: 1, joined: 2, hits: 0 });
});

test('who gives up hears it at once, and the others still get their answer', async () => {
  const { cache } = createCache();
  const held = createHeldRun();
  const first = new AbortController();
  const question = { version: 'v1', text: 'q', run: held.run };
  const left = cache.ask(question, first.signal);
  const stayed = cache.ask(question, never);
  first.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  expect(held.signal().aborted).toBe(false);
  held.resolve(text('one'));
  expect(await stayed).toMatchObject({ cache: 'joined', answer: { words: 'one' } });
});

test('when nobody waits any more the run is given up, and the next one begins anew', async () => {
  const { cache } = createCache();
  const held = createHeldRun();
  const callers = [new AbortController(), new AbortController()];
  const asked = callers.map(({ signal }) => cache.ask({ version: 'v1', text: 'q', run: held.run }, signal));
  const ends = Promise.allSettled(asked);
  callers[0]?.abort(new Error('gone'));
  expect(held.signal().aborted).toBe(false);
  callers[1]?.abort(new Error('gone too'));
  expect(held.signal().aborted).toBe(true);
  const next = cache.ask({ version: 'v1', text: 'q', run: async () => text('anew') }, never);
  expect(await next).toMatchObject({ cache: 'miss', answer: { words: 'anew' } });
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(cache.peek('v1', 'q')?.words).toBe('anew');
});

test('what failed is not kept', async () => {
  const { cache, ask } = createCache();
  const failing = { version: 'v1', text: 'q', run: () => Promise.reject(new Error('no engine')) };
  await expect(cache.ask(failing, never)).rejects.toThrow('no engine');
  expect(await ask('q', text('second try'))).toMatchObject({ cache: 'miss' });
});

test('who has given up before asking starts nothing', async () => {
  const { cache } = createCache();
  const held = createHeldRun();
  const gone = AbortSignal.abort(new Error('gone'));
  await expect(cache.ask({ version: 'v1', text: 'q', run: held.run }, gone)).rejects.toThrow('gone');
  expect(held.runs()).toBe(0);
});
