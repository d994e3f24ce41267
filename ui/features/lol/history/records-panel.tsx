/** The most, the longest and the best of the counted games. */
import type { LolAnalysis } from '#/contract/lol-history.ts';

import { DataTable, type Columns } from '../../../components/data-table.tsx';
import { Section } from '../../../components/section.tsx';
import { formatZoned } from './zoned-time.ts';

type Record = LolAnalysis['records'][number];

export function RecordsPanel({ analysis }: { readonly analysis: LolAnalysis }) {
  const { records, options } = analysis;
  if (records.length === 0) return null;
  const columns: Columns<Record> = [
    { header: 'Record', cell: ({ label }) => label },
    { header: 'Value', cell: ({ text }) => text, align: 'end', card: 'aside' },
    { header: 'With', cell: ({ detail }) => detail || null },
    { header: 'When', cell: ({ at }) => formatZoned(at, options.zone) },
    { header: 'Game', cell: ({ game }) => game, card: 'wide' },
  ];
  return (
    <Section title="Records" aside="of the counted games">
      <DataTable label="Records" columns={columns} rows={records} rowKey={({ kind }) => kind} />
    </Section>
  );
}
