/** Jobs that were given up, with what can be done about them. */
import { FailedJobs } from '../features/jobs/failed-jobs.tsx';
import { OperationsFrame } from '../features/operations/operations-frame.tsx';
import { QueuesPanel } from '../features/operations/queues-panel.tsx';

export function OperationsFailuresPage() {
  return (
    <OperationsFrame part="Failures">
      <FailedJobs kind={undefined} />
      <QueuesPanel />
    </OperationsFrame>
  );
}
