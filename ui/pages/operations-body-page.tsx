/** One body that no check let through. */
import '../features/operations/mantine.css';

import { getRouteApi } from '@tanstack/react-router';

import { OperationsFrame } from '../features/operations/operations-frame.tsx';
import { QuarantinedBody } from '../features/operations/quarantine/quarantined-body.tsx';

const route = getRouteApi('/status/operations/quarantine/$source/$kind/$id');

export function OperationsBodyPage() {
  const { source, kind, id } = route.useParams();
  return (
    <OperationsFrame part={id}>
      {/* With a key: what was said about one body must not stand above another. */}
      <QuarantinedBody key={`${source}/${kind}/${id}`} address={{ source, kind, id }} />
    </OperationsFrame>
  );
}
