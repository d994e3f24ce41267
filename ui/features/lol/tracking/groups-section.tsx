/** Groups of tracked players: each gets a report of its own every week. */
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { LolGroup, LolTracked } from '#/contract/lol-tracking.ts';

import { DataTable, type Columns } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Section } from '../../../components/section.tsx';
import { formatCount } from '../../../lib/format.ts';
import { AdminButton } from '../../admin/admin-button.tsx';
import { printRiotId } from '../search/riot-id.ts';
import { GroupDialog, RemoveGroupDialog } from './group-dialog.tsx';
import classes from './tracking.module.css';

interface GroupsSectionProps {
  readonly groups: readonly LolGroup[];
  readonly tracked: LolTracked;
}

type Open =
  | { readonly what: 'edit'; readonly group: LolGroup | null }
  | { readonly what: 'remove'; readonly group: LolGroup };

export function GroupsSection({ groups, tracked }: GroupsSectionProps) {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const add = (
    <AdminButton
      Icon={IconPlus}
      variant="default"
      size="compact-sm"
      onClick={() => setOpen({ what: 'edit', group: null })}
    >
      New group
    </AdminButton>
  );
  return (
    <Section title="Groups" aside={add}>
      {groups.length === 0 ? (
        <EmptyState>
          No group was made yet. A group is compared with itself from week to week, and its members with each
          other.
        </EmptyState>
      ) : (
        <DataTable label="Groups" columns={columns(setOpen)} rows={groups} rowKey={({ id }) => id} />
      )}
      {open?.what === 'edit' ? <GroupDialog group={open.group} tracked={tracked} onClose={close} /> : null}
      {open?.what === 'remove' ? <RemoveGroupDialog group={open.group} onClose={close} /> : null}
    </Section>
  );
}

function columns(onOpen: (open: Open) => void): Columns<LolGroup> {
  return [
    { header: 'Group', cell: ({ name }) => name },
    {
      header: 'Members',
      cell: ({ members }) =>
        members.length === 0
          ? 'nobody'
          : `${formatCount(members.length)}: ${members.map(printRiotId).join(', ')}`,
      card: 'wide',
    },
    { header: 'Weeks by', cell: ({ timeZone }) => timeZone, card: 'wide' },
    {
      header: 'Do',
      cell: (group) => (
        <div className={classes.actions}>
          <Link to="/players/reports" search={{ subject: group.id }}>
            Reports
          </Link>
          <AdminButton
            Icon={IconPencil}
            variant="default"
            size="compact-sm"
            label={`Change ${group.name}`}
            onClick={() => onOpen({ what: 'edit', group })}
          >
            Change
          </AdminButton>
          <AdminButton
            Icon={IconTrash}
            variant="default"
            size="compact-sm"
            label={`Remove ${group.name}`}
            onClick={() => onOpen({ what: 'remove', group })}
          >
            Remove
          </AdminButton>
        </div>
      ),
      card: 'wide',
    },
  ];
}
