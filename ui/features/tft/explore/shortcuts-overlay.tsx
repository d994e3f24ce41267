/** The list of keys, behind `?`. */
import { Kbd, Modal } from '@mantine/core';

import { SHORTCUT_LIST } from './keyboard.ts';
import classes from './shortcuts-overlay.module.css';

interface ShortcutsOverlayProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function ShortcutsOverlay({ isOpen, onClose }: ShortcutsOverlayProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Keys"
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ content: classes.content ?? '', header: classes.header ?? '' }}
    >
      <dl className={classes.list}>
        {SHORTCUT_LIST.map(({ keys, does }) => (
          <div key={does} className={classes.line}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
