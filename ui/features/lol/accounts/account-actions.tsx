/** What can be done with a linked account. While a sync runs the button stays: who presses it is told how far it is. */
import { IconRefresh, IconTrash, IconUnlink } from '@tabler/icons-react';
import { useState } from 'react';

import type { LolAccount } from '#/contract/lol-accounts.ts';

import { AdminButton } from '../../admin/admin-button.tsx';
import { useAdminChange } from '../../admin/admin-change-hook.ts';
import { ChangeProblem } from '../../admin/change-problem.tsx';
import { printRiotId } from '../search/riot-id.ts';
import classes from './account-card.module.css';
import { useAccountsMemory } from './accounts-query.ts';
import type { OnRemoved } from './removal-notice.tsx';
import { RemoveAccountDialog } from './remove-account-dialog.tsx';

interface AccountActionsProps {
  readonly account: LolAccount;
  readonly onRemoved: OnRemoved;
}

export function AccountActions({ account, onRemoved }: AccountActionsProps) {
  const name = printRiotId(account);
  const memory = useAccountsMemory();
  const [asked, setAsked] = useState<'keep' | 'delete' | null>(null);
  const sync = useAdminChange('POST /api/lol/accounts/{id}/sync', memory.put);
  return (
    <>
      {sync.error ? <ChangeProblem error={sync.error} /> : null}
      <div className={classes.actions}>
        <AdminButton
          Icon={IconRefresh}
          size="compact-sm"
          label={`Sync now: ${name}`}
          onClick={() => sync.run({ parameters: { id: account.id } })}
        >
          {sync.isRunning ? 'Asking…' : 'Sync now'}
        </AdminButton>
        <AdminButton
          Icon={IconUnlink}
          variant="default"
          size="compact-sm"
          label={`Unlink ${name}`}
          onClick={() => setAsked('keep')}
        >
          Unlink
        </AdminButton>
        <AdminButton
          Icon={IconTrash}
          variant="default"
          size="compact-sm"
          label={`Delete all data of ${name}`}
          onClick={() => setAsked('delete')}
        >
          Delete all data
        </AdminButton>
      </div>
      {asked === null ? null : (
        <RemoveAccountDialog
          account={account}
          data={asked}
          onRemoved={onRemoved}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
