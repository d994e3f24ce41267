/** Makes a report now; one of the same week is replaced by it. */
import { NativeSelect, TextInput } from '@mantine/core';
import { IconFileAnalytics } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';

import type { LolStoredReport } from '#/contract/lol-reports.ts';

import { EmptyState } from '../../../components/empty-state.tsx';
import { Section } from '../../../components/section.tsx';
import { AdminButton } from '../../admin/admin-button.tsx';
import { useAdminChange } from '../../admin/admin-change-hook.ts';
import { ChangeProblem } from '../../admin/change-problem.tsx';
import { NeedsAdmin } from '../../admin/needs-admin.tsx';
import fields from '../accounts/riot-id-fields.module.css';
import { useReportMemory } from './reports-query.ts';
import classes from './reports.module.css';
import type { SubjectChoice } from './subject-choices.ts';

interface MakeFormProps {
  readonly subjects: readonly SubjectChoice[];
  readonly onMade: (made: LolStoredReport) => void;
}

export function MakeForm({ subjects, onMade }: MakeFormProps) {
  return (
    <Section title="Make a report now" aside={<NeedsAdmin what="Making one" />}>
      {subjects.length === 0 ? (
        <EmptyState>Reports are made of tracked players and of groups, and there are none yet.</EmptyState>
      ) : (
        <div className={classes.body}>
          <Form subjects={subjects} onMade={onMade} />
        </div>
      )}
    </Section>
  );
}

function Form({ subjects, onMade }: MakeFormProps) {
  const [chosen, setChosen] = useState('');
  const [week, setWeek] = useState('');
  const remember = useReportMemory();
  const make = useAdminChange('POST /api/lol/reports', (made) => {
    remember(made);
    onMade(made);
  });
  const subject = subjects.find(({ id }) => id === chosen) ?? subjects[0];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (subject === undefined || make.isRunning) return;
    make.run({ body: { subject: subject.kind, id: subject.id, ...(week === '' ? {} : { week }) } });
  };
  return (
    <form className={fields.form} aria-label="Make a report" onSubmit={submit}>
      <NativeSelect
        className={fields.field ?? ''}
        label="Report of"
        value={subject?.id ?? ''}
        data={subjects.map(({ id, label }) => ({ value: id, label }))}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <TextInput
        className={fields.field ?? ''}
        type="date"
        label="About the week with the day"
        description="Nothing: the last week that is over"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={week}
        onChange={(event) => setWeek(event.currentTarget.value)}
      />
      <div className={fields.button}>
        <AdminButton type="submit" Icon={IconFileAnalytics}>
          {make.isRunning ? 'Making…' : 'Make report'}
        </AdminButton>
      </div>
      <div className={fields.answer}>{make.error ? <ChangeProblem error={make.error} /> : null}</div>
    </form>
  );
}
