/** Says on a page with controls that change something who may use them, and lets one become that. */
import { Button } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';

import { useAdmin } from './admin-context.ts';
import classes from './needs-admin.module.css';

/** `what`: `Linking and syncing`. The way out is in the header. */
export function NeedsAdmin({ what }: { readonly what: string }) {
  const { token, signIn } = useAdmin();
  if (token !== null) {
    return (
      <p className={classes.words}>
        <IconLockOpen size={16} aria-hidden="true" />
        You are signed in as the admin.
      </p>
    );
  }
  return (
    <p className={classes.line}>
      <span className={classes.words}>
        <IconLock size={16} aria-hidden="true" />
        {what} needs the admin token.
      </span>
      <Button variant="default" size="compact-sm" onClick={signIn}>
        Sign in
      </Button>
    </p>
  );
}
