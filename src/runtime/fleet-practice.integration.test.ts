/** A practice world that is shared: found by its address alone, also when it goes and comes back. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createPracticeWorld } from '../../practice/practice-world.ts';
import { until } from '../../test/support/until.ts';
import { joinPracticeWorld } from './fleet-practice.ts';
import type { PracticeThread } from './practice-thread.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

const KEYS = { tft: 'a', lol: 'b', football: 'c' };

/** What a practice world says of itself; null: something else. */
async function answer(speed: number | null, port = 0) {
  const clock = { startAt: 0, startedAt: 0, speed };
  const text = speed === null ? '<h1>hello</h1>' : JSON.stringify({ keys: KEYS, clock });
  const server = createServer((_request, response) => response.end(text)).listen(port, '127.0.0.1');
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
  };
  stops.push(stop);
  await once(server, 'listening');
  const { port: at } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${at}`, port: at, stop };
}

async function join(url: string, changes: string[] = []): Promise<PracticeThread> {
  const joined: PracticeThread = await joinPracticeWorld({
    url,
    log: pino({ level: 'silent' }),
    signal: new AbortController().signal,
    onChange: () => changes.push(joined.describe().state),
    lookEveryMs: 30,
  });
  stops.push(() => joined.stop());
  return joined;
}

test('its addresses, keys and clock are those of the world itself', async () => {
  const startAt = Date.parse('2026-11-01T00:00:00Z');
  const world = await createPracticeWorld({
    seed: 3,
    clock: { mode: 'accelerated', speed: 60, startAt },
    playerCount: 200,
    profile: 'personal',
    ffmpeg: null,
  });
  stops.push(() => world.stop());
  const { riotBaseUrl, staticBaseUrl, footballBaseUrl, clipSiteUrl, keys } = world;
  const joined = await join(world.url);

  expect(joined).toMatchObject({ riotBaseUrl, staticBaseUrl, footballBaseUrl, clipSiteUrl, keys });
  expect(joined.speed()).toBe(60);
  const read = async () =>
    ((await (await fetch(`${world.url}/practice/clock`)).json()) as { now: number }).now;
  const [before, now, after] = [await read(), joined.now().getTime(), await read()];
  // Less than a millisecond of ours is up to 60 ms there.
  expect(now).toBeGreaterThanOrEqual(before - 60);
  expect(now).toBeLessThanOrEqual(after + 60);
});

test('one that is not there yet is waited for', async () => {
  const { url, port, stop } = await answer(1);
  await stop();
  const joining = join(url);
  await answer(1, port);

  expect((await joining).describe()).toMatchObject({ state: 'running' });
});

test('its loss and its return are shown, and the clock it returns with is taken over', async () => {
  const { url, port, stop } = await answer(60);
  const changes: string[] = [];
  const joined = await join(url, changes);

  await stop();
  await until('the loss is shown', 30_000, () => joined.describe().state === 'down');
  await answer(5, port);
  await until('the return is shown', 30_000, () => joined.describe().state === 'running');

  expect(changes).toEqual(['down', 'running']);
  expect(joined.speed()).toBe(5);
});

test('another server at that address ends the start with what it answered', async () => {
  const { url } = await answer(null);

  await expect(join(url)).rejects.toThrow(/answers 200 "<h1>hello.*to \/practice\/world/);
});
