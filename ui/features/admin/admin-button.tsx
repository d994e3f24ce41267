/** A button that changes something: it says that it needs the admin token to whoever has not given it, and asks for it when pressed. */
import { Button, type ButtonProps } from '@mantine/core';
import { IconLock, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { useAdmin } from './admin-context.ts';

interface AdminButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'color'> {
  readonly Icon: TablerIcon;
  readonly onClick?: () => void;
  readonly type?: 'button' | 'submit';
  /** Where the same words stand on many rows: what exactly. Begins with the words that are seen. */
  readonly label?: string;
  readonly children: ReactNode;
}

export function AdminButton({ Icon, label, type = 'button', onClick, children, ...look }: AdminButtonProps) {
  const { token, withToken } = useAdmin();
  const Shown = token === null ? IconLock : Icon;
  return (
    <Button
      {...look}
      type={type}
      {...(onClick ? { onClick: () => withToken(onClick) } : {})}
      leftSection={<Shown size={15} aria-hidden="true" />}
      aria-label={label}
      title={token === null ? 'Needs the admin token' : undefined}
    >
      {children}
    </Button>
  );
}
