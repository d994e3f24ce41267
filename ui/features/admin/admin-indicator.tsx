/** In the header while somebody is signed in as the admin: that they are, and the way out. */
import { Button } from '@mantine/core';
import { IconLockOpen } from '@tabler/icons-react';

import { useAdmin } from './admin-context.ts';

export function AdminIndicator() {
  const { token, signOut } = useAdmin();
  if (token === null) return null;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconLockOpen size={15} aria-hidden="true" />}
      title="Gives up the admin token of this tab"
      onClick={signOut}
    >
      Sign out
    </Button>
  );
}
