/** Collects games of a tracked player now, with everything that can be said about it. */
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';

import type { LolCollectWish, LolTrackedPlayer } from '#/contract/lol-tracking.ts';

import { useAdminChange } from '../../admin/admin-change-hook.ts';
import { ChangeProblem } from '../../admin/change-problem.tsx';
import { Dialog } from '../../admin/dialog.tsx';
import dialog from '../../admin/dialog.module.css';
import { printRiotId } from '../search/riot-id.ts';
import { NumberField } from './number-field.tsx';
import { useTrackingRefresh } from './tracking-query.ts';
import { readWholeNumber } from './whole-number.ts';

interface CollectDialogProps {
  readonly player: LolTrackedPlayer;
  /** What came of it, in a sentence. */
  readonly onTaken: (words: string) => void;
  readonly onClose: () => void;
}

const MOST_GAMES = 1_000;
const MOST_DAYS = 730;

export function CollectDialog({ player, onTaken, onClose }: CollectDialogProps) {
  const refresh = useTrackingRefresh();
  const collect = useAdminChange('POST /api/lol/tracked/{puuid}/collect', ({ isNew }) => {
    onTaken(isNew ? 'A collection is on its way.' : 'One waits or runs already; nothing was added.');
    onClose();
    refresh();
  });
  return (
    <Dialog title={`Collect games of ${printRiotId(player)}`} onClose={onClose}>
      <CollectForm
        isRunning={collect.isRunning}
        onWish={(body) => collect.run({ parameters: { puuid: player.puuid }, body })}
      />
      {collect.error ? <ChangeProblem error={collect.error} /> : null}
    </Dialog>
  );
}

interface CollectFormProps {
  readonly isRunning: boolean;
  readonly onWish: (wish: LolCollectWish) => void;
}

function CollectForm({ isRunning, onWish }: CollectFormProps) {
  const [countText, setCountText] = useState('');
  const [daysText, setDaysText] = useState('');
  const [force, setForce] = useState(false);
  const [requestedBy, setRequestedBy] = useState('');
  const count = readWholeNumber(countText, 1, MOST_GAMES);
  const days = readWholeNumber(daysText, 1, MOST_DAYS);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (count.type === 'refused' || days.type === 'refused' || isRunning) return;
    onWish({
      force,
      ...(count.type === 'ok' ? { count: count.value } : {}),
      ...(days.type === 'ok' ? { lookbackDays: days.value } : {}),
      ...(requestedBy.trim() === '' ? {} : { requestedBy: requestedBy.trim() }),
    });
  };
  return (
    <form className={dialog.form} onSubmit={submit}>
      <NumberField
        label="At most so many new games"
        placeholder="as many as a run takes"
        text={countText}
        read={count}
        onText={setCountText}
      />
      <NumberField
        label="All games of so many days"
        placeholder="from where the last run ended"
        text={daysText}
        read={days}
        onText={setDaysText}
      />
      <Checkbox
        label="Read the list again from its beginning, whatever was read before"
        checked={force}
        onChange={(event) => setForce(event.currentTarget.checked)}
      />
      <TextInput
        label="Asked for by"
        placeholder="admin"
        maxLength={100}
        value={requestedBy}
        onChange={(event) => setRequestedBy(event.currentTarget.value)}
      />
      <div className={dialog.actions}>
        <Button type="submit">{isRunning ? 'Asking…' : 'Collect'}</Button>
      </div>
    </form>
  );
}
