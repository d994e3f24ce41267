/** Everything the status page shows once there is a status. */
import type { SystemStatus } from '#/contract/status.ts';

import { ClipSitesPanel } from './clip-sites-panel.tsx';
import { DiskPanel } from './disk-panel.tsx';
import { PartsTable } from './parts-table.tsx';
import { ProcessesTable } from './processes-table.tsx';
import { QueuesTable } from './queues-table.tsx';
import { RecentJobs } from './recent-jobs.tsx';
import { SchedulesTable } from './schedules-table.tsx';
import classes from './status-board.module.css';
import type { JobFilter } from './status-search.ts';
import { StatusStats } from './status-stats.tsx';
import { SystemSentence } from './system-sentence.tsx';
import { UpstreamsPanel } from './upstreams-panel.tsx';

interface StatusBoardProps {
  readonly status: SystemStatus;
  readonly jobFilter: JobFilter;
  readonly onJobFilter: (filter: JobFilter) => void;
}

export function StatusBoard({ status, jobFilter, onJobFilter }: StatusBoardProps) {
  return (
    <div className={classes.board}>
      <SystemSentence status={status} />
      <StatusStats status={status} />
      <PartsTable parts={status.parts} />
      <ProcessesTable processes={status.processes} />
      <div className={classes.columns}>
        <div className={classes.board}>
          <QueuesTable queues={status.queues} />
          <SchedulesTable schedules={status.schedules} />
        </div>
        <div className={classes.board}>
          <DiskPanel disk={status.disk} />
          <UpstreamsPanel upstreams={status.upstreams} />
          <ClipSitesPanel sites={status.clipSites} />
        </div>
      </div>
      <RecentJobs ends={status.recentJobs} filter={jobFilter} onFilter={onJobFilter} />
    </div>
  );
}
