/** A practice world that is shared: found by its address alone, also when it goes and comes back. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createPracticeWorld, type RunningPracticeWorld } from '../../practice/practice-world.ts';
import { until } from '../../test/support/until.ts';
import { joinPracticeWorld } from './fleet-practice.ts';
import type { PracticeThread } from './practice-thread.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

const START = Date.parse('2026-11-01T00:00:00Z');

async function startWorld(port = 0, speed = 60): Promise<RunningPracticeWorld> {
  const clock = { mode: 'accelerated', speed, startAt: START } as const;
  const world = await createPracticeWorld({
    seed: 3,
    clock,
    playerCount: 200,
    profile: 'personal',
    ffmpeg: null,
    port,
  });
  stops.push(() => world.stop().catch(() => undefined)); // Some tests have stopped theirs already.
  return world;
}

async function join(url: string, changes: string[] = []): Promise<PracticeThread> {
  const joined: PracticeThread = await joinPracticeWorld({
    url,
    log: pino({ level: 'silent' }),
    signal: AbortSignal.timeout(10_000),
    onChange: () => changes.push(joined.describe().state),
    lookEveryMs: 30,
  });
  stops.push(() => joined.stop());
  return joined;
}

test('its addresses, keys and clock are those of the world itself', async () => {
  const world = await startWorld();
  const { riotBaseUrl, staticBaseUrl, footballBaseUrl, clipSiteUrl, keys, now, speed } = await join(
    world.url,
  );

  expect({ riotBaseUrl, staticBaseUrl, footballBaseUrl, clipSiteUrl, keys }).toEqual({
    riotBaseUrl: world.riotBaseUrl,
    staticBaseUrl: world.staticBaseUrl,
    footballBaseUrl: world.footballBaseUrl,
    clipSiteUrl: world.clipSiteUrl,
    keys: world.keys,
  });
  expect(speed()).toBe(60);
  const told = (await (await fetch(`${world.url}/practice/clock`)).json()) as { now: number };
  // Half a second of ours is half a minute there.
  expect(Math.abs(now().getTime() - told.now)).toBeLessThan(30_000);
  const ladder = `${riotBaseUrl.replace('{route}', 'euw1')}/tft/league/v1/challenger`;
  expect((await fetch(ladder, { headers: { 'X-Riot-Token': keys.tft } })).status).toBe(200);
});

test('one that is not there yet is waited for', async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const joining = join(`http://127.0.0.1:${port}`);

  await startWorld(port);

  expect((await joining).describe()).toMatchObject({ state: 'running' });
});

test('its loss and its return are shown, and the clock it returns with is taken over', async () => {
  const world = await startWorld();
  const changes: string[] = [];
  const joined = await join(world.url, changes);

  await world.stop();
  await until('the loss is shown', 10_000, () => joined.describe().state === 'down');
  await startWorld(Number(new URL(world.url).port), 5);
  await until('the return is shown', 10_000, () => joined.describe().state === 'running');

  expect(changes).toEqual(['down', 'running']);
  expect(joined.speed()).toBe(5);
});

test('somebody else at that address ends the start in words', async () => {
  const other = createServer((_request, response) => response.end('<h1>hello</h1>')).listen(0, '127.0.0.1');
  stops.push(async () => other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;

  await expect(join(`http://127.0.0.1:${port}`)).rejects.toThrow(
    /answers 200 "<h1>hello.*to \/practice\/world/,
  );
});
