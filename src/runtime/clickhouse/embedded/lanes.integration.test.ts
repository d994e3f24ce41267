import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until as waitUntil } from '../../../../test/support/until.ts';
import type { ClickHouse, ClickHouseReader } from '../clickhouse.ts';
import {
  originOf,
  startServerUnderTest,
  TEST_LIMITS,
  tokenOf,
  type ServerUnderTest,
} from './server-under-test.ts';

let server: ServerUnderTest;
let reader: ClickHouse['reader'];
let writer: ClickHouse['writer'];
beforeAll(async () => {
  server = await startServerUnderTest(3);
  ({ reader, writer } = server.open('default'));
});
afterAll(() => server.stop());

/** Goes on for 50 s unless it is stopped, in steps of a row, and computes nothing. */
const ENDLESS = `with recursive step as (select 1 as n union all select n + 1 from step where sleepEachRow(0.05) = 0)
  select count() as n from step`;
/** The engine computes it before the rest of the query begins. */
const ENDLESS_SUBQUERY = `select (${ENDLESS}) as n`;

async function runningLike(mark: string, client: ClickHouseReader = writer): Promise<number> {
  const [row] = await client.query<{ n: number }>(
    "select count() as n from system.processes where query like {mark:String} and query not like '%processes%'",
    { params: { mark: `%${mark}%` } },
  );
  return row?.n ?? -1;
}

const until = (condition: () => boolean | Promise<boolean>) => waitUntil('the condition', 20_000, condition);
const codeOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'answered',
    (error: { code?: string; name: string }) => error.code ?? error.name,
  );

test('twenty short queries and a ping end promptly while a long one runs', async () => {
  let isLongOver = false;
  const long = codeOf(reader.query(`${ENDLESS_SUBQUERY} -- twenty`)).finally(() => (isLongOver = true));
  await until(async () => (await runningLike('twenty')) === 1);
  const short = Array.from({ length: 20 }, (_, index) =>
    reader.query<{ n: number }>(`select ${index} + sum(number) as n from numbers(1000)`),
  );
  const answers = await Promise.all(short);
  expect(await server.open('default').ping()).toBe(true);
  expect(isLongOver).toBe(false);
  expect(answers.map(([row]) => row?.n)).toEqual(Array.from({ length: 20 }, (_, index) => index + 499_500));
  expect(await long).toBe('159');
});

test('time, memory and rows are limited', async () => {
  expect(await codeOf(reader.query(ENDLESS))).toBe('159');
  expect(await codeOf(reader.query('select groupArray(number) from numbers(10000000000)'))).toBe('241');
  expect(await codeOf(reader.query('select * from numbers(400000)'))).toBe('396');
});

describe('a query whose client leaves is stopped in the engine', () => {
  let patient: ServerUnderTest;
  beforeAll(async () => {
    // So that no limit of time ends the query first.
    patient = await startServerUnderTest(1, { ...TEST_LIMITS, seconds: 600 });
  });
  afterAll(() => patient.stop());

  test.each([ENDLESS, ENDLESS_SUBQUERY])('%s', async (sql) => {
    const gone = new AbortController();
    const { reader: leaving, writer: other } = patient.open('default');
    const asked = codeOf(leaving.query(`${sql} -- leaving`, { signal: gone.signal }));
    await until(async () => (await runningLike('leaving', other)) === 1);
    gone.abort();
    expect(await asked).toBe('ABORT_ERR');
    await until(async () => (await runningLike('leaving', other)) === 0);
  });
});

test('when too many wait, the next is refused at once', async () => {
  const gone = new AbortController();
  const clients = Array.from({ length: 8 }, () => server.open('default').reader);
  const outcomes: string[] = [];
  const all = Promise.all(
    Array.from({ length: 230 }, async (_, n) => {
      outcomes.push(
        await codeOf(clients[n % 8]?.query(ENDLESS, { signal: gone.signal }) ?? Promise.resolve()),
      );
    }),
  );
  // Three run and two hundred wait. On a busy machine the first may have had their time before the last has come.
  await until(() => outcomes.length === 27);
  expect(outcomes).toContain('202');
  expect(outcomes.filter((outcome) => outcome !== '202' && outcome !== '159')).toEqual([]);
  gone.abort();
  await all;
  expect(outcomes).not.toContain('answered');
  // The server hears of two hundred hang-ups one by one; once it has, there is room again.
  await until(async () => (await codeOf(reader.query('select 1'))) === 'answered');
});

test('an insert whose client leaves in the middle of the upload inserts nothing', async () => {
  await writer.command('create table half (a UInt32) engine = MergeTree order by a');
  const head = { into: 'half', database: 'default', format: 'CSV', settings: {} };
  const upload = request(`${originOf(server.connection)}/insert`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${tokenOf(server.connection, 'writer')}`,
      'X-Insert': encodeURIComponent(JSON.stringify(head)),
    },
  });
  const broken = new Promise((resolve) => upload.once('error', resolve));
  upload.write('1\n2\n3\n');
  await until(async () => (await readdir(join(server.directory, 'spool'))).length === 1);
  upload.destroy(new Error('gone'));
  await broken;
  await until(async () => (await readdir(join(server.directory, 'spool'))).length === 0);
  expect(await writer.query('select * from half')).toEqual([]);
});
