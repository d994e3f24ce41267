/** What everything weighs. */
import { OperationsFrame } from '../features/operations/operations-frame.tsx';
import { StorageBoard } from '../features/operations/storage/storage-board.tsx';

export function OperationsStoragePage() {
  return (
    <OperationsFrame part="Storage">
      <StorageBoard />
    </OperationsFrame>
  );
}
