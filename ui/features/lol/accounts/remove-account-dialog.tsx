/** Before an account is unlinked or a person is forgotten: what goes, what stays, and that it cannot be undone. */
import type { LolAccount } from '#/contract/lol-accounts.ts';

import { useAdminChange } from '../../admin/admin-change-hook.ts';
import { ConfirmDialog } from '../../admin/confirm-dialog.tsx';
import { printRiotId } from '../search/riot-id.ts';
import type { OnRemoved } from './removal-notice.tsx';
import { useAccountsMemory } from './accounts-query.ts';

interface RemoveAccountDialogProps {
  readonly account: LolAccount;
  readonly data: 'keep' | 'delete';
  readonly onRemoved: OnRemoved;
  readonly onClose: () => void;
}

export function RemoveAccountDialog({ account, data, onRemoved, onClose }: RemoveAccountDialogProps) {
  const name = printRiotId(account);
  const memory = useAccountsMemory();
  const removal = useAdminChange('DELETE /api/lol/accounts/{id}', (removed) => {
    onClose();
    memory.remove(account.id);
    onRemoved(name, removed);
  });
  const isDeleting = data === 'delete';
  return (
    <ConfirmDialog
      title={isDeleting ? `Delete all data of ${name}?` : `Unlink ${name}?`}
      action={isDeleting ? 'Delete everything' : 'Unlink'}
      isDangerous={isDeleting}
      isRunning={removal.isRunning}
      error={removal.error}
      onConfirm={() => removal.run({ parameters: { id: account.id }, query: `data=${data}` })}
      onClose={onClose}
    >
      {isDeleting ? (
        <>
          <p>
            The account is unlinked, and the person is forgotten: their name, their ranks, which games are
            theirs, their tracking and every report that they are in. This cannot be undone.
          </p>
          <p>The games themselves stay: they are the games of the others, too.</p>
        </>
      ) : (
        <p>
          It is synced no more. The games and everything else that was collected stay, and linking it again
          goes on from there.
        </p>
      )}
    </ConfirmDialog>
  );
}
