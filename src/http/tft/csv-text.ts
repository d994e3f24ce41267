/**
 * The rows of an answer as a table for spreadsheets. A cell that a spreadsheet would take for a formula begins with an apostrophe, unless it
 * is a number: names come from outside, and `=HYPERLINK(…)` is one that somebody could choose.
 */
import type { TftExploration } from '#/analytics/tft/tft-explorer.ts';
import type { TftRow } from '#/contract/tft-explore.ts';

type Cell = string | number | boolean | null;

const COLUMNS: Readonly<Record<string, (row: TftRow) => Cell>> = {
  key: ({ key }) => key,
  label: ({ label }) => label,
  n: ({ n }) => n,
  share: ({ share }) => share,
  average: ({ average }) => average.value,
  low: ({ average }) => average.low,
  high: ({ average }) => average.high,
  top4: ({ top4 }) => top4.value,
  win: ({ win }) => win.value,
  difference: ({ difference }) => difference.value,
  shrunk: ({ shrunk }) => shrunk,
  'low sample': ({ isLowSample }) => isLowSample,
};
/** Only when another patch stands beside. */
const COMPARED_COLUMNS: typeof COLUMNS = {
  'compared n': ({ compared }) => compared?.statistics?.n ?? 0,
  'compared average': ({ compared }) => compared?.statistics?.average.value ?? null,
  change: ({ compared }) => compared?.change?.value ?? null,
  'change low': ({ compared }) => compared?.change?.low ?? null,
  'change high': ({ compared }) => compared?.change?.high ?? null,
};

const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;
/** What statistics are good for, and more. */
const DIGITS = 6;

export function toCsv({ rows, comparedBaseline }: Pick<TftExploration, 'rows' | 'comparedBaseline'>): string {
  const columns = { ...COLUMNS, ...(comparedBaseline === null ? {} : COMPARED_COLUMNS) };
  const readers = Object.values(columns);
  const lines = [Object.keys(columns), ...rows.map((row) => readers.map((read) => read(row)))];
  return lines.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');
}

/** `tft-17.4-unit-item-tft_x.csv`, in letters that every file system takes. */
export function csvName({ question }: Pick<TftExploration, 'question'>): string {
  const { by, of = [], filter } = question;
  const parts = [
    'tft',
    ...(filter.patches ?? []),
    ...(filter.comparedPatch ? ['vs', filter.comparedPatch] : []),
    by,
    of,
  ];
  const name = parts
    .flat()
    .join('-')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '_')
    .slice(0, 100);
  return `${name}.csv`;
}

function toCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (typeof cell === 'number') return String(Number(cell.toFixed(DIGITS)));
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
