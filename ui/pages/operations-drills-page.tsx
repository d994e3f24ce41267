/** The sessions of the fault drill. */
import { DrillsPanel } from '../features/operations/drills/drills-panel.tsx';
import { OperationsFrame } from '../features/operations/operations-frame.tsx';

export function OperationsDrillsPage() {
  return (
    <OperationsFrame part="Drills">
      <DrillsPanel />
    </OperationsFrame>
  );
}
