/** What Gamekeeper is made of, and whether each part answers. */
import type { Part } from '#/contract/status.ts';

import { DataTable, type Columns } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Section } from '../../components/section.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { formatCount } from '../../lib/format.ts';
import { StateLabel } from './state-label.tsx';

const MODES = {
  embedded: 'Embedded',
  external: 'External',
  'built-in': 'Built in',
} as const satisfies Record<Part['mode'], string>;

const COLUMNS: Columns<Part> = [
  { header: 'Part', cell: (part) => part.name },
  { header: 'State', cell: (part) => <StateLabel state={part.state} />, card: 'aside' },
  { header: 'Where', cell: (part) => MODES[part.mode] },
  { header: 'Version', cell: (part) => part.version },
  { header: 'Up', cell: (part) => (part.since ? <TimeAgo at={part.since} span /> : null), align: 'end' },
  { header: 'Restarts', cell: (part) => formatCount(part.restarts), align: 'end' },
  { header: 'Remarks', cell: (part) => part.detail, card: 'wide' },
];

export function PartsTable({ parts }: { readonly parts: readonly Part[] }) {
  return (
    <Section title="Parts">
      {parts.length === 0 ? (
        <EmptyState>No part has reported yet.</EmptyState>
      ) : (
        <DataTable label="Parts" columns={COLUMNS} rows={parts} rowKey={(part) => part.id} />
      )}
    </Section>
  );
}
