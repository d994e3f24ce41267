/** What can be done with a tracked player. */
import { IconDownload, IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';

import type { LolTrackedPlayer } from '#/contract/lol-tracking.ts';

import { AdminButton } from '../../admin/admin-button.tsx';
import { useAdminChange } from '../../admin/admin-change-hook.ts';
import { ConfirmDialog } from '../../admin/confirm-dialog.tsx';
import { printRiotId } from '../search/riot-id.ts';
import { CollectDialog } from './collect-dialog.tsx';
import { useTrackingRefresh } from './tracking-query.ts';
import classes from './tracking.module.css';

interface TrackedActionsProps {
  readonly player: LolTrackedPlayer;
}

export function TrackedActions({ player }: TrackedActionsProps) {
  const name = printRiotId(player);
  const [open, setOpen] = useState<'collect' | 'untrack' | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  return (
    <>
      <div className={classes.actions}>
        <AdminButton
          Icon={IconDownload}
          variant="default"
          size="compact-sm"
          label={`Collect now: ${name}`}
          onClick={() => setOpen('collect')}
        >
          Collect now
        </AdminButton>
        <AdminButton
          Icon={IconUserMinus}
          variant="default"
          size="compact-sm"
          label={`Stop tracking ${name}`}
          onClick={() => setOpen('untrack')}
        >
          Stop
        </AdminButton>
      </div>
      {said === null ? null : <output className={classes.under}>{said}</output>}
      {open === 'collect' ? (
        <CollectDialog player={player} onTaken={setSaid} onClose={() => setOpen(null)} />
      ) : null}
      {open === 'untrack' ? <UntrackDialog player={player} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function UntrackDialog({ player, onClose }: TrackedActionsProps & { readonly onClose: () => void }) {
  const refresh = useTrackingRefresh();
  const untrack = useAdminChange('DELETE /api/lol/tracked/{puuid}', () => {
    onClose();
    refresh();
  });
  return (
    <ConfirmDialog
      title={`Stop tracking ${printRiotId(player)}?`}
      action="Stop tracking"
      isRunning={untrack.isRunning}
      error={untrack.error}
      onConfirm={() => untrack.run({ parameters: { puuid: player.puuid } })}
      onClose={onClose}
    >
      <p>They are collected on schedule no more and leave their groups. Games, ranks and reports stay.</p>
    </ConfirmDialog>
  );
}
