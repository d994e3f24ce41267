import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readStatement } from './statement.ts';
import { sharedClickHouse } from '../../../../test/support/test-clickhouse.ts';
import type { TestServer } from './server-under-test.ts';

let server: TestServer;
let folder: string;
let writer: ClickHouseClient;
let reader: ClickHouseClient;
let secretFile: string;
beforeAll(async () => {
  server = sharedClickHouse();
  folder = await mkdtemp(join(tmpdir(), 'gamekeeper-secret-'));
  await server.client('writer').command({ query: 'create database refusals' });
  writer = server.client('writer', { database: 'refusals' });
  reader = server.client('reader', { database: 'refusals' });
  secretFile = join(folder, 'secret.txt');
  await writeFile(secretFile, 'TOP-SECRET\n');
  await writer.command({ query: 'create table victim (a UInt32) engine = MergeTree order by a' });
  await writer.insert({ table: 'victim', values: [[1]] });
});
afterAll(async () => {
  await writer.command({ query: 'drop database refusals' });
  await server.stop();
  await rm(folder, { recursive: true });
});

/** The whole answer, or the error's code and text. */
async function outcomeOf(client: ClickHouseClient, query: string): Promise<string> {
  try {
    const { stream } = await client.exec({ query });
    return Buffer.concat(await stream.toArray()).toString();
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    return `refused ${code} ${message}`;
  }
}

const victims = async () =>
  (await (await writer.query({ query: 'select a from victim', format: 'JSONEachRow' })).json<{ a: number }>())
    .length;

describe('a reader', () => {
  test.each([
    'insert into victim values (2)',
    'insert into victim select 2',
    'with 1 as x insert into victim select x',
    'drop table victim',
    'truncate table victim',
    'alter table victim delete where 1',
    'create table other (a UInt32) engine = Memory',
    'create temporary table other (a UInt32)',
    'optimize table victim',
    'set max_threads = 1',
    'set readonly = 0',
    'use system',
    'kill query where 1',
    'system stop merges',
    'select 1 settings max_execution_time = 100',
    'select 1 settings readonly = 0',
    'explain select 1 settings max_threads = 1',
    'select 1; drop table victim',
  ])('is refused: %s', async (query) => {
    expect(await outcomeOf(reader, query)).toMatch(/^refused (164|62|497) /);
    expect(await victims()).toBe(1);
  });

  test('cannot read a file or reach the network, by any way we know', async () => {
    const path = `'${secretFile}'`;
    const tries = [
      `select file(${path})`,
      `select \`file\`(${path})`,
      `select "file"(${path})`,
      `select "f\\x69le"(${path})`,
      `select file/* */(${path})`,
      `select * apply(file) from (select ${path})`,
      `select * apply file from (select ${path})`,
      `select arrayMap(file, [${path}])`,
      `select arrayMap(x -> file(x), [${path}])`,
      `select * from file(${path}, 'LineAsString')`,
      `select * from file(${path}, LineAsString, 'line String')`,
      `describe file(${path}, 'CSV')`,
      `explain select * from file(${path}, 'LineAsString')`,
      `select * from fileCluster('default', ${path}, 'LineAsString')`,
      `select * from filesystem('/etc')`,
      `select * from executable('cat', 'TabSeparated', 'a String')`,
      `select * from sqlite(${path}, 't')`,
      `select * from eval('select 1')`,
      `select * from view(select file(${path}))`,
      `select * from format(LineAsString, 'x')`,
      `select catboostEvaluate(${path}, 1)`,
      `select * from ${path}`,
      `select * from \`${secretFile}\``,
      `select 1 format Template settings format_template_resultset = ${path}`,
      `select * from url('http://127.0.0.1:1/', 'CSV', 'a String')`,
      `describe url('http://127.0.0.1:1/', 'CSV')`,
      `select * from s3('http://127.0.0.1:1/bucket/x', 'CSV', 'a String')`,
      `select * from remote('127.0.0.1:1', 'system', 'one')`,
      `select * from mysql('127.0.0.1:1', 'a', 'b', 'c', 'd')`,
      `select * from postgresql('127.0.0.1:1', 'a', 'b', 'c', 'd')`,
      `select * from icebergLocal('/etc')`,
      `select * from deltaLakeLocal('/etc')`,
      `select * from azureBlobStorage('http://127.0.0.1:1', 'a', 'b')`,
    ];
    for (const query of tries) {
      const outcome = await outcomeOf(reader, query);
      expect(`${query} → ${outcome}`).toMatch(/→ refused \d+ /);
      expect(outcome).not.toContain('TOP-SECRET');
    }
  });

  test('cannot write a file', async () => {
    const target = join(folder, 'out.txt');
    expect(await outcomeOf(reader, `select 1 into outfile '${target}'`)).toMatch(/^refused 164 /);
    expect(await outcomeOf(reader, `select 1 INTO /* */ OUTFILE '${target}' format CSV`)).toMatch(
      /^refused 164 /,
    );
    expect(existsSync(target)).toBe(false);
  });

  test.each<[name: string, settings: ClickHouseSettings, code: string]>([
    ['a longer time', { max_execution_time: 100 }, '452'],
    ['no time limit', { max_execution_time: 0 }, '452'],
    ['more memory', { max_memory_usage: '900000000000' }, '452'],
    ['more rows', { max_result_rows: '100000000' }, '452'],
    ['cut-off results', { result_overflow_mode: 'break' }, '164'],
    ['writing', { readonly: '0' }, '164'],
    ['changeable settings', { readonly: '2' }, '164'],
    ['a template file', { format_template_resultset: '/etc/passwd' }, '164'],
    ['a schema file', { format_schema: '/etc/passwd' }, '164'],
    ['an output schema file', { output_format_schema: '/tmp/x' }, '164'],
    ['another dialect', { dialect: 'kusto' }, '164'],
  ])('cannot allow itself %s', async (_name, clickhouse_settings, code) => {
    await expect(reader.query({ query: 'select 1', clickhouse_settings })).rejects.toMatchObject({ code });
  });

  test('may tighten its limits', async () => {
    const query = 'select number from numbers(1000)';
    const asked = reader.query({ query, clickhouse_settings: { max_result_rows: '10' } });
    await expect(asked).rejects.toMatchObject({ code: '396' });
  });
});

describe('the writer', () => {
  test('cannot reach outside of the database either', async () => {
    const path = `'${secretFile}'`;
    const tries = [
      `select file(${path})`,
      `select * from file(${path}, 'LineAsString')`,
      `select * from url('http://127.0.0.1:1/', 'CSV', 'a String')`,
      `insert into function file('${join(folder, 'out.csv')}', 'CSV', 'a Int8') values (1)`,
      `insert into victim from infile ${path} format CSV`,
      `create table leak (line String) engine = File(LineAsString, ${path})`,
      `create table leak (line String) engine = URL('http://127.0.0.1:1/', CSV)`,
      `create dictionary leak (a UInt64) primary key a source(file(path ${path} format 'TSV')) layout(flat()) lifetime(0)`,
      `create named collection leak as a = 1`,
      `create user intruder`,
      `system shutdown`,
    ];
    for (const query of tries)
      expect(`${query} → ${await outcomeOf(writer, query)}`).toMatch(/→ refused \d+ /);
    expect(existsSync(join(folder, 'out.csv'))).toBe(false);
  });

  test.each([
    'select 1; drop table victim',
    'select 1;;; drop table victim',
    "select 'a\\\\'; drop table victim -- '",
    'select 1 /* ; */ ; drop table victim',
    'select $$a$$; drop table victim',
    'insert into victim values (1); drop table victim',
  ])('runs one statement only: %s', async (query) => {
    const outcome = await outcomeOf(writer, query);
    expect(outcome).toMatch(query.startsWith('insert') ? /^$/ : /^refused 62 /);
    expect(await victims()).toBeGreaterThan(0);
  });

  test('GET changes nothing', async () => {
    const answer = await fetch(`${server.url}/?database=refusals&query=drop+table+victim`, {
      headers: server.headers('writer'),
    });
    expect(answer.headers.get('x-clickhouse-exception-code')).toBe('164');
    expect(await victims()).toBeGreaterThan(0);
  });
});

test('what the statement check takes for one statement, the engine takes for one too', async () => {
  await writer.command({ query: 'create table probe (a UInt8) engine = MergeTree order by a' });
  const pieces = [
    'select 1',
    ' ',
    "'",
    '"',
    '`',
    '\\',
    ';',
    '--',
    '\n',
    '/*',
    '*/',
    '$$',
    '$a$',
    '$',
    '#',
    '# ',
    '//',
    'x',
    "''",
    '’',
    '“',
    '(',
    ')',
    '; insert into probe select 1 ',
    ';insert into probe select 1--',
    ' union all select 2',
    'a$b$',
    "x'",
    "b'",
    '\\G',
    '\u00a0',
    '{',
    '}',
  ];
  const text = fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 })
    .map((parts) => `select ${parts.join('')}`);
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(text, async (sql) => {
      try {
        readStatement(sql);
      } catch {
        return;
      }
      accepted += 1;
      await outcomeOf(writer, sql);
    }),
    { numRuns: 1500 },
  );
  expect(accepted).toBeGreaterThan(100);
  const rows = await writer.query({ query: 'select count() as n from probe', format: 'JSONEachRow' });
  expect(await rows.json()).toEqual([{ n: 0 }]);
});

describe('anybody', () => {
  test.each([
    ['no credentials', {}],
    ['a wrong password', { 'X-ClickHouse-User': 'writer', 'X-ClickHouse-Key': 'guess' }],
    ['an unknown user', { 'X-ClickHouse-User': 'default', 'X-ClickHouse-Key': '' }],
    ['a wrong basic password', { Authorization: `Basic ${Buffer.from('reader:guess').toString('base64')}` }],
  ])('with %s is turned away', async (_name, headers: Record<string, string>) => {
    const answer = await fetch(`${server.url}/?query=select+1`, { headers });
    expect([answer.status, answer.headers.get('x-clickhouse-exception-code')]).toEqual([403, '516']);
    expect(await answer.text()).toMatch(/^Code: 516\. DB::Exception: .*\(AUTHENTICATION_FAILED\)/);
  });

  test("the reader's password does not open the writer", async () => {
    const headers = { ...server.headers('reader'), 'X-ClickHouse-User': 'writer' };
    const answer = await fetch(`${server.url}/?query=select+1`, { headers });
    expect(answer.status).toBe(403);
  });

  test('a foreign Host header is turned away, also with the right password', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { ...server.headers('writer'), Host: 'evil.example' };
      request(`${server.url}/?query=select+1`, { headers }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
  });

  test('a body that unpacks to more than the limit is refused, and leaves nothing behind', async () => {
    const bomb = gzipSync(Buffer.alloc(70 * 1024 * 1024, ' '));
    const headers = { ...server.headers('writer'), 'Content-Encoding': 'gzip' };
    const answer = await fetch(server.url, { method: 'POST', headers, body: bomb });
    expect([answer.status, answer.headers.get('x-clickhouse-exception-code')]).toEqual([413, '307']);
  });

  test('a broken or unknown compression is refused', async () => {
    for (const [encoding, code] of [
      ['gzip', '36'],
      ['lzma', '89'],
    ] as const) {
      const headers = { ...server.headers('writer'), 'Content-Encoding': encoding };
      const answer = await fetch(server.url, { method: 'POST', headers, body: 'not packed' });
      expect(answer.headers.get('x-clickhouse-exception-code')).toBe(code);
    }
  });
});
