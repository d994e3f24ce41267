/** What no check let through. */
import { getRouteApi } from '@tanstack/react-router';

import { OperationsFrame } from '../features/operations/operations-frame.tsx';
import { QuarantineList } from '../features/operations/quarantine/quarantine-list.tsx';

const route = getRouteApi('/status/operations/quarantine');

export function OperationsQuarantinePage() {
  const { source } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <OperationsFrame part="Quarantine">
      <QuarantineList
        source={source}
        onSource={(next) =>
          void navigate({
            to: '/status/operations/quarantine',
            search: { source: next },
            replace: true,
            resetScroll: false,
          })
        }
      />
    </OperationsFrame>
  );
}
