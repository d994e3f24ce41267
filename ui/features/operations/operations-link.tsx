/**
 * In the header while somebody is signed in as the admin: the way to the operations pages. A phone's header has no room for it; there, the
 * status page leads to them.
 */
import { IconGauge } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { useIsNarrow } from '../../lib/narrow-hook.ts';
import { useAdmin } from '../admin/admin-context.ts';
import classes from '../areas/area-navigation.module.css';

export function OperationsLink() {
  const { token } = useAdmin();
  const isNarrow = useIsNarrow();
  if (token === null || isNarrow) return null;
  return (
    <Link to="/status/operations" className={classes.link} activeOptions={{ includeSearch: false }}>
      <IconGauge size={20} stroke={1.75} aria-hidden="true" />
      <span>Operations</span>
    </Link>
  );
}
