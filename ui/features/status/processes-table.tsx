/** Every Gamekeeper process that works on this database, on whatever host. */
import type { ProcessRow } from '#/contract/status.ts';

import { Bytes } from '../../components/bytes.tsx';
import { DataTable, type Columns } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Section } from '../../components/section.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { formatPercent } from '../../lib/format.ts';

const COLUMNS: Columns<ProcessRow> = [
  { header: 'Host', cell: (row) => row.host },
  { header: 'PID', cell: (row) => row.pid, align: 'end' },
  { header: 'Roles', cell: (row) => row.roles.join(', '), card: 'wide' },
  { header: 'Version', cell: (row) => row.version },
  { header: 'Memory', cell: (row) => <Bytes value={row.rssBytes} />, align: 'end' },
  { header: 'CPU', cell: (row) => formatPercent(row.cpuPercent), align: 'end' },
  { header: 'Up', cell: (row) => <TimeAgo at={row.startedAt} span />, align: 'end' },
  { header: 'Last seen', cell: (row) => <TimeAgo at={row.seenAt} />, align: 'end' },
];

export function ProcessesTable({ processes }: { readonly processes: readonly ProcessRow[] }) {
  return (
    <Section title="Processes">
      {processes.length === 0 ? (
        <EmptyState>
          No process has reported lately. They do so through PostgreSQL, every few seconds.
        </EmptyState>
      ) : (
        <DataTable label="Processes" columns={COLUMNS} rows={processes} rowKey={(row) => row.id} />
      )}
    </Section>
  );
}
