/** A drill that plays no tricks would hold always: what is spoilt, how, and that the proof knows what can never be read. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startMischief, type Mischief, type Trick } from './mischief.ts';
import { createTricks } from './tricks.ts';

const GAME = {
  metadata: { match_id: 'EUW1_5', participants: [] },
  info: { gameId: 5, game_datetime: 1, queue_id: 1100, participants: [{ puuid: 'p', placement: 1 }] },
};
const ids = Array.from({ length: 400 }, (_, number) => `EUW1_${7_000_000 + number}`);
const pathOf = (id: string): string => `/europe/tft/match/v1/matches/${id}`;
const ask = (path: string, nth: number) => ({ path, nth, query: new URLSearchParams() });

describe('fates', () => {
  const plan = createTricks(3, () => 0);
  const nameOf = (trick: Trick | null): string | null =>
    trick === null ? null : 'name' in trick ? trick.name : trick.kind;

  test('most games are left alone, and the same seed spoils the same ones', () => {
    const fates = ids.map((id) => nameOf(plan.decide(ask(pathOf(id), 1))));
    const spoilt = fates.filter((name) => name !== null);

    expect(spoilt.length).toBeGreaterThan(120);
    expect(spoilt.length).toBeLessThan(280);
    expect(new Set(spoilt).size).toBeGreaterThan(15);
    expect(ids.map((id) => nameOf(createTricks(3, () => 0).decide(ask(pathOf(id), 1))))).toEqual(fates);
    expect(ids.map((id) => nameOf(createTricks(4, () => 0).decide(ask(pathOf(id), 1))))).not.toEqual(fates);
  });

  test('what passes is played once; what can never be read is played every time', () => {
    const isPlayedAgain = (id: string): boolean => plan.decide(ask(pathOf(id), 2)) !== null;
    const refused = ids.filter((id) => plan.isRefused(id));

    expect(refused.length).toBeGreaterThan(8);
    expect(refused.every(isPlayedAgain)).toBe(true);
    const passing = ids.filter((id) => plan.decide(ask(pathOf(id), 1)) !== null && !isPlayedAgain(id));
    expect(passing.length).toBeGreaterThan(50);
  });
});

describe('somebody in between', () => {
  let world: Server;
  let mischief: Mischief;
  let trick: Trick | null;
  const calls: (string | undefined)[] = [];
  beforeEach(async () => {
    calls.length = 0;
    trick = null;
    world = createServer((request, response) => {
      calls.push(request.url);
      response.writeHead(200, { 'x-app-rate-limit': '20:1' }).end(JSON.stringify(GAME));
    });
    world.listen(0, '127.0.0.1');
    await once(world, 'listening');
    mischief = await startMischief(`http://127.0.0.1:${(world.address() as AddressInfo).port}`, () => trick);
  });
  afterEach(async () => {
    await mischief.stop();
    world.closeAllConnections();
    world.close();
  });
  const get = (signal?: AbortSignal): Promise<Response> =>
    fetch(
      mischief.baseUrl.replace('{route}', 'europe/some/path?x=1'),
      signal === undefined ? {} : { signal },
    );

  test('answers pass unchanged, with their headers', async () => {
    const response = await get();

    expect(await response.json()).toEqual(GAME);
    expect(response.headers.get('x-app-rate-limit')).toBe('20:1');
    expect(calls).toEqual(['/europe/some/path?x=1']);
    expect(mischief.done).toEqual({});
  });

  test('the world is asked also when something else is answered', async () => {
    trick = { kind: 'answer', name: 'ill', status: 503, body: 'sorry', headers: { 'retry-after': '1' } };
    const response = await get();

    expect([response.status, await response.text()]).toEqual([503, 'sorry']);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(calls).toHaveLength(1);
    expect(mischief.done).toEqual({ ill: 1 });
  });

  test.each(['reset-headers', 'reset-body'] as const)('%s breaks off', async (kind) => {
    trick = { kind };

    await expect(get().then((response) => response.text())).rejects.toThrow(/fetch failed|terminated/);
  });

  test.each(['stall-headers', 'stall-body'] as const)(
    '%s ends when the client gives up, and is noted',
    async (kind) => {
      trick = { kind };

      const client = new AbortController();
      const asked = get(client.signal).then((response) => response.text());
      asked.catch(() => undefined); // Looked at below.

      await expect.poll(() => mischief.done[kind]).toBe(1);
      const seenAt = performance.now();
      await sleep(100);
      const waitedMs = performance.now() - seenAt;
      client.abort();

      await expect(asked).rejects.toThrow(/aborted/i);
      await expect.poll(() => mischief.borneMs.length).toBe(1);
      expect(mischief.borneMs[0]).toBeGreaterThan(waitedMs / 2);
    },
  );

  test('a body that is poured has no end before its size, and what was taken is noted', async () => {
    trick = { kind: 'pour', bytes: 5 * 1024 * 1024 };

    expect((await (await get()).text()).length).toBeGreaterThan(5 * 1024 * 1024);
    expect(mischief.mostTakenBytes()).toBe(5 * 1024 * 1024);
  });

  test('a bomb is small until it is unpacked', async () => {
    trick = { kind: 'bomb', bytes: 1_000_000, encoding: 'gzip' };
    const response = await get();

    expect(Number(response.headers.get('content-length'))).toBeLessThan(20_000);
    expect((await response.text()).length).toBe(1_000_000);
  });
});
