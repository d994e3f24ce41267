/** Reads the list of a day's matches now, instead of waiting for the schedule. */
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';

import { AdminButton } from '../../admin/admin-button.tsx';
import { useAdminChange } from '../../admin/admin-change-hook.ts';
import { ChangeProblem } from '../../admin/change-problem.tsx';
import { useDayRefresh } from './day-query.ts';
import classes from './match-day.module.css';

export function FetchDay({ day }: { readonly day: string }) {
  const [isAsked, setIsAsked] = useState(false);
  const refresh = useDayRefresh();
  const ingest = useAdminChange('POST /api/football/ingest', () => {
    setIsAsked(true);
    refresh();
  });
  return (
    <>
      <AdminButton
        Icon={IconDownload}
        variant="default"
        size="compact-sm"
        onClick={() => ingest.run({ body: { day } })}
      >
        {ingest.isRunning ? 'Asking…' : 'Read this day now'}
      </AdminButton>
      {isAsked ? (
        <output className={classes.said}>It is being read. Its matches appear here by themselves.</output>
      ) : null}
      {ingest.error ? <ChangeProblem error={ingest.error} /> : null}
    </>
  );
}
