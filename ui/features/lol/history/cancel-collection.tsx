/** Stops the collection that runs, for the admin: what was fetched stays. */
import { IconPlayerStop } from '@tabler/icons-react';

import { AdminButton } from '../../admin/admin-button.tsx';
import { useAdminChange } from '../../admin/admin-change-hook.ts';
import { ChangeProblem } from '../../admin/change-problem.tsx';
import type { RiotId } from '../search/riot-id.ts';

interface CancelCollectionProps {
  readonly player: RiotId;
  readonly onDone: () => void;
}

export function CancelCollection({ player: { gameName, tagLine }, onDone }: CancelCollectionProps) {
  const { run, isRunning, error } = useAdminChange(
    'DELETE /api/lol/players/{gameName}/{tagLine}/collection',
    onDone,
  );
  return (
    <>
      <AdminButton
        Icon={IconPlayerStop}
        variant="default"
        size="compact-sm"
        onClick={() => run({ parameters: { gameName, tagLine } })}
      >
        {isRunning ? 'Cancelling…' : 'Cancel'}
      </AdminButton>
      {error ? <ChangeProblem error={error} /> : null}
    </>
  );
}
