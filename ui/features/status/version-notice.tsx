/** After an upgrade, an open tab still runs the old page: say so, and offer the new one. */
import { Button } from '@mantine/core';

import { useStatus } from './status-query.ts';
import classes from './version-notice.module.css';

export function VersionNotice() {
  const { status } = useStatus();
  const pageVersion = import.meta.env.VITE_APP_VERSION;
  if (!status || status.version === pageVersion) return null;
  return (
    <output className={classes.notice}>
      <span>
        This page is version {pageVersion}, Gamekeeper now runs {status.version}.
      </span>
      <Button variant="default" size="compact-sm" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </output>
  );
}
