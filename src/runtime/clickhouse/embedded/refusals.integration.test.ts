/** What the embedded engine refuses from every client, in every statement. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedClickHouse } from '../../../../test/support/test-clickhouse.ts';
import type { ClickHouse, ClickHouseReader } from '../clickhouse.ts';
import { refuseStatement } from './refuse-statement.ts';
import { originOf, postQuery, tokenOf, type TestServer } from './server-under-test.ts';

const DATABASE = 'refusals';
let server: TestServer;
let folder: string;
let writer: ClickHouse['writer'];
let reader: ClickHouseReader;
let path: string;
beforeAll(async () => {
  server = sharedClickHouse();
  folder = await mkdtemp(join(tmpdir(), 'gamekeeper-secret-'));
  ({ writer, reader } = server.open(DATABASE));
  await writer.createDatabase();
  await writeFile(join(folder, 'secret.txt'), 'TOP-SECRET\n');
  path = `'${join(folder, 'secret.txt')}'`;
  await writer.command('create table victim (a UInt32) engine = MergeTree order by a');
  await writer.insert({ table: 'victim', rows: [{ a: 1 }] });
});
afterAll(async () => {
  await writer.command(`drop database ${DATABASE}`);
  await server.stop();
  await rm(folder, { recursive: true });
});

/** The rows as JSON, or the error's code and text. */
async function outcomeOf(client: ClickHouseReader, sql: string): Promise<string> {
  return client.query(sql).then(
    (rows) => JSON.stringify(rows),
    ({ code, message }: { code: string; message: string }) => `refused ${code} ${message}`,
  );
}

const victims = () => writer.query('select a from victim');

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
    'select 1; select 2',
    'select 1 /* ; */',
  ])('is refused: %s', async (sql) => {
    expect(await outcomeOf(reader, sql)).toMatch(/^refused (164|62|497) /);
    expect(await victims()).toEqual([{ a: 1 }]);
  });

  test('cannot read a file or reach the network, by any way we know', async () => {
    const tries = [
      `select file(${path})`,
      `select \`file\`(${path})`,
      `select "file"(${path})`,
      `select "f\\x69le"(${path})`,
      `select file/* */(${path})`,
      `select * apply(file) from (select ${path})`,
      `select arrayMap(file, [${path}])`,
      `select arrayMap(x -> file(x), [${path}])`,
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
      `select * from \`${join(folder, 'secret.txt')}\``,
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
    for (const sql of tries) {
      const outcome = await outcomeOf(reader, sql);
      expect(`${sql} → ${outcome}`).toMatch(/→ refused \d+ /);
      expect(outcome).not.toContain('TOP-SECRET');
    }
  });

  test.each([
    'select {name:Identifier}({path:String})',
    'select * apply {name:Identifier} from (select {path:String})',
  ])('cannot name a function by a parameter: %s', async (sql) => {
    const asked = reader.query(sql, { params: { name: 'file', path: path.slice(1, -1) } });
    await expect(asked).rejects.toMatchObject({ code: '62' });
  });

  test.each(['into outfile', 'INTO /* */ OUTFILE'])('cannot write a file: %s', async (words) => {
    const target = join(folder, 'out.txt');
    expect(await outcomeOf(reader, `select 1 ${words} '${target}' format CSV`)).toMatch(/^refused 164 /);
    expect(existsSync(target)).toBe(false);
  });

  test('cannot send settings or insert', async () => {
    const { connection } = server;
    const asked = await postQuery(connection, 'reader', { sql: 'select 1', settings: { max_threads: 1 } });
    expect([asked.status, await asked.json()]).toMatchObject([400, { code: '164' }]);
    const inserted = await fetch(`${originOf(connection)}/insert`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${tokenOf(connection, 'reader')}` },
    });
    expect(inserted.status).toBe(401);
  });
});

test('the writer cannot reach outside of the database either', async () => {
  const target = join(folder, 'out.csv');
  const tries = [
    `select file(${path})`,
    `select * from file(${path}, 'LineAsString')`,
    `select * from url('http://127.0.0.1:1/', 'CSV', 'a String')`,
    `select 1 into outfile '${target}'`,
    `insert into function file('${target}', 'CSV', 'a Int8') values (1)`,
    `insert into victim from infile ${path} format CSV`,
    `create table leak (line String) engine = File(LineAsString, ${path})`,
    `create table leak (line String) engine = URL('http://127.0.0.1:1/', CSV)`,
    `create dictionary leak (a UInt64) primary key a source(file(path ${path} format 'TSV')) layout(flat()) lifetime(0)`,
    `create named collection leak as a = 1`,
    `create user intruder`,
    `system shutdown`,
  ];
  for (const sql of tries) expect(`${sql} → ${await outcomeOf(writer, sql)}`).toMatch(/→ refused \d+ /);
  expect(existsSync(target)).toBe(false);
});

test('what the check lets a reader send is one statement for the engine too', async () => {
  await writer.command('create table probe (a UInt8) engine = MergeTree order by a');
  const second = 'insert into probe select 1';
  const pieces = [
    'select 1',
    ' ',
    "'",
    '"',
    '`',
    '--',
    '\n',
    '/*',
    '*/',
    '$$',
    '$a$',
    '#',
    '# ',
    '//',
    'x',
    '’',
    '“',
  ];
  pieces.push(
    '(',
    ')',
    ` ${second} `,
    `\n\n${second}--`,
    ' union all select 2',
    'a$b$',
    "x'",
    '\u00a0',
    '\u037e',
    '\0',
  );
  const text = fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 })
    .map((parts) => `select ${parts.join('')}`);
  await fc.assert(
    fc.asyncProperty(text, async (sql) => {
      refuseStatement(sql, 'reader');
      await postQuery(server.connection, 'writer', { sql, database: DATABASE });
    }),
    { numRuns: 300 },
  );
  expect(await writer.query('select * from probe')).toEqual([]);
});

test.each([
  ['no token', {}],
  ['a wrong token', { Authorization: 'Bearer guess' }],
  ['an empty token', { Authorization: 'Bearer ' }],
])('a request with %s is refused', async (_name, headers: Record<string, string>) => {
  const answer = await fetch(`${originOf(server.connection)}/query`, { method: 'POST', headers, body: '{}' });
  expect(answer.status).toBe(401);
});

test.each(['evil.example', '127.0.0.1.evil.example'])(
  'a foreign Host header is turned away, also with the right token: %s',
  async (Host) => {
    const status = await new Promise((resolve, reject) => {
      const headers = { Authorization: `Bearer ${tokenOf(server.connection, 'writer')}`, Host };
      request(originOf(server.connection), { headers }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(401);
  },
);

test('a statement that is too long is refused', async () => {
  const answer = await postQuery(server.connection, 'reader', {
    sql: 'select 1',
    database: ' '.repeat(70 << 20),
  });
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: '307' }]);
});
