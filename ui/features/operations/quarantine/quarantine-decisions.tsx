/** What the admin can do about a body that was put aside: have it checked again, or fetch it anew. Both ask first. */
import { IconCloudDownload, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';

import type { QuarantineAnswer, QuarantinedBody } from '#/contract/operations.ts';

import { AdminButton } from '../../admin/admin-button.tsx';
import { useAdminChange } from '../../admin/admin-change-hook.ts';
import { ConfirmDialog } from '../../admin/confirm-dialog.tsx';
import { useQuarantineRefresh } from '../operations-query.ts';
import classes from './quarantined-body.module.css';

const CHECK = {
  change: 'POST /api/admin/operations/quarantine/{source}/{kind}/{id}/revalidate',
  verb: 'Check',
  Icon: IconShieldCheck,
  meaning:
    'The stored body is read by the checks of this version. If it passes, it leaves the quarantine and is counted; if not, it stays, with the reason of today.',
} as const;
const FETCH = {
  change: 'POST /api/admin/operations/quarantine/{source}/{kind}/{id}/refetch',
  verb: 'Fetch',
  Icon: IconCloudDownload,
  meaning:
    'The upstream is asked for it anew, which costs a call. What it answers is checked like any other answer, and may be put aside again.',
} as const;

interface QuarantineDecisionsProps {
  readonly entry: QuarantinedBody;
  readonly onAnswer: (answer: QuarantineAnswer) => void;
}

export function QuarantineDecisions({ entry, onAnswer }: QuarantineDecisionsProps) {
  return (
    <div className={classes.actions}>
      {/* Without a body there is nothing to check. */}
      {entry.bytes === null ? null : <Decision entry={entry} onAnswer={onAnswer} decision={CHECK} />}
      <Decision entry={entry} onAnswer={onAnswer} decision={FETCH} />
    </div>
  );
}

interface DecisionProps extends QuarantineDecisionsProps {
  readonly decision: typeof CHECK | typeof FETCH;
}

function Decision({ entry: { source, kind, id }, onAnswer, decision }: DecisionProps) {
  const { change, verb, Icon, meaning } = decision;
  const [isAsking, setIsAsking] = useState(false);
  const refresh = useQuarantineRefresh();
  const { run, isRunning, error, reset } = useAdminChange(change, (answer) => {
    setIsAsking(false);
    onAnswer(answer);
    refresh();
  });
  const close = () => {
    setIsAsking(false);
    reset();
  };
  return (
    <>
      <AdminButton Icon={Icon} variant="default" size="compact-sm" onClick={() => setIsAsking(true)}>
        {verb} again
      </AdminButton>
      {isAsking ? (
        <ConfirmDialog
          title={`${verb} ${id} again?`}
          action={`${verb} again`}
          isRunning={isRunning}
          error={error}
          onConfirm={() => run({ parameters: { source, kind, id } })}
          onClose={close}
        >
          <p>{meaning}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
