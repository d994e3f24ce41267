/** The reports that were made, of everybody or of one, of all weeks or of one. What is chosen is in the address. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { LolReportRow } from '#/contract/lol-reports.ts';

import { DataTable, type Columns } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ProblemAlert } from '../../../components/problem-alert.tsx';
import { Section } from '../../../components/section.tsx';
import { Loading, PanelSkeleton } from '../../../components/skeletons.tsx';
import { TimeAgo } from '../../../components/time-ago.tsx';
import { formatCount } from '../../../lib/format.ts';
import fields from '../accounts/riot-id-fields.module.css';
import { useReports } from './reports-query.ts';
import type { ReportsSearch } from './reports-search.ts';
import classes from './reports.module.css';
import { withReported, type SubjectChoice } from './subject-choices.ts';

const COLUMNS: Columns<LolReportRow> = [
  {
    header: 'Week',
    cell: ({ id, week, subject }) => (
      <Link
        to="/players/reports/week/$id"
        params={{ id }}
        aria-label={`${subject.name}, ${week.from} to ${week.until}`}
      >
        {week.from} to {week.until}
      </Link>
    ),
  },
  {
    header: 'Of',
    cell: ({ subject }) => (subject.kind === 'group' ? `Group ${subject.name}` : subject.name),
    card: 'wide',
  },
  { header: 'Games', cell: ({ games }) => formatCount(games), align: 'end' },
  { header: 'Won', cell: ({ wins }) => formatCount(wins), align: 'end' },
  { header: 'Weeks by', cell: ({ week }) => week.timeZone, card: 'wide' },
  { header: 'Made', cell: ({ madeAt }) => <TimeAgo at={madeAt} />, align: 'end' },
];

interface ReportListProps {
  readonly search: ReportsSearch;
  readonly onSearch: (search: ReportsSearch) => void;
  readonly subjects: readonly SubjectChoice[];
}

export function ReportList({ search, onSearch, subjects }: ReportListProps) {
  const { data, error, refetch, isPlaceholderData } = useReports(search);
  const isNarrowed = search.subject !== undefined || search.week !== undefined;
  return (
    <Section title="Reports" aside={data ? `${formatCount(data.reports.length)} listed` : null}>
      <div className={classes.body}>
        <Filters search={search} onSearch={onSearch} choices={withReported(subjects, data?.reports ?? [])} />
      </div>
      {data && data.reports.length > 0 ? (
        <div data-old={isPlaceholderData} className={classes.rows}>
          <DataTable label="Reports" columns={COLUMNS} rows={data.reports} rowKey={({ id }) => id} />
        </div>
      ) : null}
      {data && data.reports.length === 0 ? (
        <EmptyState>
          {isNarrowed
            ? 'There is no report of that. Choose another week or somebody else.'
            : 'No report was made yet. They are made every week of everybody who is tracked, or at once below.'}
        </EmptyState>
      ) : null}
      {!data && error ? <ProblemAlert error={error} onRetry={async () => void (await refetch())} /> : null}
      {!data && !error ? (
        <Loading what="the reports">
          <PanelSkeleton lines={4} />
        </Loading>
      ) : null}
    </Section>
  );
}

interface FiltersProps extends Pick<ReportListProps, 'search' | 'onSearch'> {
  readonly choices: readonly SubjectChoice[];
}

function Filters({ search, onSearch, choices }: FiltersProps) {
  const { subject, week } = search;
  return (
    <search className={fields.form} aria-label="Which reports">
      <NativeSelect
        className={fields.field ?? ''}
        label="Of"
        value={subject ?? ''}
        data={[{ value: '', label: 'Everybody' }, ...choices.map(({ id, label }) => ({ value: id, label }))]}
        onChange={(event) => onSearch({ ...search, subject: event.currentTarget.value || undefined })}
      />
      <TextInput
        className={fields.field ?? ''}
        type="date"
        label="Week with the day"
        value={week ?? ''}
        onChange={(event) => onSearch({ ...search, week: event.currentTarget.value || undefined })}
      />
      <div className={fields.button}>
        <Button variant="default" onClick={() => onSearch({})}>
          All reports
        </Button>
      </div>
    </search>
  );
}
