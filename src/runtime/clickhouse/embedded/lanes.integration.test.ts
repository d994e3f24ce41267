import type { ClickHouseClient } from '@clickhouse/client';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until as waitUntil } from '../../../../test/support/until.ts';
import { startServerUnderTest, type ServerUnderTest } from './server-under-test.ts';

let server: ServerUnderTest;
let reader: ClickHouseClient;
let writer: ClickHouseClient;
beforeAll(async () => {
  server = await startServerUnderTest(3);
  reader = server.client('reader', { max_open_connections: 300, request_timeout: 60_000 });
  writer = server.client('writer');
});
afterAll(() => server.stop());

/** Goes on for hours unless it is stopped, and computes nothing. */
const ENDLESS = 'select sum(sleepEachRow(0.05)) from numbers(1000000)';
/** The same inside a scalar subquery, which the engine computes before the stream begins. */
const ENDLESS_SUBQUERY = `select (${ENDLESS}) as n`;

/** Rows one by one, so that the engine looks at its limits between them. */
const bySingleRows = { max_block_size: '1' };

const runningLike = async (mark: string) => {
  const query =
    "select count() as n from system.processes where query like {mark:String} and query not like '%processes%'";
  const result = await reader.query({ query, query_params: { mark: `%${mark}%` }, format: 'JSONEachRow' });
  return (await result.json<{ n: number }>())[0]?.n ?? -1;
};

const until = (condition: () => boolean | Promise<boolean>) => waitUntil('the condition', 20_000, condition);

test('twenty short queries and a ping end promptly while a long one runs', async () => {
  let isLongOver = false;
  const long = reader
    .query({ query: `${ENDLESS_SUBQUERY} -- twenty`, clickhouse_settings: bySingleRows })
    .catch((error: unknown) => error)
    .finally(() => (isLongOver = true));
  await until(async () => (await runningLike('twenty')) === 1);
  const short = Array.from({ length: 20 }, async (_, index) => {
    const result = await reader.query({
      query: `select ${index} + sum(number) as n from numbers(1000)`,
      format: 'JSONEachRow',
    });
    return result.json<{ n: number }>();
  });
  const answers = await Promise.all(short);
  await reader.ping();
  expect(isLongOver).toBe(false);
  expect(answers.map(([row]) => row?.n)).toEqual(Array.from({ length: 20 }, (_, index) => index + 499_500));
  expect(await long).toMatchObject({ code: '159' });
});

test('time, memory and rows are limited', async () => {
  await expect(reader.query({ query: ENDLESS, clickhouse_settings: bySingleRows })).rejects.toMatchObject({
    code: '159',
  });
  const hungry = 'select groupArray(number) from numbers(10000000000)';
  await expect(reader.query({ query: hungry })).rejects.toMatchObject({ code: '241' });
  await expect(reader.query({ query: 'select * from numbers(400000)' })).rejects.toMatchObject({
    code: '396',
  });
});

test.each([ENDLESS, ENDLESS_SUBQUERY])(
  'a query whose client leaves is stopped in the engine: %s',
  async (query) => {
    const gone = new AbortController();
    // The writer has no limit of time that could end it.
    const asked = writer
      .query({ query: `${query} -- leaving`, clickhouse_settings: bySingleRows, abort_signal: gone.signal })
      .catch((error: unknown) => error);
    await until(async () => (await runningLike('leaving')) === 1);
    gone.abort();
    expect(await asked).toMatchObject({ message: 'The user aborted a request.' });
    await until(async () => (await runningLike('leaving')) === 0);
  },
);

test('clients that leave in the middle of a stream give their lanes back', async () => {
  for (let round = 0; round < 8; round++) {
    const result = await writer.query({
      query: 'select * from numbers(50000000) -- half',
      format: 'JSONEachRow',
    });
    const stream = result.stream();
    await new Promise((resolve) => stream.once('data', resolve));
    result.close();
  }
  await until(async () => (await runningLike('half')) === 0);
  const result = await writer.query({ query: 'select 1 as one', format: 'JSONEachRow' });
  expect(await result.json()).toEqual([{ one: 1 }]);
});

test('when too many wait, the next is told at once', async () => {
  const gone = new AbortController();
  const outcomes: string[] = [];
  const ask = async () => {
    const asked = reader.query({
      query: ENDLESS,
      clickhouse_settings: bySingleRows,
      abort_signal: gone.signal,
    });
    outcomes.push(
      await asked.then(
        () => 'answered',
        (error: { code?: string }) => error.code ?? 'aborted',
      ),
    );
  };
  const all = Promise.all(Array.from({ length: 230 }, ask));
  // Three run, two hundred wait. On a busy machine the first may have had their time before the last has come.
  await until(async () => outcomes.length === 27);
  expect(outcomes).toContain('202');
  expect(outcomes.filter((outcome) => outcome !== '202' && outcome !== '159')).toEqual([]);
  gone.abort();
  await all;
  expect(outcomes).not.toContain('answered');
  // The server hears of two hundred hang-ups one by one; once it has, there is room again.
  await until(() =>
    reader.query({ query: 'select 1', format: 'JSONEachRow' }).then(
      async (result) => (await result.text()) !== '',
      (error: { code?: string }) => {
        if (error.code === '202') return false;
        throw error;
      },
    ),
  );
});

test('an insert whose client leaves in the middle of the upload inserts nothing', async () => {
  await writer.command({ query: 'create table half (a UInt32) engine = MergeTree order by a' });
  const url = `${server.url}/?query=${encodeURIComponent('insert into half format CSV')}`;
  const upload = request(url, { method: 'POST', headers: server.headers('writer') });
  const broken = new Promise((resolve) => upload.once('error', resolve));
  upload.write('1\n2\n3\n');
  await until(async () => (await readdir(join(server.directory, 'spool'))).length === 1);
  upload.destroy(new Error('gone'));
  await broken;
  await until(async () => (await readdir(join(server.directory, 'spool'))).length === 0);
  const result = await writer.query({ query: 'select count() as n from half', format: 'JSONEachRow' });
  expect(await result.json()).toEqual([{ n: 0 }]);
});
