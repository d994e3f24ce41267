/** What was changed with the admin token. */
import { getRouteApi } from '@tanstack/react-router';

import { ActionsPanel } from '../features/operations/actions/actions-panel.tsx';
import { OperationsFrame } from '../features/operations/operations-frame.tsx';

const route = getRouteApi('/status/operations/actions');

export function OperationsActionsPage() {
  const { before } = route.useSearch();
  return (
    <OperationsFrame part="Actions">
      <ActionsPanel before={before} />
    </OperationsFrame>
  );
}
