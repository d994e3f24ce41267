/** Canary keys go in by every door; no line of log, no answer and no stored byte may carry one out. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { connectTo } from './support/acknowledged-rows.ts';
import { makeDataDirectory, runCommand, startProduct, stopProduct } from './support/product.ts';

const CANARIES = {
  RIOT_TFT_API_KEY: 'RGAPI-ca9a4e00-0000-4000-8000-000000000001',
  RIOT_LOL_API_KEY: 'RGAPI-ca9a4e00-0000-4000-8000-000000000002',
  API_FOOTBALL_KEY: 'ca9a4e00000000000000000000000003',
  ADMIN_TOKEN: 'ca9a4e00-admin-token-that-nobody-may-see-0004',
  S3_ACCESS_KEY_ID: 'ca9a4e00-s3-name-0005',
  S3_SECRET_ACCESS_KEY: 'ca9a4e00-s3-secret-0006',
};
/** Nobody listens there, so every use of the keys ends in an error with all that errors carry. */
const NOWHERE = { S3_ENDPOINT: 'http://127.0.0.1:1', RIOT_BASE_URL: 'http://127.0.0.1:1/{route}' };

test('canary keys do not come out of logs, answers, live messages, errors or the database', async () => {
  const directory = makeDataDirectory();
  onTestFinished(directory.remove);
  const keyFile = join(directory.path, 'football-key');
  writeFileSync(keyFile, CANARIES.API_FOOTBALL_KEY);
  const { API_FOOTBALL_KEY: _inFile, ...direct } = CANARIES;
  const environment = { ...direct, ...NOWHERE, API_FOOTBALL_KEY_FILE: keyFile, LOG_LEVEL: 'debug' };
  const product = startProduct(directory.path, environment);
  const url = await product.ready;
  const heard: string[] = [];

  const bearer = { authorization: `Bearer ${CANARIES.ADMIN_TOKEN}` };
  const asked = [
    fetch(`${url}/api/status`),
    fetch(`${url}/metrics`),
    fetch(`${url}/api/openapi.json`),
    fetch(`${url}/api/admin/whoami`, { headers: bearer }),
    fetch(`${url}/api/nothing?key=${CANARIES.RIOT_TFT_API_KEY}`),
    fetch(`${url}/api/status`, { method: 'POST', body: CANARIES.RIOT_LOL_API_KEY, headers: bearer }),
    fetch(`${url}/api/admin/jobs/${randomUUID()}/retry`, { method: 'POST', headers: bearer }),
    fetch(`${url}/api/admin/actions`, { headers: bearer }),
    fetch(`${url}/api/jobs`),
    fetch(`${url}/api/jobs/failed`),
    fetch(`${url}/api/football/days/today`),
    fetch(`${url}/api/football/clips/${randomUUID()}/video`),
  ];
  for (const response of await Promise.all(asked))
    heard.push(JSON.stringify([...response.headers]), await response.text());
  heard.push(await firstLiveMessage(url));
  for (const command of ['doctor', 'status']) {
    const { out, err } = await runCommand(directory.path, [command], environment);
    expect(out).not.toBe('');
    heard.push(`${out}\n${err}`);
  }
  heard.push(
    (
      await runCommand(directory.path, ['up'], {
        ...environment,
        RIOT_TFT_API_KEY: `${CANARIES.RIOT_TFT_API_KEY}!`,
      })
    ).err,
  );
  heard.push(await dumpDatabase(directory.path));
  await stopProduct(product);
  heard.push(product.log(), JSON.stringify(product.said));

  expect(heard.every((text) => text.length > 0)).toBe(true);
  // What the client itself sent in an address is the client's to repeat, but not the server's.
  expect(heard.join('\n')).not.toContain('ca9a4e00');
});

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
async function dumpDatabase(directory: string): Promise<string> {
  const client = await connectTo(directory);
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
