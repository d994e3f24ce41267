import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createQuestionGate } from '#/analytics/question-gate.ts';
import type { TftExploration, TftExplorer } from '#/analytics/tft/tft-explorer.ts';
import { TooMuchWork } from '#/analytics/too-much-work.ts';
import type { Problem } from '#/contract/problem.ts';
import type { TftAnswer } from '#/contract/tft-explore.ts';
import type { TftMatchView, TftNamesList } from '#/contract/tft-reference.ts';
import type { Question } from '#/domain/tft/explore/question.ts';
import { createTftNames } from '#/domain/tft/static-names.ts';
import { createServerUnderTest, type ServerUnderTest } from '../server-under-test.ts';
import type { FoundTftMatch } from './match-route.ts';
import { createEmptyExplorer, createTftAccessUnderTest, emptyExploration } from './tft-access-under-test.ts';
import type { TftAccess } from './tft-access.ts';

const EXPLORE = '/api/tft/explore';

async function withServer<Result>(
  access: Partial<TftAccess>,
  use: (under: ServerUnderTest) => Promise<Result>,
): Promise<Result> {
  const under = await createServerUnderTest({ deps: { tft: createTftAccessUnderTest(access) } });
  try {
    return await use(under);
  } finally {
    await under.server.close();
  }
}

const exploring = (explore: TftExplorer['explore']): Partial<TftAccess> => ({
  explorer: createEmptyExplorer({ explore }),
});

/** A question whose end is in the test's hand. */
function createHeldExplorer() {
  const runs: { question: Question; signal: AbortSignal; answer: PromiseWithResolvers<TftExploration> }[] =
    [];
  const explore: TftExplorer['explore'] = (question, signal) => {
    const answer = Promise.withResolvers<TftExploration>();
    signal.addEventListener('abort', () => answer.reject(signal.reason as Error));
    runs.push({ question, signal, answer });
    return answer.promise;
  };
  return { explore, runs };
}

test('too much work is a 504 that says how to ask for less', async () => {
  const access = exploring(() => Promise.reject(new TooMuchWork('memory', new Error('secret SQL'))));
  await withServer(access, async ({ server }) => {
    const response = await server.inject(EXPLORE);
    const problem = response.json<Problem>();
    expect(problem).toMatchObject({ status: 504, code: 'too-much-work' });
    expect(problem.detail).toMatch(/fewer patches/);
    expect(response.body).not.toContain('SQL');
  });
});

test('what failed is not kept: the next one is asked anew', async () => {
  const failures = [new Error('broken')];
  const access = exploring(async (question) => {
    const failure = failures.pop();
    if (failure !== undefined) throw failure;
    return emptyExploration(question);
  });
  await withServer(access, async ({ server }) => {
    expect((await server.inject(EXPLORE)).statusCode).toBe(500);
    expect((await server.inject(EXPLORE)).json<TftAnswer>().cache).toBe('miss');
  });
});

test('when too many ask, the next one is told to come back', async () => {
  const held = createHeldExplorer();
  const access = {
    ...exploring(held.explore),
    gate: createQuestionGate({ atOnce: 1, maxWaiting: 0, maxWaitMs: 1_000 }),
  };
  await withServer(access, async ({ server }) => {
    const first = server.inject(`${EXPLORE}?by=unit`);
    await expect.poll(() => held.runs.length).toBe(1);
    const second = await server.inject(`${EXPLORE}?by=trait`);
    expect(second.json()).toMatchObject({ status: 503, code: 'unavailable' });
    expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
    const [run] = held.runs;
    run?.answer.resolve(emptyExploration(run.question));
    expect((await first).statusCode).toBe(200);
  });
});

test('equal questions at the same time run once, by address and as JSON', async () => {
  const held = createHeldExplorer();
  await withServer(exploring(held.explore), async ({ server }) => {
    const asked = [
      server.inject(`${EXPLORE}?by=trait&min=7`),
      server.inject(`${EXPLORE}?min=7&by=trait`),
      server.inject({ method: 'POST', url: EXPLORE, payload: { by: 'trait', minN: 7 } }),
    ];
    await expect.poll(() => held.runs.length).toBe(1);
    await turn();
    const [run] = held.runs;
    run?.answer.resolve(emptyExploration(run.question));
    const answers = await Promise.all(asked);
    expect(answers.map((response) => response.json<TftAnswer>().cache).sort()).toEqual([
      'joined',
      'joined',
      'miss',
    ]);
    expect(held.runs.length).toBe(1);
  });
});

test('new data makes a new answer and a new ETag', async () => {
  let version = 'v1';
  const access = { explorer: createEmptyExplorer({ dataVersion: async () => version }) };
  await withServer(access, async ({ server }) => {
    const first = await server.inject(EXPLORE);
    version = 'v2';
    // The same in other words: of the very same address, the old answer is good for another second.
    const second = await server.inject(`${EXPLORE}?by=unit`);
    expect([first, second].map((response) => response.json<TftAnswer>().cache)).toEqual(['miss', 'miss']);
    expect(second.json<TftAnswer>().text).toBe(first.json<TftAnswer>().text);
    expect(second.headers.etag).not.toBe(first.headers.etag);
  });
});

test.each([
  [{ by: 'nonsense' }, 'body/by', 'one of unit, item'],
  [{ filter: { rank: 'exact' } }, 'body/filter/rank', 'one of'],
  [{ filter: { patches: '17.4' } }, 'body/filter/patches', 'a list'],
  [{ filter: { where: { unix: 'x' } } }, 'body/filter/where', 'a condition: an object with all, any'],
  [{ filter: { where: { all: [] } } }, 'body/filter/where/all', 'at least 1 item'],
  [{ filter: { where: { all: [{ unit: 'x', stars: 2 }] } } }, 'body/filter/where/all/0/stars', 'an object'],
  [
    { filter: { where: { any: [{ none: [{ count: 'x', is: {} }] }] } } },
    'body/filter/where/any/0/none/0/count',
    'one of units',
  ],
  [{ filter: { where: { trait: 'x', star: {} } } }, 'body/filter/where/star', 'to be left out'],
  [{ by: 'unit-item' }, 'body/of', 'the id of the unit'],
  [{ filter: { comparedPatch: '17.3' } }, 'body/filter/comparedPatch', 'one other patch'],
])('%j is refused at its place, and nothing else is complained about', async (payload, where, expected) => {
  await withServer({}, async ({ server }) => {
    const answer = await server.inject({ method: 'POST', url: EXPLORE, payload });
    const { errors = [], status } = answer.json<Problem>();
    expect([status, errors.map((error) => error.where)]).toEqual([400, [where]]);
    expect(errors[0]?.expected).toContain(expected);
  });
});

test('a long value is never repeated, a short id is', async () => {
  const known = {
    patches: ['17.4'],
    hasUnit: () => false,
    hasItem: () => false,
    hasTrait: () => false,
    nearest: () => [],
  };
  await withServer({ explorer: createEmptyExplorer({ known: async () => known }) }, async ({ server }) => {
    const secret = 'RGAPI-00000000-aaaa-bbbb-cccc-0123456789ab';
    const long = await server.inject(`${EXPLORE}?by=unit-item&of=${secret}`);
    expect(long.statusCode).toBe(400);
    expect(long.body.toLowerCase()).not.toContain(secret.toLowerCase());
    const short = await server.inject(`${EXPLORE}?by=unit-item&of=tft_x`);
    expect(short.json<Problem>().detail).toContain("query/of is 'tft_x'");
  });
});

const MATCH: TftMatchView = {
  id: 'EUW1_7',
  platform: 'euw1',
  patch: '17.4',
  queue: 1100,
  queueName: 'Ranked',
  endedAt: '2026-05-19T12:00:00.000Z',
  lengthSeconds: null,
  boards: [],
};

test.each<[string, FoundTftMatch, number, string]>([
  ['EUW1_7', { type: 'match', match: MATCH }, 200, '"patch":"17.4"'],
  ['EUW1_8', { type: 'unknown' }, 404, 'no match EUW1_8'],
  ['EUW1_9', { type: 'not-stored', state: 'wanted' }, 404, 'not fetched yet'],
  ['EUW1_9', { type: 'not-stored', state: 'gone' }, 404, 'upstream does not have it'],
  ['EUW1_9', { type: 'not-stored', state: 'quarantined' }, 404, 'kept apart'],
  ['nonsense', { type: 'unknown' }, 400, 'path/id'],
])('match %s when it is %j: %i', async (id, found, status, text) => {
  await withServer({ readMatch: async () => found }, async ({ server }) => {
    const response = await server.inject(`/api/tft/matches/${id}`);
    expect(response.statusCode).toBe(status);
    expect(response.body).toContain(text);
  });
});

const icon = { origin: 'data-dragon', path: 'x.png' } as const;
const names = createTftNames(
  [
    {
      units: [{ id: 'tft_x', name: 'X', icon, cost: 3, traits: ['tft_t'], sets: [17] }],
      items: [{ id: 'item_a', name: 'A', icon: null, components: ['item_b'] }],
      traits: [{ id: 'tft_t', name: 'T', icon: null, thresholds: [2, 4], sets: [17] }],
    },
  ],
  { 'data-dragon': 'data-dragon' },
);

test('names are told of what was counted and of what that refers to', async () => {
  const codes = [
    { kind: 'unit' as const, code: 1, id: 'tft_x' },
    { kind: 'unit' as const, code: 2, id: 'tft_new_one' },
    { kind: 'item' as const, code: 1, id: 'item_a' },
    { kind: 'trait' as const, code: 1, id: 'tft_seen@1' },
    { kind: 'trait' as const, code: 2, id: 'tft_seen@2' },
  ];
  await withServer({ names: async () => names, codes: async () => codes }, async ({ server }) => {
    const response = await server.inject('/api/tft/names');
    const { version, units, items, traits } = response.json<TftNamesList>();
    expect(units).toEqual([
      {
        id: 'tft_x',
        name: 'X',
        isKnown: true,
        icon: '/api/tft/icons/unit/tft_x',
        cost: 3,
        traits: ['tft_t'],
      },
      { id: 'tft_new_one', name: 'New One', isKnown: false, icon: null, cost: null, traits: [] },
    ]);
    expect(items.map(({ id }) => id)).toEqual(['item_a', 'item_b']);
    expect(traits.map(({ id }) => id)).toEqual(['tft_seen', 'tft_t']);
    expect(response.headers.etag).toBe(`"${version}"`);
  });
});

test('a picture is served from here, without a way for scripts; what is not there is a 404 for a while', async () => {
  const svg = { type: 'image/svg+xml' as const, bytes: Buffer.from('<svg></svg>') };
  const asked: string[] = [];
  const icons = {
    get: async (address: string) => {
      asked.push(address);
      return svg;
    },
  };
  await withServer({ names: async () => names, icons }, async ({ server }) => {
    const found = await server.inject('/api/tft/icons/unit/TFT_X');
    expect([found.statusCode, found.headers['content-type'], found.body]).toEqual([
      200,
      'image/svg+xml',
      '<svg></svg>',
    ]);
    expect(found.headers['content-security-policy']).toContain('sandbox');
    expect(found.headers['cache-control']).toMatch(/^public, max-age=\d{5,}$/);
    expect(found.headers['x-content-type-options']).toBe('nosniff');
    const again = await server.inject({
      url: '/api/tft/icons/unit/tft_x',
      headers: { 'if-none-match': String(found.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    const missing = await server.inject('/api/tft/icons/item/item_a');
    expect([missing.statusCode, missing.headers['cache-control']]).toEqual([404, 'private, max-age=30']);
    expect((await server.inject('/api/tft/icons/augment/x')).statusCode).toBe(400);
    expect(asked).toEqual(['data-dragon/x.png', 'data-dragon/x.png']);
  });
});

test('hits, misses and refusals are counted', async () => {
  await withServer({}, async ({ server }) => {
    for (let time = 0; time < 3; time++) await server.inject(EXPLORE);
    const { body } = await server.inject('/metrics');
    expect(body).toMatch(/^gamekeeper_tft_answer_hits_total 2$/m);
    expect(body).toMatch(/^gamekeeper_tft_answer_misses_total 1$/m);
    expect(body).toMatch(/^gamekeeper_tft_answers_kept 1$/m);
    expect(body).toMatch(/^gamekeeper_tft_questions_refused_total 0$/m);
  });
});

test('a question in a body is answered over a real connection, however long it takes, and ends when the client leaves', async () => {
  const held = createHeldExplorer();
  await withServer(exploring(held.explore), async ({ server, logLines }) => {
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    const leave = new AbortController();
    const post = (by: string, signal: AbortSignal | null = null) =>
      fetch(`${url}${EXPLORE}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ by }),
        signal,
      });
    const runAt = async (at: number) => {
      while (held.runs[at] === undefined) await turn();
      return held.runs[at];
    };

    const answered = post('unit');
    const first = await runAt(0);
    // By the time that another request is answered, the body was read and its end was noticed.
    await fetch(`${url}/api/status`);
    expect(first?.signal.aborted).toBe(false);
    first?.answer.resolve(emptyExploration(first.question));
    expect((await answered).status).toBe(200);

    const left = post('item', leave.signal).catch((error: Error) => error.name);
    const second = await runAt(1);
    const ended = new Promise((resolve) => second?.signal.addEventListener('abort', resolve));
    leave.abort();
    await ended;
    expect(await left).toBe('AbortError');
    expect(logLines.filter(({ msg }) => msg === 'request failed')).toEqual([]);
  });
});
