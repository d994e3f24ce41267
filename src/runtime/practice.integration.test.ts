import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../../test/support/until.ts';
import { SHIPPED } from './places.ts';
import { joinPracticeWorld, startPracticeThread, type PracticeWorld } from './practice.ts';

const log = pino({ level: 'silent' });
let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'gamekeeper-practice-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

async function start(script: string, onChange: () => void = () => undefined): Promise<PracticeWorld> {
  const world = { seed: 3, profile: 'personal', speed: 60, ffmpeg: null } as const;
  const thread = await startPracticeThread({ ...world, clipFolder: directory, script, log, onChange });
  stops.push(() => thread.stop());
  return thread;
}

async function joinWorld(url: string, changes: string[] = []): Promise<PracticeWorld> {
  const joined: PracticeWorld = await joinPracticeWorld({
    url,
    log,
    signal: new AbortController().signal,
    onChange: () => changes.push(joined.describe().state),
    pollMs: 30,
  });
  stops.push(() => joined.stop());
  return joined;
}

/** A server that answers as a practice world of that speed; null: as something else. */
async function answer(speed: number | null, port = 0) {
  const keys = { tft: 'a', lol: 'b', football: 'c' };
  const clock = { startAt: 0, startedAt: 0, speed };
  const text = speed === null ? '<h1>hello</h1>' : JSON.stringify({ keys, clock });
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

test('all upstreams of the world answer from the thread, with the limits of the profile, until it is stopped', async () => {
  const thread = await start(SHIPPED.practiceWorld);
  const { footballBaseUrl, clipSiteUrl, keys } = thread;
  const ask = () =>
    fetch(`${thread.url}/euw1/tft/status/v1/platform-data`, { headers: { 'X-Riot-Token': keys.tft } });
  const riot = await ask();
  expect([riot.status, riot.headers.get('x-app-rate-limit')]).toEqual([200, '20:1,100:120']);
  const headers = { 'x-apisports-key': keys.football };
  const live = await fetch(`${footballBaseUrl}/fixtures?live=all`, { headers });
  expect(await live.json()).toMatchObject({ get: 'fixtures', errors: [] });
  expect(await (await fetch(`${clipSiteUrl}/api/search?q=(goal)`)).json()).toHaveProperty('posts');
  expect(thread.describe()).toMatchObject({ state: 'running', restarts: 0 });
  await thread.stop();

  await expect(ask()).rejects.toThrow('fetch failed');
});

test('a thread that dies is restarted at the same port, with the same clock and folder', async () => {
  const script = join(directory, 'mortal.mjs');
  writeFileSync(
    script,
    `import { createServer } from 'node:http';
     import { parentPort, workerData } from 'node:worker_threads';
     const server = createServer((request, response) => {
       response.end(JSON.stringify(workerData));
       if (request.url === '/die') setImmediate(() => { throw new Error('died as told'); });
     });
     parentPort.on('message', () => process.exit());
     server.listen(workerData.port, '127.0.0.1', () =>
       parentPort.postMessage({ url: 'http://127.0.0.1:' + server.address().port, keys: {} }));`,
  );
  let changes = 0;
  const thread = await start(script, () => void changes++);
  const read = async () => (await (await fetch(thread.url)).json()) as object;
  const before = await read();
  await fetch(`${thread.url}/die`).catch(() => undefined);
  await expect.poll(() => changes).toBe(2);

  expect(thread.describe()).toMatchObject({ state: 'running', restarts: 1 });
  expect(before).toMatchObject({ ffmpeg: null, clipFolder: directory, clock: { speed: 60 } });
  expect(await read()).toEqual({ ...before, port: Number(new URL(thread.url).port) });
});

test('a thread that cannot start rejects with the reason', async () => {
  const script = join(directory, 'broken.mjs');
  writeFileSync(script, `throw new Error('no such world');`);

  await expect(start(script)).rejects.toThrow('the practice world did not start: no such world');
});

test('a joined world has the addresses, keys and clock of the thread', async () => {
  const thread = await start(SHIPPED.practiceWorld);
  const { riotBaseUrl, staticBaseUrl, footballBaseUrl, clipSiteUrl, keys } = thread;
  const joined = await joinWorld(thread.url);

  expect(joined).toMatchObject({ riotBaseUrl, staticBaseUrl, footballBaseUrl, clipSiteUrl, keys });
  expect(joined.speed()).toBe(60);
  const [before, now, after] = [thread.now(), joined.now(), thread.now()].map((time) => time.getTime());
  // A real millisecond is 60 ms there.
  expect(now).toBeGreaterThanOrEqual((before ?? Infinity) - 60);
  expect(now).toBeLessThanOrEqual((after ?? 0) + 60);
});

test('waits for a world that does not answer yet', async () => {
  const { url, port, stop } = await answer(1);
  await stop();
  const joining = joinWorld(url);
  await answer(1, port);

  expect((await joining).describe()).toMatchObject({ state: 'running' });
});

test('shows the loss and the return of a joined world, and uses the clock it returns with', async () => {
  const { url, port, stop } = await answer(60);
  const changes: string[] = [];
  const joined = await joinWorld(url, changes);

  await stop();
  await until('the loss is shown', 30_000, () => joined.describe().state === 'down');
  await answer(5, port);
  await until('the return is shown', 30_000, () => joined.describe().state === 'running');

  expect(changes).toEqual(['down', 'running']);
  expect(joined.speed()).toBe(5);
});

test('another server at that address ends the start with its answer', async () => {
  const { url } = await answer(null);

  await expect(joinWorld(url)).rejects.toThrow(/answers 200 "<h1>hello.*to \/practice\/world/);
});
