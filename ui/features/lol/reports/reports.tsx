/** The list of reports and the way to make one more. */
import type { LolStoredReport } from '#/contract/lol-reports.ts';

import { useGroups, useTracked } from '../tracking/tracking-query.ts';
import { MakeForm } from './make-form.tsx';
import { ReportList } from './report-list.tsx';
import type { ReportsSearch } from './reports-search.ts';
import classes from './reports.module.css';
import { trackedSubjects } from './subject-choices.ts';

interface ReportsProps {
  readonly search: ReportsSearch;
  readonly onSearch: (search: ReportsSearch) => void;
  readonly onMade: (made: LolStoredReport) => void;
}

export function Reports({ search, onSearch, onMade }: ReportsProps) {
  const { data: tracked } = useTracked();
  const { data: grouped } = useGroups();
  const subjects = trackedSubjects(tracked?.players ?? [], grouped?.groups ?? []);
  return (
    <div className={classes.page}>
      <ReportList search={search} onSearch={onSearch} subjects={subjects} />
      <MakeForm subjects={subjects} onMade={onMade} />
    </div>
  );
}
