/** The product and its upstreams: the practice world without keys, and what becomes of a key that is refused. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createPracticeWorld } from '../practice/practice-world.ts';
import {
  eventually,
  makeDataDirectory,
  readStatus,
  runCommand,
  startProduct,
  stopProduct,
  type Product,
} from './support/product.ts';

let directory: ReturnType<typeof makeDataDirectory>;
let practice: Awaited<ReturnType<typeof createPracticeWorld>>;
beforeAll(async () => {
  directory = makeDataDirectory();
  practice = await createPracticeWorld({
    seed: 1,
    clock: { mode: 'real' },
    playerCount: 500,
    profile: 'personal',
  });
});
afterAll(async () => {
  await practice.stop();
  directory.remove();
});

const products: Product[] = [];
afterEach(async () => {
  for (const product of products.splice(0)) await stopProduct(product);
});

function start(environment: Readonly<Record<string, string>> = {}): Product {
  const product = startProduct(directory.path, environment);
  products.push(product);
  return product;
}

const upstreamOf = async (url: string, id: string) =>
  (await readStatus(url)).upstreams.find((upstream) => upstream.id === id);

async function setKey(change: Readonly<Record<string, unknown>>): Promise<void> {
  const response = await fetch(`${practice.url}/practice/keys`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  });
  if (!response.ok) throw new Error(await response.text());
}

async function keysByDoctor(environment: Readonly<Record<string, string>>): Promise<string[]> {
  const { out } = await runCommand(directory.path, ['doctor'], environment);
  const findings = out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Finding]));
  return findings.filter(({ check }) => check === 'keys').map(({ level, message }) => `${level}: ${message}`);
}

interface Finding {
  readonly check?: string;
  readonly level?: string;
  readonly message?: string;
}

test('without keys the practice world stands in, and both games are let in', async () => {
  const url = await start().ready;
  const lol = await eventually(async () => {
    const upstream = await upstreamOf(url, 'riot-lol');
    return upstream?.state === 'ok' ? upstream : undefined;
  }, 'the practice key is let in');
  const { parts } = await readStatus(url);

  expect(lol).toMatchObject({ key: 'practice', detail: null });
  expect(parts.find(({ id }) => id === 'practice')).toMatchObject({ state: 'running', restarts: 0 });
});

test('a refused key is told as such by the status and by doctor, and named by neither', async () => {
  const environment = {
    RIOT_BASE_URL: practice.riotBaseUrl,
    RIOT_TFT_API_KEY: practice.keys.tft,
    RIOT_LOL_API_KEY: 'RGAPI-00000000-0000-0000-0000-000000000000',
  };
  await setKey({ key: practice.keys.tft, expired: true });
  const product = start(environment);
  const url = await product.ready;
  const tft = await eventually(async () => {
    const upstream = await upstreamOf(url, 'riot-tft');
    return upstream?.state === 'rejected' ? upstream : undefined;
  }, 'the refusal is shown');
  const lol = await eventually(async () => {
    const upstream = await upstreamOf(url, 'riot-lol');
    return upstream?.state === 'rejected' ? upstream : undefined;
  }, 'the refusal of the other key is shown');
  const whileRunning = await keysByDoctor(environment);
  await stopProduct(product);
  const whileStopped = await keysByDoctor(environment);

  expect(tft).toMatchObject({ key: 'set', detail: expect.stringContaining('Key expired or blocked since') });
  expect(lol).toMatchObject({ key: 'set', detail: expect.stringContaining('Key unknown since') });
  for (const said of [whileRunning, whileStopped])
    expect(said).toEqual([
      expect.stringMatching(/^error: Riot: Teamfight Tactics: the key is refused: .*403/),
      expect.stringMatching(/^error: Riot: League of Legends: the key is refused: .*401/),
      'warning: API-Football: no key',
    ]);
  expect([product.log(), ...whileRunning, ...whileStopped, JSON.stringify([tft, lol])].join()).not.toContain(
    practice.keys.tft,
  );
});

test('doctor tries a key that works', async () => {
  await setKey({ key: practice.keys.tft, expired: false });
  const said = await keysByDoctor({
    RIOT_BASE_URL: practice.riotBaseUrl,
    RIOT_TFT_API_KEY: practice.keys.tft,
  });

  expect(said[0]).toBe('ok: Riot: Teamfight Tactics: set, and let in');
});

test('doctor tries the key of API-Football too, a right one and a wrong one', async () => {
  const API_FOOTBALL_URL = practice.footballBaseUrl;
  const SOMEBODY_ELSES = '0123456789abcdef0123456789abcdef';
  const right = await keysByDoctor({ API_FOOTBALL_URL, API_FOOTBALL_KEY: practice.keys.football });
  const wrong = await keysByDoctor({ API_FOOTBALL_URL, API_FOOTBALL_KEY: SOMEBODY_ELSES });

  expect(right[2]).toBe('ok: API-Football: set, and let in');
  expect(wrong[2]).toMatch(/^error: API-Football: the key is refused: /);
  expect(wrong[2]).not.toContain(SOMEBODY_ELSES);
});

test('doctor says when Riot cannot be reached', async () => {
  const said = await keysByDoctor({
    RIOT_BASE_URL: 'http://127.0.0.1:1/{route}',
    RIOT_TFT_API_KEY: practice.keys.tft,
  });

  expect(said[0]).toBe('warning: Riot: Teamfight Tactics: set, but could not be tried (unavailable)');
});
