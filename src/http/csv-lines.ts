/**
 * Tables for spreadsheets. A cell that a spreadsheet would take for a formula begins with an apostrophe, unless it is a number: names
 * come from outside, and `=HYPERLINK(…)` is one that somebody could choose.
 */
export type CsvCell = string | number | boolean | null;

export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;
/** What statistics are good for, and more. */
const DIGITS = 6;

export function toCsvLines(lines: readonly (readonly CsvCell[])[]): string {
  return lines.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');
}

/** In letters that every file system takes. */
export function toFileName(parts: readonly string[]): string {
  return parts
    .join('-')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '_')
    .slice(0, 100);
}

function toCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (typeof cell === 'number') return String(Number(cell.toFixed(DIGITS)));
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
