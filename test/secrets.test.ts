/**
 * One product whose keys are all canaries, and refused: the status and `doctor` report the refusals, and no output, answer or stored byte
 * contains a key.
 */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createPracticeWorld } from '../practice/practice-world.ts';
import { connectTo } from './support/acknowledged-rows.ts';
import {
  eventually,
  makeDataDirectory,
  readStatus,
  runCommand,
  runCommandHere,
  startProduct,
  stopProduct,
  WITHOUT_CLIPS,
  type Environment,
} from './support/product.ts';

const CANARIES = {
  RIOT_LOL_API_KEY: 'RGAPI-ca9a4e00-0000-4000-8000-000000000002',
  API_FOOTBALL_KEY: 'ca9a4e00000000000000000000000003',
  ADMIN_TOKEN: 'ca9a4e00-admin-token-that-nobody-may-see-0004',
  S3_ACCESS_KEY_ID: 'ca9a4e00-s3-name-0005',
  S3_SECRET_ACCESS_KEY: 'ca9a4e00-s3-secret-0006',
};
/** Nothing listens there, so that every use of a key ends in an error with all that errors carry. */
const NOWHERE = 'http://127.0.0.1:1';

let directory: ReturnType<typeof makeDataDirectory>;
let practice: Awaited<ReturnType<typeof createPracticeWorld>>;
/** The key for TFT is known to the upstream and expired; all others are unknown to it. */
let environment: Environment;
/** Everything that any of the tests was shown. */
const heard: string[] = [];

beforeAll(async () => {
  directory = makeDataDirectory();
  practice = await createPracticeWorld({
    seed: 1,
    clock: { mode: 'real' },
    playerCount: 500,
    profile: 'personal',
  });
  const keyFile = join(directory.path, 'football-key');
  writeFileSync(keyFile, CANARIES.API_FOOTBALL_KEY);
  const { API_FOOTBALL_KEY: _inFile, ...direct } = CANARIES;
  environment = {
    ...WITHOUT_CLIPS,
    ...direct,
    API_FOOTBALL_KEY_FILE: keyFile,
    API_FOOTBALL_URL: practice.footballBaseUrl,
    RIOT_BASE_URL: practice.riotBaseUrl,
    RIOT_TFT_API_KEY: practice.keys.tft,
    S3_ENDPOINT: NOWHERE,
    LOG_LEVEL: 'debug',
  };
});
afterAll(async () => {
  await practice.stop();
  directory.remove();
});

async function expireKey(expired: boolean): Promise<void> {
  const response = await fetch(`${practice.url}/practice/keys`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: practice.keys.tft, expired }),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** Standard output of a command; both streams are kept for the canaries. */
async function say(run: typeof runCommand, args: readonly string[], more: Environment = {}): Promise<string> {
  const { out, err } = await run(directory.path, args, { ...environment, ...more });
  heard.push(`${out}\n${err}`);
  return out;
}

interface Finding {
  readonly check?: string;
  readonly level?: string;
  readonly message?: string;
}

async function keysByDoctor(more: Environment = {}, run: typeof runCommand = runCommandHere) {
  const lines = (await say(run, ['doctor'], more)).split('\n').filter((line) => line !== '');
  return lines
    .map((line) => JSON.parse(line) as Finding)
    .filter(({ check }) => check === 'keys')
    .map(({ level, message }) => `${level}: ${message}`);
}

const REFUSED = [
  expect.stringMatching(/^error: Riot: Teamfight Tactics: the key is refused: .*403/),
  expect.stringMatching(/^error: Riot: League of Legends: the key is refused: .*401/),
  expect.stringMatching(/^error: API-Football: the key is refused: /),
];

test('logs, answers, live messages, errors and the database contain no canary key', async () => {
  await expireKey(true);
  const product = startProduct(directory.path, environment);
  const url = await product.ready;
  for (const [id, detail] of [
    ['riot-tft', 'Key expired or blocked since'],
    ['riot-lol', 'Key unknown since'],
  ]) {
    const upstream = await eventually(async () => {
      const found = (await readStatus(url)).upstreams.find((one) => one.id === id);
      return found?.state === 'rejected' ? found : undefined;
    }, `the status shows the refusal of ${id}`);
    expect(upstream).toMatchObject({ key: 'set', detail: expect.stringContaining(detail ?? '') });
  }
  heard.push(...(await answersOf(url)), await firstLiveMessage(url));
  // In processes of their own, because libraries write to the real standard error.
  expect(await keysByDoctor({}, runCommand)).toEqual(REFUSED);
  expect(await say(runCommand, ['status'])).not.toBe('');
  await say(runCommand, ['up'], { RIOT_LOL_API_KEY: `${CANARIES.RIOT_LOL_API_KEY}!` });
  heard.push(await dumpDatabase(directory.path));
  await stopProduct(product);
  heard.push(product.log(), JSON.stringify(product.said));

  expect(heard.every((text) => text.length > 0)).toBe(true);
  // What the client itself sent in an address is the client's to repeat, but not the server's.
  expect(heard.join('\n')).not.toContain('ca9a4e00');
  expect(heard.join('\n')).not.toContain(practice.keys.tft);
});

test('`doctor` checks every key when nothing runs: refused ones, accepted ones, and an unavailable upstream', async () => {
  expect(await keysByDoctor()).toEqual(REFUSED);
  await expireKey(false);
  const accepted = { RIOT_LOL_API_KEY: practice.keys.lol, API_FOOTBALL_KEY: practice.keys.football };
  expect(await keysByDoctor({ ...accepted, API_FOOTBALL_KEY_FILE: '' })).toEqual([
    'ok: Riot: Teamfight Tactics: set and accepted',
    'ok: Riot: League of Legends: set and accepted',
    'ok: API-Football: set and accepted',
  ]);
  const away = await keysByDoctor({
    RIOT_BASE_URL: `${NOWHERE}/{route}`,
    API_FOOTBALL_KEY_FILE: '',
  });
  expect(away).toEqual([
    'warning: Riot: Teamfight Tactics: set, but could not be checked (unavailable)',
    'warning: Riot: League of Legends: set, but could not be checked (unavailable)',
    'warning: API-Football: no key',
  ]);

  for (const key of ['ca9a4e00', ...Object.values(practice.keys)])
    expect(heard.join('\n')).not.toContain(key);
});

async function answersOf(url: string): Promise<string[]> {
  const bearer = { authorization: `Bearer ${CANARIES.ADMIN_TOKEN}` };
  const asked = [
    fetch(`${url}/api/status`),
    fetch(`${url}/metrics`),
    fetch(`${url}/api/openapi.json`),
    fetch(`${url}/api/admin/whoami`, { headers: bearer }),
    fetch(`${url}/api/nothing?key=${practice.keys.tft}`),
    fetch(`${url}/api/status`, { method: 'POST', body: CANARIES.RIOT_LOL_API_KEY, headers: bearer }),
    fetch(`${url}/api/admin/jobs/${randomUUID()}/retry`, { method: 'POST', headers: bearer }),
    fetch(`${url}/api/admin/actions`, { headers: bearer }),
    fetch(`${url}/api/jobs`),
    fetch(`${url}/api/jobs/failed`),
    fetch(`${url}/api/football/days/today`),
    fetch(`${url}/api/football/clips/${randomUUID()}/video`),
  ];
  const responses = await Promise.all(asked);
  return Promise.all(
    responses.map(async (response) => `${JSON.stringify([...response.headers])}\n${await response.text()}`),
  );
}

function firstLiveMessage(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live`);
    socket.on('open', () => socket.send(JSON.stringify({ type: 'subscribe', topic: 'status' })));
    socket.on('message', (message: Buffer) => {
      resolve(message.toString());
      socket.close();
    });
    socket.on('error', reject);
  });
}

/** Every row of every table of ours and of the job engine, as text. */
async function dumpDatabase(dataDirectory: string): Promise<string> {
  const client = await connectTo(dataDirectory);
  try {
    const { rows } = await client.query<{ dump: string }>(
      `select string_agg(query_to_xml(format('select * from %I.%I', schemaname, tablename), true, true, '')::text, '') as dump
       from pg_tables where schemaname in ('gamekeeper', 'pgboss')`,
    );
    return rows[0]?.dump ?? '';
  } finally {
    await client.end();
  }
}
