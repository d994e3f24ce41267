/** The way between the operations pages. */
import { Link } from '@tanstack/react-router';

import classes from './operations-tabs.module.css';

const TABS = [
  { to: '/status/operations', label: 'Overview' },
  { to: '/status/operations/failures', label: 'Failures' },
  { to: '/status/operations/quarantine', label: 'Quarantine' },
  { to: '/status/operations/storage', label: 'Storage' },
  { to: '/status/operations/drills', label: 'Drills' },
  { to: '/status/operations/actions', label: 'Actions' },
] as const;

export function OperationsTabs() {
  return (
    <nav aria-label="Operations" className={classes.nav}>
      <ul className={classes.tabs}>
        {TABS.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              className={classes.tab}
              // One body is a page below the quarantine; everything lies below the overview.
              activeOptions={{ exact: to === '/status/operations', includeSearch: false }}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
