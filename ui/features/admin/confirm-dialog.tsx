/** Asks once more before something is lost, and stays open with the reason when it could not be done. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { ChangeProblem } from './change-problem.tsx';
import { Dialog } from './dialog.tsx';
import classes from './dialog.module.css';

interface ConfirmDialogProps {
  readonly title: string;
  /** What will be done, as the button says it. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly isRunning: boolean;
  readonly error: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, isDangerous = false, isRunning, error, onConfirm, onClose, children } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {error ? <ChangeProblem error={error} /> : null}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          {...(isDangerous ? { className: classes.danger ?? '' } : {})}
          onClick={isRunning ? undefined : onConfirm}
        >
          {isRunning ? 'Working…' : action}
        </Button>
      </div>
    </Dialog>
  );
}
