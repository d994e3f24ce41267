/** What both adapters do alike; the external server is the engine behind `test/support/clickhouse-http.ts`. */
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startClickHouseHttp, type ClickHouseHttp } from '../../../test/support/clickhouse-http.ts';
import { sharedClickHouse } from '../../../test/support/test-clickhouse.ts';
import { Secret } from '#/domain/secret.ts';
import { serverAt, type TestServer } from './embedded/server-under-test.ts';
import { nativeBlock, u32 } from './native-block.ts';

const servers: Record<string, TestServer> = {};
let http: ClickHouseHttp;
beforeAll(async () => {
  const embedded = sharedClickHouse();
  http = await startClickHouseHttp(embedded.connection);
  Object.assign(servers, { embedded, external: serverAt({ url: new Secret(http.url) }) });
});
afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.stop()));
  await http.close();
});

describe.each(['embedded', 'external'])('an %s server', (kind) => {
  const open = () => {
    const server = servers[kind];
    if (server === undefined) throw new Error(`there is no ${kind} server`);
    return server.open(`client_${kind}`);
  };
  const fresh = async (table: string, columns: string) => {
    const { writer, reader } = open();
    await writer.createDatabase();
    await writer.command(`create or replace table ${table} (${columns}) engine = MergeTree order by tuple()`);
    return { writer, reader };
  };

  test('answers, tells its version, and keeps rows', async () => {
    const { writer, reader } = await fresh('pet', "a UInt8, b String default 'cat'");
    expect(await open().ping()).toBe(true);
    expect(await open().version()).toMatch(/^\d+\.\d+/);
    await writer.insert({ table: 'pet', columns: ['a'], rows: [{ a: 1 }, { a: 2 }] });
    await writer.insert({ table: 'pet', rows: [{ a: 3, b: 'line\nbreak' }] });
    expect(await reader.query('select * from pet order by a')).toEqual([
      { a: 1, b: 'cat' },
      { a: 2, b: 'cat' },
      { a: 3, b: 'line\nbreak' },
    ]);
    expect(await reader.query('select * from pet where a < 3 order by a', { asArrays: true })).toEqual([
      [1, 'cat'],
      [2, 'cat'],
    ]);
    await writer.command('alter table pet delete where a = {a:UInt8}', { a: 1 });
    expect(await reader.query('select count() as n from pet')).toEqual([{ n: 2 }]);
  });

  const nasty = `it's a "quoted" \\ back\\\\slash\ttab\nline\r, {x:Int32} ; drop table pet -- \u0001 Zoë 🎮`;
  test.each<[type: string, value: unknown]>([
    ['Int32', -5],
    ['Float64', 0.1],
    ['Bool', true],
    ['String', nasty],
    ['String', ''],
    ['Nullable(String)', null],
    ['Nullable(String)', 'NULL'],
    ['Array(String)', ['a', "b'c", nasty, '']],
    ['Array(Array(UInt8))', [[1, 2], [], [3]]],
    ['UInt64', Number.MAX_SAFE_INTEGER],
  ])('takes a %s as a parameter: %j', async (type, value) => {
    const sql = `select {v:${type}} as v`;
    const { writer, reader } = open();
    await writer.createDatabase();
    expect(await reader.query(sql, { params: { v: value } })).toEqual([{ v: value }]);
  });

  test('forgets the parameters of a query', async () => {
    const { reader } = await fresh('any', 'a UInt8');
    await reader.query('select {left_over:Int32} as v', { params: { left_over: 1 } });
    await expect(reader.query('select {left_over:Int32} as v')).rejects.toMatchObject({ code: '456' });
  });

  test('takes a list of 60,000 ids', async () => {
    const { reader } = await fresh('any', 'a UInt8');
    const ids = Array.from({ length: 60_000 }, (_, index) => `id-${index}'`);
    const sql = 'select length({ids:Array(String)}) as n, {ids:Array(String)}[60000] as last';
    expect(await reader.query(sql, { params: { ids } })).toEqual([{ n: 60_000, last: "id-59999'" }]);
  });

  test('stores more rows than a block of ClickHouse has as one part', async () => {
    const rows = 1_100_000;
    const { writer } = await fresh('atomic', 'id UInt32');
    await writer.command('system stop merges atomic');
    const { reserve, pieces } = u32.open();
    reserve(rows);
    const block = nativeBlock([{ name: 'id', type: u32.type, pieces }], rows);
    await writer.insert({ table: 'atomic', block });
    const parts = `select count() as parts, sum(rows) as rows from system.parts
      where active and table = 'atomic' and database = currentDatabase()`;
    expect(await writer.query(parts)).toEqual([{ parts: 1, rows }]);
  });

  test('refuses the whole insert if one row is wrong, and writes, long lists and other errors by their number', async () => {
    const { writer, reader } = await fresh('strict', 'id UInt32');
    const rows = [{ id: 1 }, { id: 'x' }];
    await expect(writer.insert({ table: 'strict', rows })).rejects.toMatchObject({ code: '27' });
    expect(await reader.query('select * from strict')).toEqual([]);
    await expect(reader.query('drop table strict')).rejects.toMatchObject({ code: '164' });
    await expect(reader.query('select * from numbers(400000)')).rejects.toMatchObject({ code: '396' });
    await expect(reader.query('select * from missing')).rejects.toMatchObject({ code: '60' });
    const endless = 'select count() from numbers(1000000000000) where number % 3 = 1';
    const gone = AbortSignal.timeout(300);
    await expect(reader.query(endless, { signal: gone })).rejects.toThrow(/abort/);
  });
});

test.each(['http://someone:password@127.0.0.1:9/', 'chdb://password:password@127.0.0.1:9'])(
  'a server that is not there is named, and nothing has happened: %s',
  async (url) => {
    const gone = serverAt({ url: new Secret(url) }).open('any');
    expect(await gone.ping()).toBe(false);
    const fault = await gone.version().catch((error: unknown) => error);
    expect(fault).toMatchObject({
      name: 'ClickHouseUnavailable',
      code: 'ECONNREFUSED',
      mayHaveHappened: false,
    });
    expect(String(fault)).toContain('127.0.0.1:9');
    expect(JSON.stringify(fault) + String(fault)).not.toContain('password');
  },
);

test.each(['http', 'chdb'])('a lost connection leaves the outcome of an insert open: %s', async (scheme) => {
  const rude = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
  await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve));
  const url = new Secret(`${scheme}://127.0.0.1:${(rude.address() as AddressInfo).port}`);
  const { writer } = serverAt({ url }).open('any');
  await expect(writer.insert({ table: 't', rows: [{ a: 1 }] })).rejects.toMatchObject({
    mayHaveHappened: true,
    message: expect.stringMatching(/failed during insert .* unknown whether/) as unknown,
  });
  await new Promise((resolve) => rude.close(resolve));
});
