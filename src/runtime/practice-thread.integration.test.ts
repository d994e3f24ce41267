import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SHIPPED } from './places.ts';
import { startPracticeThread, type PracticeThread } from './practice-thread.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'gamekeeper-practice-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const threads: PracticeThread[] = [];
afterEach(async () => {
  for (const thread of threads.splice(0)) await thread.stop();
});

async function start(script: string, onChange: () => void = () => undefined): Promise<PracticeThread> {
  const log = pino({ level: 'silent' });
  const world = { seed: 3, profile: 'personal', speed: 60, ffmpeg: null } as const;
  const thread = await startPracticeThread({ ...world, clipFolder: directory, script, log, onChange });
  threads.push(thread);
  return thread;
}

test('all upstreams of the practice world answer from the thread, with the limits of the profile, until it is stopped', async () => {
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

test('a thread that dies is started again at the same port, in the world of the same time and with the same folder', async () => {
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

test('a thread that cannot start says why', async () => {
  const script = join(directory, 'broken.mjs');
  writeFileSync(script, `throw new Error('no such world');`);

  await expect(start(script)).rejects.toThrow('the practice world did not start: no such world');
});
