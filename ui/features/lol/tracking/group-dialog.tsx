/** Makes a group, changes one, removes one. */
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';

import type { LolGroup, LolGroupWish, LolTracked } from '#/contract/lol-tracking.ts';

import { useAdminChange } from '../../admin/admin-change-hook.ts';
import { ChangeProblem } from '../../admin/change-problem.tsx';
import { ConfirmDialog } from '../../admin/confirm-dialog.tsx';
import { Dialog } from '../../admin/dialog.tsx';
import dialog from '../../admin/dialog.module.css';
import { printRiotId } from '../search/riot-id.ts';
import { useTrackingRefresh } from './tracking-query.ts';
import classes from './tracking.module.css';
import { ZoneSelect } from './zone-select.tsx';

interface GroupDialogProps {
  /** Null: a new one. */
  readonly group: LolGroup | null;
  readonly tracked: LolTracked;
  readonly onClose: () => void;
}

export function GroupDialog({ group, tracked, onClose }: GroupDialogProps) {
  const refresh = useTrackingRefresh();
  const done = () => {
    onClose();
    refresh();
  };
  const create = useAdminChange('POST /api/lol/groups', done);
  const replace = useAdminChange('PUT /api/lol/groups/{id}', done);
  const save = (body: LolGroupWish) =>
    group === null ? create.run({ body }) : replace.run({ parameters: { id: group.id }, body });
  const error = create.error ?? replace.error;
  return (
    <Dialog title={group === null ? 'New group' : `Change ${group.name}`} onClose={onClose}>
      <GroupForm
        group={group}
        tracked={tracked}
        isRunning={create.isRunning || replace.isRunning}
        onWish={save}
      />
      {error ? <ChangeProblem error={error} /> : null}
    </Dialog>
  );
}

interface GroupFormProps extends Pick<GroupDialogProps, 'group' | 'tracked'> {
  readonly isRunning: boolean;
  readonly onWish: (wish: LolGroupWish) => void;
}

function GroupForm({ group, tracked: { players, schedule }, isRunning, onWish }: GroupFormProps) {
  const [name, setName] = useState(group?.name ?? '');
  const [zone, setZone] = useState(zoneOf(group, schedule.timeZone));
  const [members, setMembers] = useState<readonly string[]>(group?.members.map(({ puuid }) => puuid) ?? []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || isRunning) return;
    onWish({ name: name.trim(), members: [...members], ...(zone === '' ? {} : { timeZone: zone }) });
  };
  return (
    <form className={dialog.form} onSubmit={submit}>
      <TextInput
        label="Name"
        required
        maxLength={80}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ZoneSelect value={zone} usual={schedule.timeZone} onChange={setZone} />
      {players.length === 0 ? (
        <p className={dialog.quiet}>Nobody is tracked yet; members can be added later.</p>
      ) : (
        <Checkbox.Group label="Members" value={[...members]} onChange={setMembers}>
          <div className={classes.members}>
            {players.map((player) => (
              <Checkbox key={player.puuid} value={player.puuid} label={printRiotId(player)} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <div className={dialog.actions}>
        <Button type="submit">{isRunning ? 'Saving…' : 'Save'}</Button>
      </div>
    </form>
  );
}

/** A group without a zone of its own shows the one that is set here. */
function zoneOf(group: LolGroup | null, usual: string): string {
  return group === null || group.timeZone === usual ? '' : group.timeZone;
}

interface RemoveGroupDialogProps {
  readonly group: LolGroup;
  readonly onClose: () => void;
}

export function RemoveGroupDialog({ group, onClose }: RemoveGroupDialogProps) {
  const refresh = useTrackingRefresh();
  const remove = useAdminChange('DELETE /api/lol/groups/{id}', () => {
    onClose();
    refresh();
  });
  return (
    <ConfirmDialog
      title={`Remove ${group.name}?`}
      action="Remove"
      isRunning={remove.isRunning}
      error={remove.error}
      onConfirm={() => remove.run({ parameters: { id: group.id } })}
      onClose={onClose}
    >
      <p>Its members stay tracked, and its reports stay.</p>
    </ConfirmDialog>
  );
}
