/**
 * How a result's format behaves when the engine hands it over in pieces. Each piece is a whole small document for the
 * engine: row formats simply follow each other, formats with a header repeat it (here it is cut from the second piece on),
 * and all others (JSON, Parquet, Arrow, …) are only right in one piece.
 */
import { isWord, type Statement } from './statement.ts';

/** Lines of header that each piece repeats. Absent: not to be had in pieces. */
const HEADER_LINES = new Map<string, number>([
  ['JSONEachRow', 0],
  ['JSONStringsEachRow', 0],
  ['JSONCompactEachRow', 0],
  ['JSONCompactStringsEachRow', 0],
  ['JSONCompactEachRowWithNames', 1],
  ['JSONCompactStringsEachRowWithNames', 1],
  ['JSONCompactEachRowWithNamesAndTypes', 2],
  ['JSONCompactStringsEachRowWithNamesAndTypes', 2],
  ['CSV', 0],
  ['CSVWithNames', 1],
  ['CSVWithNamesAndTypes', 2],
  ['TabSeparated', 0],
  ['TabSeparatedRaw', 0],
  ['TabSeparatedWithNames', 1],
  ['TabSeparatedWithNamesAndTypes', 2],
  ['TSV', 0],
  ['TSVRaw', 0],
  ['TSVWithNames', 1],
  ['TSVWithNamesAndTypes', 2],
  ['RowBinary', 0],
  ['Native', 0],
]);

/** Totals and arrays of rows tie the pieces together; then the result comes whole. */
export function canArriveInPieces(
  statement: Statement,
  format: string,
  settings: ReadonlyMap<string, string>,
): boolean {
  if (statement.kind !== 'select' || !HEADER_LINES.has(format)) return false;
  if (settings.get('wait_end_of_query') === '1' || settings.has('extremes')) return false;
  if (settings.has('output_format_json_array_of_rows')) return false;
  return !statement.tokens.some((token) =>
    isWord(token, 'TOTALS', 'EXTREMES', 'OUTPUT_FORMAT_JSON_ARRAY_OF_ROWS'),
  );
}

/** Where the rows of a piece begin. Names in CSV are quoted and may hold line breaks. */
export function endOfHeader(format: string, piece: Uint8Array): number {
  const lines = HEADER_LINES.get(format) ?? 0;
  const isCsv = format.startsWith('CSV');
  let at = 0;
  for (let line = 0; line < lines; line++) {
    let isQuoted = false;
    while (at < piece.length && (isQuoted || piece[at] !== 0x0a)) {
      if (isCsv && piece[at] === 0x22) isQuoted = !isQuoted;
      at += 1;
    }
    at += 1;
  }
  return Math.min(at, piece.length);
}

export function contentTypeOf(format: string): string {
  if (format.startsWith('JSON')) {
    return /EachRow/.test(format) ? 'application/x-ndjson; charset=UTF-8' : 'application/json; charset=UTF-8';
  }
  if (format.startsWith('CSV'))
    return 'text/csv; charset=UTF-8; header=' + (/Names/.test(format) ? 'present' : 'absent');
  if (/^(TSV|TabSeparated)/.test(format)) return 'text/tab-separated-values; charset=UTF-8';
  return /^(Parquet|Native|RowBinary|Arrow|ORC|Avro)/.test(format)
    ? 'application/octet-stream'
    : 'text/plain; charset=UTF-8';
}
