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

async function start(script: string, changes: string[] = []): Promise<PracticeThread> {
  const thread = await startPracticeThread({
    script,
    seed: 3,
    profile: 'personal',
    speed: 60,
    log: pino({ level: 'silent' }),
    onChange: () => void changes.push('changed'),
  });
  threads.push(thread);
  return thread;
}

test('the practice world answers from its thread, with the limits it was told, and is gone when stopped', async () => {
  const thread = await start(SHIPPED.practiceWorld);
  const ask = () =>
    fetch(`${thread.url}/euw1/tft/status/v1/platform-data`, { headers: { 'X-Riot-Token': thread.keys.tft } });
  const answer = await ask();
  expect([answer.status, answer.headers.get('x-app-rate-limit')]).toEqual([200, '20:1,100:120']);
  expect(thread.describe()).toMatchObject({ state: 'running', restarts: 0 });
  await thread.stop();

  await expect(ask()).rejects.toThrow('fetch failed');
});

test('football and the clip site answer from the same thread', async () => {
  const { footballBaseUrl, clipSiteUrl, keys } = await start(SHIPPED.practiceWorld);
  const live = await fetch(`${footballBaseUrl}/fixtures?live=all`, {
    headers: { 'x-apisports-key': keys.football },
  });
  expect(await live.json()).toMatchObject({ get: 'fixtures', errors: [] });
  expect(await (await fetch(`${clipSiteUrl}/api/search?q=(goal)`)).json()).toHaveProperty('posts');
});

test('a thread that dies is started again in the world of the same time, and with the same folder for clips', async () => {
  const script = join(directory, 'telling.mjs');
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
  const changes: string[] = [];
  const thread = await startPracticeThread({
    script,
    seed: 3,
    profile: 'personal',
    speed: 60,
    ffmpeg: null,
    clipFolder: '/some/folder',
    log: pino({ level: 'silent' }),
    onChange: () => void changes.push('changed'),
  });
  threads.push(thread);
  const tell = async (): Promise<unknown> => ({
    ...((await (await fetch(thread.url)).json()) as object),
    port: 0,
  });
  const before = await tell();
  await fetch(`${thread.url}/die`).catch(() => undefined);
  await expect.poll(() => changes.length).toBe(2);

  expect(before).toMatchObject({ ffmpeg: null, clipFolder: '/some/folder', clock: { speed: 60 } });
  expect(await tell()).toEqual(before);
  const { clock } = before as { clock: { startAt: number; startedAt: number } };
  expect(thread.now().getTime() - clock.startAt).toBeGreaterThanOrEqual(
    (Date.now() - clock.startedAt - 1000) * 60,
  );
});

test('a thread that dies is started again at the same port', async () => {
  const script = join(directory, 'mortal.mjs');
  writeFileSync(
    script,
    `import { createServer } from 'node:http';
     import { parentPort, workerData } from 'node:worker_threads';
     const server = createServer((request, response) => {
       response.end('alive');
       if (request.url === '/die') setImmediate(() => { throw new Error('died as told'); });
     });
     parentPort.on('message', () => process.exit());
     server.listen(workerData.port, '127.0.0.1', () =>
       parentPort.postMessage({ url: 'http://127.0.0.1:' + server.address().port, keys: {} }));`,
  );
  const changes: string[] = [];
  const thread = await start(script, changes);
  await fetch(`${thread.url}/die`).catch(() => undefined);
  await expect.poll(() => changes.length).toBe(2);

  expect(thread.describe()).toMatchObject({ state: 'running', restarts: 1 });
  expect(await (await fetch(thread.url)).text()).toBe('alive');
});

test('a thread that cannot start says why', async () => {
  const script = join(directory, 'broken.mjs');
  writeFileSync(script, `throw new Error('no such world');`);

  await expect(start(script)).rejects.toThrow('the practice world did not start: no such world');
});
