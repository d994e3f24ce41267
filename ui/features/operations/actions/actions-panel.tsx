/** What was changed with the admin token: what, of what, from which address, and what came of it. */
import { IconCheck, IconCircleX, IconHandStop, IconQuestionMark } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import type { AdminAction } from '#/contract/admin-actions.ts';

import { DataTable, type Columns } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { TimeAgo } from '../../../components/time-ago.tsx';
import { ToneLabel } from '../../../components/tone-label.tsx';
import { formatCount, formatDuration } from '../../../lib/format.ts';
import { ACTION_ROWS, useAdminActions } from '../operations-query.ts';
import { ReadPanel } from '../read-panel.tsx';
import { endOf, endWords, type ActionEnd } from './action-words.ts';
import classes from './actions-panel.module.css';

const LOOKS = {
  done: { tone: 'good', Icon: IconCheck },
  refused: { tone: 'warn', Icon: IconHandStop },
  failed: { tone: 'bad', Icon: IconCircleX },
  unknown: { tone: 'bad', Icon: IconQuestionMark },
} as const satisfies Record<ActionEnd, unknown>;

const COLUMNS: Columns<AdminAction> = [
  { header: 'What', cell: (action) => <What action={action} /> },
  { header: 'Answer', cell: (action) => <End action={action} />, card: 'aside' },
  { header: 'Sent', cell: ({ sent }) => <Sent sent={sent} />, card: 'wide' },
  { header: 'From', cell: ({ client }) => client },
  {
    header: 'Took',
    cell: ({ tookMs }) => (tookMs === null ? '–' : formatDuration(tookMs)),
    align: 'end',
  },
  { header: 'When', cell: ({ at }) => <TimeAgo at={at} />, align: 'end' },
];

export function ActionsPanel({ before }: { readonly before: string | undefined }) {
  const read = useAdminActions(before);
  return (
    <ReadPanel
      title="Admin actions"
      what="the actions"
      read={read}
      aside={before === undefined ? undefined : <Link to="/status/operations/actions">The newest</Link>}
    >
      {({ actions, keptDays }) => (
        <>
          {actions.length === 0 ? (
            <EmptyState>
              {before === undefined
                ? 'Nothing was changed with the admin token yet.'
                : 'Nothing older is kept.'}
            </EmptyState>
          ) : (
            <DataTable
              label="Admin actions"
              columns={COLUMNS}
              rows={actions}
              rowKey={({ id }) => String(id)}
            />
          )}
          <EmptyState>
            Kept for {formatCount(keptDays)} days.{' '}
            {actions.length < ACTION_ROWS ? null : (
              <Link to="/status/operations/actions" search={{ before: String(actions.at(-1)?.id ?? '') }}>
                Older ones
              </Link>
            )}
          </EmptyState>
        </>
      )}
    </ReadPanel>
  );
}

function What({ action: { method, path, requestId } }: { readonly action: AdminAction }) {
  return (
    <span title={`Request ${requestId} in the server log`}>
      {method} {path}
    </span>
  );
}

function End({ action }: { readonly action: AdminAction }) {
  const { tone, Icon } = LOOKS[endOf(action)];
  return (
    <ToneLabel tone={tone} Icon={Icon}>
      {endWords(action)}
    </ToneLabel>
  );
}

function Sent({ sent }: { readonly sent: string | null }) {
  return sent === null ? null : <code className={classes.sent}>{sent}</code>;
}
