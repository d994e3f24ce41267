import { expect, test } from 'vitest';
import { canArriveInPieces, endOfHeader } from './result-format.ts';
import { readStatement } from './statement.ts';

test.each([
  ['CSV', 'a,b\n', 'a,b\n'],
  ['CSVWithNames', '"a","b"\n1,2\n', '1,2\n'],
  ['CSVWithNames', '"a\nb","c""d"\n1,2\n', '1,2\n'],
  ['CSVWithNamesAndTypes', '"a"\n"Tuple(\n  x Int8)"\n"(1)"\n', '"(1)"\n'],
  ['TSVWithNamesAndTypes', 'a"\tb\nInt8\tInt8\n1\t2\n', '1\t2\n'],
  ['JSONCompactEachRowWithNames', '["a"]\n[1]\n', '[1]\n'],
  ['CSVWithNames', '"a"\n', ''],
])('the rows of %s in %j begin after the header', (format, piece, rows) => {
  const bytes = Buffer.from(piece);
  expect(bytes.subarray(endOfHeader(format, bytes)).toString()).toBe(rows);
});

test.each([
  ['select 1', 'JSONEachRow', {}, true],
  ['select 1', 'JSON', {}, false],
  ['select 1', 'Parquet', {}, false],
  ['show tables', 'JSONEachRow', {}, false],
  ['select 1 group by 1 with totals', 'CSV', {}, false],
  ['select 1', 'JSONEachRow', { wait_end_of_query: '1' }, false],
  ['select 1', 'JSONEachRow', { output_format_json_array_of_rows: '1' }, false],
  ['select 1 settings output_format_json_array_of_rows = 1', 'JSONEachRow', {}, false],
])('%s as %s with %j may arrive in pieces: %s', (sql, format, settings, expected) => {
  expect(canArriveInPieces(readStatement(sql), format, new Map(Object.entries(settings)))).toBe(expected);
});
