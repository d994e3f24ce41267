/** What the first minutes were like, of the games whose timeline is stored. Nothing is shown where there is none. */
import type { LolAnalysis } from '#/contract/lol-history.ts';

import { DataTable, type Columns } from '../../../components/data-table.tsx';
import { Section } from '../../../components/section.tsx';
import { formatCount } from '../../../lib/format.ts';
import { earlyRows, type EarlyRow } from './early-rows.ts';

const COLUMNS: Columns<EarlyRow> = [
  { header: 'At', cell: ({ at }) => at },
  { header: 'What', cell: ({ what }) => what, card: 'aside' },
  { header: 'Average', cell: ({ value }) => value, align: 'end' },
  { header: 'Games', cell: ({ n }) => (n === null ? null : formatCount(n)), align: 'end' },
  { header: 'To the opponent of the lane', cell: ({ difference }) => difference, align: 'end', card: 'wide' },
  {
    header: 'Of games',
    cell: ({ nDifference }) => (nDifference === null ? null : formatCount(nDifference)),
    align: 'end',
  },
];

export function EarlyPanel({ analysis }: { readonly analysis: LolAnalysis }) {
  const rows = earlyRows(analysis.early);
  if (rows.length === 0) return null;
  return (
    <Section
      title="First minutes"
      aside={`${formatCount(analysis.counts.withTimeline)} games with a timeline`}
    >
      <DataTable
        label="First minutes"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ at, what }) => `${at} ${what}`}
      />
    </Section>
  );
}
