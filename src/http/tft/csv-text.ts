/** The rows of an answer as a table for spreadsheets (`../csv-lines.ts`). */
import type { TftExploration } from '#/analytics/tft/tft-explorer.ts';
import type { TftRow } from '#/contract/tft-explore.ts';
import { toCsvLines, toFileName, type CsvCell } from '../csv-lines.ts';

const COLUMNS: Readonly<Record<string, (row: TftRow) => CsvCell>> = {
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

export function toCsv({ rows, comparedBaseline }: Pick<TftExploration, 'rows' | 'comparedBaseline'>): string {
  const columns = { ...COLUMNS, ...(comparedBaseline === null ? {} : COMPARED_COLUMNS) };
  const readers = Object.values(columns);
  const lines = [Object.keys(columns), ...rows.map((row) => readers.map((read) => read(row)))];
  return toCsvLines(lines);
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
  return `${toFileName(parts.flat())}.csv`;
}
