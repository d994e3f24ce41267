import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Secret } from '#/domain/secret.ts';
import { createClickHouse, type ClickHouse, type ClickHouseConnection } from './clickhouse.ts';
import { sharedClickHouse } from '../../../test/support/test-clickhouse.ts';
import { silentLog, type TestServer } from './embedded/server-under-test.ts';

const LIMITS = { seconds: 1, memoryBytes: 200_000_000, resultRows: 1000 };

let server: TestServer;
const created: ClickHouse[] = [];
beforeAll(() => {
  server = sharedClickHouse();
});
afterAll(async () => {
  await Promise.all(created.map((clickhouse) => clickhouse.close()));
  await server.stop();
});

function create(connection: ClickHouseConnection): ClickHouse {
  const clickhouse = createClickHouse(connection, {
    database: 'game',
    limits: LIMITS,
    log: silentLog,
    application: 'test',
  });
  created.push(clickhouse);
  return clickhouse;
}

/** As an operator would write it: user and password in the URL, one account for everything. */
function asExternal(): ClickHouseConnection {
  const url = new URL(server.url);
  const { 'X-ClickHouse-User': user = '', 'X-ClickHouse-Key': password = '' } = server.headers('writer');
  url.username = user;
  url.password = password;
  return { url: new Secret(url.href) };
}

test.each(['embedded', 'external'])('an %s server is reached the same way', async (kind) => {
  const clickhouse = create(kind === 'embedded' ? server.connection : asExternal());
  expect(await clickhouse.ping()).toBe(true);
  expect(await clickhouse.version()).toMatch(/^\d+\.\d+/);
  await clickhouse.writer.createDatabase();
  await clickhouse.writer.command(`create or replace table ${kind} (a UInt8) engine = MergeTree order by a`);
  await clickhouse.writer.insert({ table: kind, rows: [{ a: 1 }, { a: 2 }] });
  const rows = await clickhouse.reader.query(`select sum(a) as n from ${kind}`);
  expect(rows).toEqual([{ n: 3 }]);

  await expect(clickhouse.reader.query(`drop table ${kind}`)).rejects.toMatchObject({
    code: '164',
  });
  await expect(clickhouse.reader.query('select * from numbers(5000)')).rejects.toMatchObject({
    code: '396',
  });
  const endless = 'select count() from numbers(1000000000000) where number % 3 = 1';
  const asked = clickhouse.reader.query(endless);
  await expect(asked).rejects.toMatchObject({ code: '159' });
});

test('a server that is not there is named, and nothing has happened', async () => {
  const gone = create({ url: new Secret('http://someone:password@127.0.0.1:9/') });
  expect(await gone.ping()).toBe(false);
  const fault = await gone.version().catch((error: unknown) => error);
  expect(fault).toMatchObject({
    name: 'ClickHouseUnavailable',
    code: 'ECONNREFUSED',
    mayHaveHappened: false,
  });
  expect(String(fault)).toContain('http://127.0.0.1:9');
  expect(JSON.stringify(fault) + String(fault)).not.toContain('password');
});

test('a server that breaks off during an insert leaves it open what happened, and says so', async () => {
  const rude = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
  await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve));
  const clickhouse = create({ url: new Secret(`http://127.0.0.1:${(rude.address() as AddressInfo).port}/`) });
  const inserting = clickhouse.writer.insert({ table: 't', rows: [{ a: 1 }] });
  await expect(inserting).rejects.toMatchObject({
    mayHaveHappened: true,
    message: expect.stringMatching(/failed during insert .* unknown whether/) as unknown,
  });
  await new Promise((resolve) => rude.close(resolve));
});
