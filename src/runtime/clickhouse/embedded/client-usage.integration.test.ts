import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { TupleParam, type ClickHouseClient } from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sharedClickHouse } from '../../../../test/support/test-clickhouse.ts';
import type { TestServer } from './server-under-test.ts';

let server: TestServer;
let writer: ClickHouseClient;
let reader: ClickHouseClient;
beforeAll(async () => {
  server = sharedClickHouse();
  writer = server.client('writer');
  reader = server.client('reader');
  await writer.command({ query: 'create database shop' });
});
afterAll(async () => {
  await writer.command({ query: 'drop database shop' });
  await server.stop();
});

const rowsOf = async <T>(query: string, query_params: Record<string, unknown> = {}) =>
  (await reader.query({ query, query_params, format: 'JSONEachRow' })).json<T>();

const freshTable = async (name: string, columns: string) => {
  await writer.command({
    query: `create or replace table shop.${name} (${columns}) engine = MergeTree order by tuple()`,
  });
  return `shop.${name}`;
};

async function* thousandRows() {
  for (let id = 0; id < 1000; id++) yield { id, name: `row ${id}` };
}

describe('parameters', () => {
  const nasty = `it's a "quoted" \\ back\\\\slash\ttab\nline\r, {x:Int32} ; drop table shop.t -- \u0001 Zoë 🎮`;

  test.each<[type: string, value: unknown, expected: unknown]>([
    ['Int32', -5, -5],
    ['Float64', 0.1, 0.1],
    ['Bool', true, true],
    ['String', nasty, nasty],
    ['String', '', ''],
    ['Nullable(String)', null, null],
    ['Nullable(Int32)', undefined, null],
    ['Nullable(String)', 'NULL', 'NULL'],
    ['Array(String)', ['a', "b'c", nasty, ''], ['a', "b'c", nasty, '']],
    ['Array(Nullable(Int32))', [1, null, 3], [1, null, 3]],
    ['Array(Array(UInt8))', [[1, 2], [], [3]], [[1, 2], [], [3]]],
    ['Tuple(Int32, String)', new TupleParam([42, nasty]), [42, nasty]],
    ['Map(String, UInt8)', { one: 1, "t'wo": 2 }, { one: 1, "t'wo": 2 }],
    ['Map(String, Array(String))', new Map([['k', ['x', nasty]]]), { k: ['x', nasty] }],
    ['Date', '2024-02-29', '2024-02-29'],
    ['DateTime', new Date('2024-02-29T12:34:56Z'), '2024-02-29 12:34:56'],
    ['DateTime64(3)', new Date('2024-02-29T12:34:56.789Z'), '2024-02-29 12:34:56.789'],
    ['UUID', '3fa85f64-5717-4562-b3fc-2c963f66afa6', '3fa85f64-5717-4562-b3fc-2c963f66afa6'],
    ['Decimal(10, 2)', 12.5, 12.5],
    ["Enum('a' = 1, 'b' = 2)", 'b', 'b'],
  ])('a %s arrives as it was sent: %j', async (type, value, expected) => {
    const [row] = await rowsOf<{ v: unknown }>(`select {v:${type}} as v`, { v: value });
    expect(row?.v).toEqual(expected);
  });

  test('a whole number beyond 2^53 keeps its last digit', async () => {
    const rows = await rowsOf('select toString({v:UInt64}) as v', { v: 18_446_744_073_709_551_615n });
    expect(rows).toEqual([{ v: '18446744073709551615' }]);
  });

  test('names of tables and columns may be parameters', async () => {
    const query = 'select {c:Identifier} as v from {d:Identifier}.{t:Identifier}';
    expect(await rowsOf(query, { c: 'dummy', d: 'system', t: 'one' })).toEqual([{ v: 0 }]);
  });

  test('a missing parameter is an error, also after another request has set one of that name', async () => {
    await rowsOf('select {left_over:Int32} as v', { left_over: 1 });
    await expect(rowsOf('select {left_over:Int32} as v')).rejects.toMatchObject({ code: '456' });
  });

  test('a list too long for a URL travels as a form', async () => {
    const ids = Array.from({ length: 60_000 }, (_, index) => `id-${index}'`);
    const result = await reader.query({
      query: 'select length({ids:Array(String)}) as n, {ids:Array(String)}[60000] as last',
      query_params: { ids },
      use_multipart_params: true,
      format: 'JSONEachRow',
    });
    expect(await result.json()).toEqual([{ n: 60_000, last: "id-59999'" }]);
  });
});

describe('inserts', () => {
  test('from an array of objects, of arrays, and of chosen columns', async () => {
    const table = await freshTable('goods', 'id UInt32, name String, price Float32 default 9');
    await writer.insert({ table, values: [{ id: 1, name: 'a;b', price: 1.5 }], format: 'JSONEachRow' });
    await writer.insert({ table, values: [[2, 'b\n', 2.5]] });
    await writer.insert({
      table,
      values: [{ id: 3, name: 'c' }],
      format: 'JSONEachRow',
      columns: ['id', 'name'],
    });
    await writer.insert({ table, values: [[4, 'd']], columns: { except: ['price'] } });
    expect(await rowsOf(`select * from ${table} order by id`)).toEqual([
      { id: 1, name: 'a;b', price: 1.5 },
      { id: 2, name: 'b\n', price: 2.5 },
      { id: 3, name: 'c', price: 9 },
      { id: 4, name: 'd', price: 9 },
    ]);
  });

  test('from streams of rows, of text and of a file', async () => {
    const table = await freshTable('streamed', 'id UInt32, name String');
    await writer.insert({
      table,
      values: Readable.from(thousandRows(), { objectMode: true }),
      format: 'JSONEachRow',
    });
    const file = join(await mkdtemp(join(tmpdir(), 'gamekeeper-csv-')), 'goods.csv');
    onTestFinished(() => rm(dirname(file), { recursive: true }));
    await writeFile(file, '1000,"with, comma"\n1001,"with\nline"\n');
    await writer.insert({ table, values: createReadStream(file), format: 'CSV' });
    const text = Readable.from([Buffer.from('1002\ttab\\tbed\n')], { objectMode: false });
    await writer.insert({ table, values: text, format: 'TabSeparated' });
    expect(await rowsOf(`select count() as n from ${table}`)).toEqual([{ n: 1003 }]);
    expect(await rowsOf(`select name from ${table} where id >= 1000 order by id`)).toEqual([
      { name: 'with, comma' },
      { name: 'with\nline' },
      { name: 'tab\tbed' },
    ]);
  });

  test('with values, from a select, and with query and data both in the body', async () => {
    const table = await freshTable('mixed', 'id UInt32, name String');
    await writer.command({ query: `insert into ${table} values (1, 'a;b'), (2, concat('c', 'd'));` });
    await writer.command({ query: `insert into ${table} select number + 10, 'n' from numbers(3)` });
    await writer.command({ query: `insert into ${table} format JSONEachRow\n{"id": 20, "name": "j;k"}\n` });
    await writer.command({ query: `insert into ${table} (id) settings async_insert = 0 format CSV\n30\n` });
    expect(await rowsOf(`select id, name from ${table} order by id`)).toEqual([
      { id: 1, name: 'a;b' },
      { id: 2, name: 'cd' },
      { id: 10, name: 'n' },
      { id: 11, name: 'n' },
      { id: 12, name: 'n' },
      { id: 20, name: 'j;k' },
      { id: 30, name: '' },
    ]);
  });

  test('binary formats survive byte for byte', async () => {
    const table = await freshTable('binary', 'id UInt32, bytes String');
    const source = await reader.exec({
      query: "select toUInt32(7) as id, unhex('00ff0a0d27') as bytes format Parquet",
    });
    await writer.exec({ query: `insert into ${table} format Parquet`, values: source.stream });
    expect(await rowsOf(`select id, hex(bytes) as h from ${table}`)).toEqual([{ id: 7, h: '00FF0A0D27' }]);
  });

  test('an insert of more rows than a block of ClickHouse has is one block: one part', async () => {
    const ROWS = 1_100_000;
    const table = await freshTable('atomic', 'id UInt32');
    await writer.command({ query: `system stop merges ${table}` });
    const lines = Array.from({ length: ROWS }, (_, id) => `${id}\n`).join('');
    const { summary } = await writer.insert({
      table,
      values: Readable.from([lines], { objectMode: false }),
      format: 'CSV',
    });
    expect(summary).toMatchObject({ written_rows: String(ROWS) });
    const parts =
      "select count() as parts, sum(rows) as rows from system.parts where active and table = 'atomic'";
    expect(await rowsOf(parts)).toEqual([{ parts: 1, rows: ROWS }]);
  });

  test('a row that does not parse fails the whole insert', async () => {
    const table = await freshTable('strict', 'id UInt32');
    const values = [{ id: 1 }, { id: 'x' }];
    await expect(writer.insert({ table, values, format: 'JSONEachRow' })).rejects.toMatchObject({
      code: '27',
    });
    expect(await rowsOf(`select count() as n from ${table}`)).toEqual([{ n: 0 }]);
  });
});

describe('results', () => {
  test('JSON carries meta, rows, totals and statistics', async () => {
    const result = await reader.query({
      query: 'select number % 2 as k, count() as n from numbers(10) group by k with totals order by k',
      format: 'JSON',
    });
    expect(await result.json()).toMatchObject({
      meta: [{ name: 'k' }, { name: 'n' }],
      data: [
        { k: 0, n: 5 },
        { k: 1, n: 5 },
      ],
      totals: { n: 10 },
      rows: 2,
      statistics: { rows_read: 10 },
    });
  });

  test('long results come as a stream, with one header however many pieces there are', async () => {
    const query = 'select number as "a\nb", toString(number) as s from numbers(100000)';
    const json = await reader.query({ query, format: 'JSONEachRow' });
    let sum = 0;
    for await (const rows of json.stream<Record<string, number>>()) {
      for (const row of rows) sum += row.json()['a\nb'] ?? 0;
    }
    expect(sum).toBe((99_999 * 100_000) / 2);
    for (const format of [
      'CSVWithNames',
      'TabSeparatedWithNamesAndTypes',
      'JSONCompactEachRowWithNames',
    ] as const) {
      const inPieces = await (await reader.query({ query, format })).text();
      const whole = await (
        await reader.query({ query, format, clickhouse_settings: { wait_end_of_query: 1 } })
      ).text();
      expect(createHash('sha256').update(inPieces).digest('hex')).toBe(
        createHash('sha256').update(whole).digest('hex'),
      );
    }
  });

  test.each(['JSON', 'JSONCompact', 'JSONColumnsWithMetadata', 'JSONObjectEachRow'] as const)(
    '%s stays one valid document',
    async (format) => {
      const result = await reader.query({ query: 'select number from numbers(100000)', format });
      expect(JSON.stringify(JSON.parse(await result.text())).length).toBeGreaterThan(100_000);
    },
  );

  test('a stream that fails in the middle says so, in the words of the engine', async () => {
    const query =
      "select throwIf(number = 250000, 'boom') from numbers(260000) settings max_block_size = 10000";
    const result = await writer.query({ query, format: 'JSONEachRow' });
    await expect(result.json()).rejects.toMatchObject({
      code: '395',
      message: expect.stringContaining('boom') as unknown,
    });
    const csv = await writer.query({ query, format: 'CSV' });
    await expect(csv.text()).rejects.toThrow('aborted');
  });

  test.each(['gzip', 'zstd', 'br'] as const)('%s works in both directions', async (codec) => {
    const table = await freshTable(`packed_${codec}`, 'id UInt32');
    const packed = server.client('writer', { compression: { request: { codec }, response: { codec } } });
    await packed.insert({
      table,
      values: Array.from({ length: 5000 }, (_, id) => ({ id })),
      format: 'JSONEachRow',
    });
    const result = await packed.query({
      query: `select sum(id) as sum from ${table}`,
      format: 'JSONEachRow',
    });
    expect(result.response_headers['content-encoding']).toBe(codec);
    expect(await result.json()).toEqual([{ sum: (4999 * 5000) / 2 }]);
    await expect(packed.query({ query: 'select nope' })).rejects.toMatchObject({ code: '47' });
  });

  test('a statement without an answer gives an empty one, and shows and explanations work', async () => {
    const { stream } = await reader.exec({ query: 'select 1 format Null' });
    expect(await new Response(Readable.toWeb(stream) as ReadableStream).text()).toBe('');
    expect(await rowsOf("show databases like 'shop'")).toEqual([{ name: 'shop' }]);
    expect((await rowsOf('explain select 1')).length).toBeGreaterThan(0);
    expect(await rowsOf('exists database shop')).toEqual([{ result: 1 }]);
  });
});

describe('requests', () => {
  test('ping answers with and without a query', async () => {
    expect(await reader.ping()).toEqual({ success: true });
    expect(await reader.ping({ select: true })).toEqual({ success: true });
  });

  test('the query id is kept, or made up, and returned', async () => {
    const named = await reader.query({ query: 'select 1', query_id: 'my-id' });
    expect([named.query_id, named.response_headers['x-clickhouse-query-id']]).toEqual(['my-id', 'my-id']);
    const bare = await fetch(`${server.url}/?query=select+1`, { headers: server.headers('reader') });
    expect(bare.headers.get('x-clickhouse-query-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await bare.text()).toBe('1\n');
  });

  test('errors carry their code and name', async () => {
    await expect(reader.query({ query: 'select * from shop.missing' })).rejects.toMatchObject({
      code: '60',
      type: 'UNKNOWN_TABLE',
    });
    await expect(reader.query({ query: 'selec 1' })).rejects.toMatchObject({
      code: expect.stringMatching(/62|164/) as unknown,
    });
    const raw = await fetch(`${server.url}/?query=select+nope`, { headers: server.headers('reader') });
    expect([raw.status, raw.headers.get('x-clickhouse-exception-code')]).toEqual([404, '47']);
    expect(await raw.text()).toMatch(
      /^Code: 47\. DB::Exception: .*\(UNKNOWN_IDENTIFIER\) \(version [\d.]+\)\n$/s,
    );
  });

  test('settings and database hold for one request only', async () => {
    const settings = { max_threads: 1, output_format_json_quote_64bit_integers: 1 } as const;
    const query = "select getSetting('max_threads') as threads, toUInt64(5) as n, currentDatabase() as db";
    const inShop = server.client('reader', { database: 'shop' });
    const first = await inShop.query({ query, clickhouse_settings: settings, format: 'JSONEachRow' });
    expect(await first.json()).toEqual([{ threads: 1, n: '5', db: 'shop' }]);
    for (let lane = 0; lane < 20; lane++) {
      const [row] = await rowsOf<{ threads: number; n: number; db: string }>(query);
      expect(row).toMatchObject({ n: 5, db: 'default' });
      expect(row?.threads).not.toBe(1);
    }
  });

  test('a session keeps temporary tables and settings until it ends, and to itself', async () => {
    const session = server.client('writer', { session_id: 'mine' });
    await session.command({ query: 'create temporary table note (a Int8)' });
    await session.command({ query: 'set max_threads = 1' });
    await session.insert({ table: 'note', values: [[1]] });
    const query = "select count() as n, getSetting('max_threads') as threads from note";
    const once = await session.query({
      query,
      clickhouse_settings: { max_threads: 3 },
      format: 'JSONEachRow',
    });
    expect(await once.json()).toEqual([{ n: 1, threads: 3 }]);
    const after = await session.query({ query, format: 'JSONEachRow' });
    expect(await after.json()).toEqual([{ n: 1, threads: 1 }]);
    await expect(writer.query({ query })).rejects.toMatchObject({ code: '60' });
  });

  test('an unknown setting is named', async () => {
    const unknown: Record<string, number> = { no_such_setting: 1 };
    for (const client of [writer, reader]) {
      const asked = client.query({ query: 'select 1', clickhouse_settings: { ...unknown } });
      await expect(asked).rejects.toMatchObject({
        code: '115',
        message: expect.stringContaining('no_such_setting') as unknown,
      });
    }
  });
});
