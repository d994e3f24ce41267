/** The operations overview: rates, lag, budgets, queues. */
import '../features/operations/mantine.css';

import { getRouteApi } from '@tanstack/react-router';

import { BudgetsPanel } from '../features/operations/budgets/budgets-panel.tsx';
import { HistoryPanel } from '../features/operations/history/history-panel.tsx';
import { OperationsFrame } from '../features/operations/operations-frame.tsx';
import { USUAL_PERIOD } from '../features/operations/operations-search.ts';
import { QueuesPanel } from '../features/operations/queues-panel.tsx';

const route = getRouteApi('/status/operations');

export function OperationsPage() {
  const { hours = USUAL_PERIOD } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <OperationsFrame part="Overview">
      <HistoryPanel
        hours={hours}
        onHours={(next) =>
          void navigate({
            to: '/status/operations',
            search: next === USUAL_PERIOD ? {} : { hours: next },
            replace: true,
            resetScroll: false,
          })
        }
      />
      <BudgetsPanel />
      <QueuesPanel />
    </OperationsFrame>
  );
}
