/** What starts by itself, and when. */
import type { ScheduleRow } from '#/contract/status.ts';

import { DataTable, type Columns } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Section } from '../../components/section.tsx';

const MISSED = {
  skip: 'Skipped',
  once: 'Run once',
  each: 'Run for each missed time',
} as const satisfies Record<ScheduleRow['missed'], string>;

const COLUMNS: Columns<ScheduleRow> = [
  { header: 'Kind', cell: (row) => row.kind },
  { header: 'When', cell: (row) => <code title={`Time zone ${row.timeZone}`}>{row.cron}</code> },
  { header: 'If missed', cell: (row) => MISSED[row.missed] },
];

export function SchedulesTable({ schedules }: { readonly schedules: readonly ScheduleRow[] }) {
  return (
    <Section title="Schedules" aside={timeZones(schedules)}>
      {schedules.length === 0 ? (
        <EmptyState>No schedules are known right now.</EmptyState>
      ) : (
        <DataTable
          label="Schedules"
          columns={COLUMNS}
          rows={schedules}
          rowKey={(row) => `${row.kind} ${row.cron}`}
        />
      )}
    </Section>
  );
}

function timeZones(schedules: readonly ScheduleRow[]): string {
  return [...new Set(schedules.map((row) => row.timeZone))].join(', ');
}
