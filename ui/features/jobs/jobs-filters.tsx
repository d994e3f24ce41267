/** Which jobs, and over which time: everything is in the address. */
import { NativeSelect } from '@mantine/core';

import { Choice } from '../../components/choice.tsx';
import { periodWords } from './job-words.ts';
import { useKindNames } from './jobs-query.ts';
import { OUTCOMES, PERIODS, USUAL_PERIOD, type JobsSearch } from './jobs-search.ts';
import classes from './jobs.module.css';

interface JobsFiltersProps {
  readonly search: JobsSearch;
  readonly onSearch: (search: JobsSearch) => void;
}

const PERIOD_OPTIONS = PERIODS.map((period) => ({ value: String(period), label: periodWords(period) }));

export function JobsFilters({ search, onSearch }: JobsFiltersProps) {
  const { minutes = USUAL_PERIOD, kind, outcome } = search;
  const names = useKindNames();
  const kinds = kind === undefined || names.includes(kind) ? names : [kind, ...names];
  return (
    <search className={classes.filters} aria-label="Which jobs">
      <NativeSelect
        label="Kind"
        value={kind ?? ''}
        data={[{ value: '', label: 'All kinds' }, ...kinds]}
        onChange={(event) => onSearch({ ...search, kind: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        label="Outcome in the log"
        value={outcome ?? ''}
        data={[{ value: '', label: 'Every outcome' }, ...OUTCOMES]}
        onChange={({ currentTarget: { value } }) =>
          onSearch({ ...search, outcome: OUTCOMES.find((one) => one === value) })
        }
      />
      <div className={classes.period}>
        <span>Rates over the last</span>
        <Choice
          label="Rates over the last"
          value={String(minutes)}
          options={PERIOD_OPTIONS}
          onChange={(value) => onSearch({ ...search, minutes: PERIODS.find((one) => String(one) === value) })}
        />
      </div>
    </search>
  );
}
