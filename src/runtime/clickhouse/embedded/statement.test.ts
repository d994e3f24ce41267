import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readStatement } from './statement.ts';

test.each([
  ['select 1', 'select'],
  ['  -- why\nSELECT 1;', 'select'],
  ['(select 1) union all (select 2)', 'select'],
  ['with 1 as x select x', 'select'],
  ['from t select a', 'select'],
  ['show tables', 'show'],
  ['describe table t', 'show'],
  ['explain select 1', 'show'],
  ['create table t (a Int8) engine = Memory', 'other'],
  ['with 1 as x insert into t select x', 'other'],
  ['insert into t select 1', 'other'],
  ['insert into t (select 1)', 'other'],
  ['insert into t settings async_insert = 0 select * from values(1)', 'other'],
  ['insert into t values (1)', 'insert'],
  ['insert into t', 'insert'],
  ['INSERT INTO db.`odd table` (a, "b c") FORMAT JSONEachRow', 'insert'],
])('%s is a %s', (sql, kind) => {
  expect(readStatement(sql).kind).toBe(kind);
});

describe('an insert', () => {
  test.each([
    ['insert into t format CSV\n1,2\n', 'insert into t', '', 'CSV', '1,2\n'],
    ['insert into t (a, b) values (1, 2)', 'insert into t (a, b)', '', 'Values', '(1, 2)'],
    ['insert into table t format TSV', 'insert into table t', '', 'TSV', ''],
    ['insert into values values (1)', 'insert into values', '', 'Values', '(1)'],
    ['insert into format format CSV\n1', 'insert into format', '', 'CSV', '1'],
    ['insert into {t:Identifier} format CSV\n1', 'insert into {t:Identifier}', '', 'CSV', '1'],
    ['insert into a.b (* except (c)) format CSV \r\n1', 'insert into a.b (* except (c))', '', 'CSV', '1'],
    [
      'insert into t settings a = 1, b = 2 format CSV\n1',
      'insert into t',
      'settings a = 1, b = 2',
      'CSV',
      '1',
    ],
  ])('%j is taken apart', (sql, target, settings, format, data) => {
    const { insert } = readStatement(sql);
    expect(insert).toMatchObject({ target, settings, format });
    expect(sql.slice(insert?.dataStart)).toBe(data);
  });

  test('may carry any data: it is not read as SQL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (data) => {
        const sql = `insert into t format JSONEachRow\n${data}`;
        expect(sql.slice(readStatement(sql).insert?.dataStart)).toBe(data);
      }),
    );
  });
});

test.each([
  ['select 1 format JSON', 'JSON'],
  ['select 1 FORMAT CSV settings a = 1', 'CSV'],
  ['select format from t', null],
  ["select format('{}', a) from t", null],
  ["select 'format JSON'", null],
])('the format of %s is %s', (sql, format) => {
  expect(readStatement(sql).format).toBe(format);
});

describe('a second statement', () => {
  const unit = fc.constantFrom("'", '`', '\\', '"', ';', '\n', '$', '-', 'a');
  const nasty = fc.oneof(fc.string({ unit }), fc.string({ unit: 'binary' }));
  const one = fc.constantFrom(
    'select 1',
    "select 'it''s; \\'; ok'",
    'select `a;b`, "c;d"',
    'select 1 -- ; note\n',
    'select /* ; */ 1',
    'select $$;$$, $t$ ; $t$',
    "select x'3b'",
  );
  const filler = fc.stringMatching(/^[ \n\t;]*$/);

  test('is refused however it is set apart', () => {
    fc.assert(
      fc.property(one, filler, one, (first, between, second) => {
        expect(() => readStatement(`${first};${between}${second}`)).toThrow(
          'Multi-statements are not allowed',
        );
      }),
    );
  });

  test('is not seen where there is none', () => {
    fc.assert(
      fc.property(one, filler, (first, rest) => {
        expect(readStatement(`${first} ${rest}`).kind).toBe('select');
      }),
    );
  });

  test('cannot hide in a literal: whatever is quoted stays quoted', () => {
    fc.assert(
      fc.property(nasty, fc.constantFrom("'", '`', '"'), (text, quote) => {
        const quoted = quote + text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote;
        expect(readStatement(`select ${quoted}`).tokens.map((token) => token.text)).toEqual([
          'select',
          quoted,
        ]);
      }),
    );
  });
});

test.each([
  ['an open quote', "select 'a"],
  ['an open comment', 'select 1 /* a'],
  ['a comment in a comment', 'select /* /* */ 1 */ 2'],
  ['a # comment', 'select 1 # ; drop table t'],
  ['a // comment', 'select 1 // ; drop table t'],
  ['a typographic quote', 'select ‘a;b’'],
  ['a NUL', 'select 1\u0000; drop table t'],
  ['a no-break space', 'select\u00a01'],
  ['a backslash outside quotes', 'select 1 \\G'],
  ['a $ in a word', 'select a$x$ ; drop table t; select $x$'],
  ['an open here-document', 'select $x$ 1'],
  ['a backslash in a hexadecimal literal', "select x'\\'; drop table t; --'"],
  ['nothing', ' -- nothing\n'],
])('%s is refused', (_name, sql) => {
  expect(() => readStatement(sql)).toThrow('Syntax error');
});
