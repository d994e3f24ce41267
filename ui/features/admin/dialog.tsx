/** A window over the page that asks for something. Escape and the cross close it; the keyboard stays inside. */
import './mantine.css';

import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Dialog({ title, onClose, children }: DialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{
        content: classes.content ?? '',
        header: classes.header ?? '',
        title: classes.title ?? '',
        body: classes.body ?? '',
      }}
    >
      {children}
    </Modal>
  );
}
